import {
  checkOptions,
  clipText,
  cohenKappa,
  contentText,
  countText,
  createReport,
  fixedText,
  gwetAC1,
  isRecord,
  mcnemar,
  type Note,
  optionRule,
  percentText,
  type ReportOf,
  type Row,
  renderNotes,
  requireRows,
  rolloutId,
  taskKey,
} from "@whileai/core";
import { skippedNotes } from "../skipped-notes.js";
import { verdictReward } from "../verdict-reward.js";
import { type MatchedRows, matchRows, type RowPair } from "./match-rows.js";

/** Rows that a report shows; convention. */
const DEFAULT_DIFF_EXAMPLES = 10;
const SHOWN_CHARS = 200;
const PRINTED_EXAMPLES = 3;

/** Options of {@link verdictDiff}. */
export interface VerdictDiffOptions {
  /** Most rows that are shown; 10 unless given. */
  readonly examples?: number | undefined;
}

/** A verdict as an example shows it. */
export interface ShownVerdict {
  readonly reward: number;
  readonly reason: string;
}

/** A row on which two judges differ. */
export interface VerdictDifference {
  readonly task: string;
  /** As `rolloutId` names the row. */
  readonly rollout: string;
  readonly a: ShownVerdict;
  readonly b: ShownVerdict;
  readonly finalText: string;
}

/** Where two gradings of the same rows differ. */
export interface VerdictDiffFields {
  /** The judges, as rows name them. */
  readonly judges: { readonly a: string | null; readonly b: string | null };
  /** Their versions, where the rows of a side all have the same one. */
  readonly versions: { readonly a: string | null; readonly b: string | null };
  /** Rows that both sides have. */
  readonly matched: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** Rows that could belong to several of the other side. */
  readonly ambiguous: { readonly a: number; readonly b: number };
  /** Matched rows with a verdict on both sides: what is compared. */
  readonly compared: number;
  /** Matched rows that one side, or both, could not judge. */
  readonly unjudged: { readonly a: number; readonly b: number; readonly both: number };
  /** Compared rows with the same reward. */
  readonly same: number;
  readonly different: number;
  /** Rows that A passes and B fails, and the other way round. */
  readonly flips: { readonly passToFail: number; readonly failToPass: number };
  /** Exact two-sided p of McNemar's test on the flips: small when one judge is the stricter one. */
  readonly flipP: number;
  /** Differences in which a fraction is involved. */
  readonly partial: number;
  /** Mean reward of B minus that of A over compared rows; null without any. */
  readonly meanDifference: number | null;
  /** Over compared rows that both judge 0 or 1. Kappa is null where a judge gave one class only. */
  readonly binary: { readonly n: number; readonly kappa: number | null; readonly ac1: number | null };
  readonly examples: readonly VerdictDifference[];
}

/** The report of {@link verdictDiff}. */
export type VerdictDiffReport = ReportOf<"verdict_diff", VerdictDiffFields>;

/**
 * Where two judges (or two versions of one) differ on the same rows. Neither is taken for the truth: with labels use
 * `judgeAgreement`.
 *
 * Rows are matched by `rollout_id`, and where a side has none by task, rollout index and final text; names that are not
 * unique match nothing and are counted. Rows without a verdict on a side are counted and not compared.
 *
 * Throws an OptionError for bad options and for rows that are none.
 *
 * @example
 * const old = await grade(rows, oldJudge);
 * const changed = await grade(rows, newJudge);
 * console.log(`${verdictDiff(old.rows, changed.rows)}`);
 */
export function verdictDiff(
  rowsA: Iterable<Row>,
  rowsB: Iterable<Row>,
  options: VerdictDiffOptions = {},
): VerdictDiffReport {
  checkOptions("verdictDiff", options, { examples: optionRule.integer(0) });
  const matched = matchRows(requireRows("verdictDiff", rowsA), requireRows("verdictDiff", rowsB));
  const unjudged = { a: 0, b: 0, both: 0 };
  const compared: { pair: RowPair; a: number; b: number }[] = [];
  for (const pair of matched.pairs) {
    const a = verdictReward(pair.a);
    const b = verdictReward(pair.b);
    if (a !== undefined && b !== undefined) compared.push({ pair, a, b });
    else unjudged[a === undefined && b === undefined ? "both" : a === undefined ? "a" : "b"]++;
  }
  const count = (matches: (a: number, b: number) => boolean): number =>
    compared.filter(({ a, b }) => matches(a, b)).length;
  const table = [
    [count((a, b) => a === 1 && b === 1), count((a, b) => a === 1 && b === 0)],
    [count((a, b) => a === 0 && b === 1), count((a, b) => a === 0 && b === 0)],
  ] as const;
  const flips = { passToFail: table[0][1], failToPass: table[1][0] };
  const different = compared.filter(({ a, b }) => a !== b);
  const ratedByB = [
    [table[0][0], table[1][0]],
    [table[0][1], table[1][1]],
  ];
  const { kappa } = cohenKappa(table);
  const fields: VerdictDiffFields = {
    judges: { a: onlyText(matched.pairs, "a", judgeName), b: onlyText(matched.pairs, "b", judgeName) },
    versions: { a: onlyText(matched.pairs, "a", judgeVersion), b: onlyText(matched.pairs, "b", judgeVersion) },
    matched: matched.pairs.length,
    onlyA: matched.onlyA,
    onlyB: matched.onlyB,
    ambiguous: { a: matched.ambiguousA, b: matched.ambiguousB },
    compared: compared.length,
    unjudged,
    same: compared.length - different.length,
    different: different.length,
    flips,
    flipP: mcnemar(flips.passToFail, flips.failToPass).p,
    partial: different.length - flips.passToFail - flips.failToPass,
    meanDifference:
      compared.length === 0 ? null : compared.reduce((sum, { a, b }) => sum + (b - a), 0) / compared.length,
    binary: {
      n: table.flat().reduce((sum, cell) => sum + cell, 0),
      kappa: cohenKappa(ratedByB).kappa === null ? null : kappa,
      ac1: gwetAC1(table).ac1,
    },
    examples: different.slice(0, options.examples ?? DEFAULT_DIFF_EXAMPLES).map(({ pair, a, b }) => ({
      task: taskKey(pair.a),
      rollout: rolloutId(pair.a),
      a: { reward: a, reason: shown(pair.a.reason) },
      b: { reward: b, reason: shown(pair.b.reason) },
      finalText: shown(pair.a.final_text),
    })),
  };
  return createReport("verdict_diff", fields, diffNotes(fields, matched), render);
}

const shown = (text: unknown): string => clipText(contentText(text as Row["final_text"]), SHOWN_CHARS);

const judgeName = (row: Row): unknown => row.judge_name;
const judgeVersion = (row: Row): unknown => (isRecord(row.lineage) ? row.lineage.judge_version : undefined);

/** The one text that all rows of a side have, or null when they have none or several. */
function onlyText(pairs: readonly RowPair[], side: "a" | "b", textOf: (row: Row) => unknown): string | null {
  const texts = new Set(pairs.map((pair) => textOf(pair[side])));
  const [text] = texts;
  return texts.size === 1 && typeof text === "string" ? text : null;
}

/** Who is compared: by version where the name does not tell them apart. */
function sidesText({ judges: { a, b }, versions }: VerdictDiffFields): string {
  const hasVersions = versions.a !== null || versions.b !== null;
  if (a === null || a !== b || !hasVersions) return `${a ?? "A"} and ${b ?? "B"}`;
  if (versions.a === versions.b) return `${a} (${versions.a}) twice`;
  return `${a} (${versions.a ?? "no version"}) and ${b} (${versions.b ?? "no version"})`;
}

function diffNotes(fields: VerdictDiffFields, { skipped }: MatchedRows): Note[] {
  const { compared, matched, onlyA, onlyB, ambiguous, unjudged, binary } = fields;
  const notes: Note[] = [];
  if (compared === 0)
    notes.push({
      code: "nothing_compared",
      severity: "error",
      message: `No row has a verdict on both sides: ${countText(matched, "row")} matched.`,
      fix: "Give two gradings of the same rows, with their rollout_id.",
    });
  if (ambiguous.a + ambiguous.b > 0)
    notes.push({
      code: "ambiguous_rows",
      severity: "warning",
      message: `Not matched, because they share a name with another row: ${countText(ambiguous.a, "row")} of A and ${ambiguous.b} of B.`,
      fix: "Give rows a rollout_id of their own.",
    });
  if (onlyA + onlyB > 0)
    notes.push({
      code: "rows_on_one_side",
      severity: "warning",
      message: `${countText(onlyA, "row")} in A alone and ${onlyB} in B alone.`,
    });
  if (unjudged.a + unjudged.b + unjudged.both > 0)
    notes.push({
      code: "rows_unjudged",
      severity: "warning",
      message: `Without a verdict: ${countText(unjudged.a, "row")} in A alone, ${unjudged.b} in B alone, ${unjudged.both} in both. They are no differences.`,
    });
  if (binary.n > 0 && binary.kappa === null)
    notes.push({
      code: "one_class",
      severity: "info",
      message: "One of the judges gave a single verdict to all rows, so kappa tells nothing from chance; AC1 does.",
    });
  return [...notes, ...skippedNotes(skipped)];
}

function render(report: VerdictDiffReport): string {
  const { compared, same, different, flips, partial, binary, flipP, examples } = report;
  const measure = (value: number | null): string => (value === null ? "none" : fixedText(value, 2));
  const lines = [`${sidesText(report)} on ${countText(compared, "row")}`];
  if (compared > 0) {
    lines.push(
      `  same verdict on ${same} (${percentText(same / compared)}), another on ${different}: ${flips.passToFail} pass to fail, ${flips.failToPass} fail to pass${partial > 0 ? `, ${partial} with fractions` : ""} (p=${fixedText(flipP, 3)})`,
      `  kappa ${measure(binary.kappa)}, AC1 ${measure(binary.ac1)} on ${countText(binary.n, "row")} judged 0 or 1 by both`,
    );
  }
  const said = ({ reward, reason }: ShownVerdict): string =>
    `${reward}${reason === "" ? "" : ` (${clipText(reason, 60)})`}`;
  for (const { task, rollout, a, b } of examples.slice(0, PRINTED_EXAMPLES))
    lines.push(`  ${clipText(task || rollout, 40)}: ${said(a)} / ${said(b)}`);
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
