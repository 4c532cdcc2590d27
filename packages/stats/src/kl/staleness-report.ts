import {
  checkOptions,
  countText,
  createReport,
  isRecord,
  type Note,
  optionRule,
  percentText,
  type ReportOf,
  type RowLike,
  renderNotes,
  requireRows,
} from "@whileai/core";
import { shortName } from "../table/names.js";
import { finiteList, sampledTokens } from "./sampled-tokens.js";

/** Values that are printed of each field; the rest is counted. */
const MAX_SHOWN = 6;

/** Options of {@link stalenessReport}. */
export interface StalenessReportOptions {
  /** The model that is to be trained on the rows: its `model_version`, or a whole `policy_version`. */
  readonly baseModel?: string | undefined;
}

/** The data of a {@link StalenessReport}. Shares are of all rows; null without rows. */
export interface StalenessReportFields {
  readonly nRows: number;
  /** Rows by what they were sampled from, most rows first; rows that do not say are in none. */
  readonly policyVersions: ReadonlyMap<string, number>;
  readonly modelVersions: ReadonlyMap<string, number>;
  readonly temperatures: ReadonlyMap<number, number>;
  readonly baseModel: string | null;
  /** Rows of another model than `baseModel`, and rows that do not say their model. */
  readonly nStale: number | null;
  readonly nUnknown: number;
  /** nStale over the rows that say their model; null without `baseModel` or such rows. */
  readonly staleShare: number | null;
  /** Shares of rows with sampling parameters, summed log-probabilities, and those of single tokens. */
  readonly samplingShare: number | null;
  readonly logprobShare: number | null;
  readonly tokenLogprobShare: number | null;
}

/** What {@link stalenessReport} gives. */
export type StalenessReport = ReportOf<"staleness_report", StalenessReportFields>;

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Counts by value, most rows first, ties by value. */
class Counts<K extends string | number> {
  readonly #counts = new Map<K, number>();

  add(value: K | null): void {
    if (value !== null) this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  sorted(): ReadonlyMap<K, number> {
    const byCount = ([left, more]: [K, number], [right, fewer]: [K, number]) =>
      fewer - more || (left < right ? -1 : Number(left > right));
    return new Map([...this.#counts].sort(byCount));
  }
}

/** Whether a row comes from the model; null when it does not say. */
function comesFrom(row: Readonly<Record<string, unknown>>, baseModel: string): boolean | null {
  const policy = text(row.policy_version);
  // A policy version is the model, then "@" and a hash of the system prompt.
  const model = text(row.model_version) ?? policy?.split("@")[0] ?? null;
  return model === null && policy === null ? null : model === baseModel || policy === baseModel;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function notesOf(fields: StalenessReportFields): Note[] {
  const { nRows, nStale, nUnknown, baseModel, policyVersions, temperatures, tokenLogprobShare } = fields;
  const notes: Note[] = [];
  if (nStale !== null && nStale > 0)
    notes.push({
      code: "stale_rows",
      severity: "warning",
      message: `${nStale} of ${nRows} rows were sampled from another model than ${shortName(baseModel ?? "")}.`,
      fix: "Sample anew, or train with importance weights from token log-probabilities.",
    });
  if (policyVersions.size > 1)
    notes.push({
      code: "mixed_policies",
      severity: "warning",
      message: `rows come from ${policyVersions.size} policy versions: groups that mix them have no common baseline.`,
    });
  if (temperatures.size > 1)
    notes.push({
      code: "mixed_temperatures",
      severity: "warning",
      message: `rows were sampled at ${temperatures.size} temperatures.`,
    });
  if (nRows > 0 && tokenLogprobShare !== null && tokenLogprobShare < 1)
    notes.push({
      code: "missing_token_logprobs",
      severity: "warning",
      message: `${percentText(1 - tokenLogprobShare)} of rows lack log-probabilities of their tokens: importance ratios cannot be formed there.`,
      fix: "Sample with `sampling: { logprobs: true }`.",
    });
  if (nUnknown > 0)
    notes.push({
      code: "unknown_policy",
      severity: "info",
      message: `${nUnknown} of ${nRows} rows do not say their model.`,
    });
  return notes;
}

function countsLine(name: string, counts: ReadonlyMap<string | number, number>): string[] {
  if (counts.size === 0) return [];
  const shown = [...counts].slice(0, MAX_SHOWN).map(([value, count]) => `${shortName(String(value))} (${count})`);
  if (counts.size > MAX_SHOWN) shown.push(`and ${counts.size - MAX_SHOWN} more`);
  return [`  ${name}: ${shown.join(", ")}`];
}

const percent = (value: number | null): string => (value === null ? "n/a" : percentText(value));

function stalenessReportText(report: StalenessReport): string {
  const { nRows, staleShare, baseModel, samplingShare, logprobShare, tokenLogprobShare } = report;
  const stale = baseModel === null ? "" : `, ${percent(staleShare)} not from ${shortName(baseModel)}`;
  return [
    `${countText(nRows, "row")}${stale}`,
    ...countsLine("models", report.modelVersions),
    ...countsLine("policies", report.policyVersions),
    ...countsLine("temperatures", report.temperatures),
    `  with sampling parameters ${percent(samplingShare)}, log-probabilities ${percent(logprobShare)}, of tokens ${percent(tokenLogprobShare)}`,
    ...renderNotes(report.notes),
  ].join("\n");
}

/**
 * Whether rows are fit to train a model on policy: which models, policies and temperatures they were sampled from, how
 * many are stale (from another model than `baseModel`), and how many carry what off-policy corrections need.
 *
 * Versions are compared as texts: an alias that moved on ("latest") reads as the same model. Throws an `OptionError`
 * for an unknown option or something that is not a list of rows.
 *
 * @example
 * stalenessReport([{ model_version: "m-1" }, { model_version: "m-2" }], { baseModel: "m-2" }).staleShare; // 0.5
 */
export function stalenessReport(rows: Iterable<RowLike>, options: StalenessReportOptions = {}): StalenessReport {
  checkOptions("stalenessReport", options, { baseModel: optionRule.text });
  const { baseModel = null } = options;
  const policies = new Counts<string>();
  const models = new Counts<string>();
  const temperatures = new Counts<number>();
  let [nRows, nStale, nUnknown, nSampling, nLogprobs, nTokenLogprobs] = [0, 0, 0, 0, 0, 0];
  for (const row of requireRows("stalenessReport", rows) as Iterable<unknown>) {
    if (!isRecord(row)) continue;
    nRows++;
    policies.add(text(row.policy_version));
    models.add(text(row.model_version));
    const sampling = isRecord(row.sampling) ? row.sampling : null;
    const temperature = sampling?.temperature;
    temperatures.add(typeof temperature === "number" && Number.isFinite(temperature) ? temperature : null);
    const isOwn = comesFrom(row, baseModel ?? "");
    if (isOwn === null) nUnknown++;
    else if (!isOwn) nStale++;
    if (sampling !== null) nSampling++;
    if (typeof sampledTokens(row) !== "string") nLogprobs++;
    if ((finiteList(row, "token_logprobs")?.length ?? 0) > 0) nTokenLogprobs++;
  }
  const fields: StalenessReportFields = {
    nRows,
    policyVersions: policies.sorted(),
    modelVersions: models.sorted(),
    temperatures: temperatures.sorted(),
    baseModel,
    nStale: baseModel === null ? null : nStale,
    nUnknown,
    staleShare: baseModel === null ? null : share(nStale, nRows - nUnknown),
    samplingShare: share(nSampling, nRows),
    logprobShare: share(nLogprobs, nRows),
    tokenLogprobShare: share(nTokenLogprobs, nRows),
  };
  return createReport("staleness_report", fields, notesOf(fields), stalenessReportText);
}
