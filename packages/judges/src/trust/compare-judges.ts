import {
  checkOptions,
  countText,
  createReport,
  describeError,
  fixedText,
  type Interval,
  isRecord,
  type McnemarResult,
  mcnemar,
  type Note,
  optionRule,
  percentText,
  type ReportOf,
  type Row,
  renderNotes,
} from "@whileai/core";
import { bandText, pText, shareText } from "./agreement-text.js";
import { blindRow } from "./blind-row.js";
import { exactLabel } from "./exact-label.js";
import { GOLD_RULES, type GoldOptions, type GoldRow, goldRows, labelFields } from "./gold-rows.js";
import { leftOutNotes } from "./judge-agreement.js";
import { standing } from "./labelled-pairs.js";
import { measureAgreement } from "./measure-agreement.js";
import { type JudgesInput, namedJudges } from "./named-judges.js";
import { REJUDGE_RULES, type RejudgeOptions, type Rejudger, rejudger } from "./rejudge.js";
import { DEFAULT_TRUST_THRESHOLDS } from "./trust-thresholds.js";

/** Options of {@link compareJudges}. */
export interface CompareJudgesOptions extends GoldOptions, RejudgeOptions {
  /** Least lower end of the interval of agreement for `ok`; 0.8 unless given. */
  readonly minAgreement?: number | undefined;
  /** Least kappa for `ok`; 0.6 unless given. */
  readonly minKappa?: number | undefined;
  /** Level of the paired test; 0.05 unless given. */
  readonly alpha?: number | undefined;
  /** The clock behind `seconds`, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** One judge among those compared. */
export interface ComparedJudge {
  readonly name: string;
  /** Labelled rows on which it gave 0 or 1. */
  readonly n: number;
  readonly agreement: number | null;
  readonly ci95: Interval | null;
  readonly kappa: number | null;
  readonly ac1: number | null;
  /** Share of wrong rows that it passes. */
  readonly leak: number | null;
  /** Share of right rows that it fails. */
  readonly miss: number | null;
  readonly unsure: number;
  readonly unjudged: number;
  readonly seconds: number;
  readonly secondsPerRow: number | null;
  /** The labels measure it, the interval's lower end and kappa are within their bars. */
  readonly ok: boolean;
  /** What kept it from judging at all; null when nothing did. */
  readonly error: string | null;
  /** Its verdict on each labelled row, in order; null where there is none. */
  readonly verdicts: readonly (0 | 1 | null)[];
}

/** Two judges on the rows that both decided. */
interface PairedJudges extends McnemarResult {
  readonly best: string;
  readonly other: string;
  readonly n: number;
  readonly onlyBestRight: number;
  readonly onlyOtherRight: number;
}

/** What {@link compareJudges} reports. */
interface CompareJudgesFields {
  /** By kappa, then agreement, the best first; those without a number last. */
  readonly judges: readonly ComparedJudge[];
  /** The first that is ok, else the first. */
  readonly best: string;
  /** Best against the next in line; null with a single judge. */
  readonly paired: PairedJudges | null;
  /** These rows do not tell the best from the next one. */
  readonly tied: boolean;
  /** Every judge that these rows do not tell from the best. */
  readonly tiedWithBest: readonly string[];
  readonly nLabeled: number;
  readonly goldKind: string | null;
}

/** The report of {@link compareJudges}. */
export type CompareJudgesReport = ReportOf<"compare_judges", CompareJudgesFields>;

/**
 * Has several judges grade the same labelled rows, blind, one judge after another, and ranks them by agreement beyond
 * chance. Between the best and the next one McNemar's exact test says whether the order means anything; with some 50
 * labels it often does not, and the report says "tied". A judge that cannot work is listed with its error.
 *
 * Throws an OptionError for bad options or no judges, and what makes a judge unusable before anything is asked.
 *
 * @example
 * const report = await compareJudges(labelled, { strict: Judge({ rubric: A }), mild: Judge({ rubric: B }) });
 * report.best; // "strict"
 */
export async function compareJudges(
  rows: Iterable<Row>,
  judges: JudgesInput,
  options: CompareJudgesOptions = {},
): Promise<CompareJudgesReport> {
  checkOptions("compareJudges", options, {
    ...GOLD_RULES,
    ...REJUDGE_RULES,
    minAgreement: optionRule.number(0, 1),
    minKappa: optionRule.number(-1, 1),
    alpha: optionRule.number(0, 1),
    now: optionRule.callable,
  });
  const { alpha = DEFAULT_TRUST_THRESHOLDS.alpha } = options;
  const named = namedJudges("compareJudges", judges);
  const found = goldRows("compareJudges", rows, options);
  const { labelled } = found;
  const ready = named.map(([name, judge]) => [name, rejudger(judge, options)] as const);
  const compared: ComparedJudge[] = [];
  for (const [name, judge] of ready) compared.push(await compareOne(name, judge, labelled, options));
  const ranked = compared.sort(
    (left, right) => (right.kappa ?? -2) - (left.kappa ?? -2) || (right.agreement ?? -1) - (left.agreement ?? -1),
  );
  const best = ranked.find(({ ok }) => ok) ?? (ranked[0] as ComparedJudge);
  const others = ranked.filter((judge) => judge !== best);
  const paired = others.map((other) => pair(best, other, labelled));
  // A judge without any verdict is out of the running; one that decided other rows than the best is not told from it.
  const tiedWithBest = paired.filter(({ p }, at) => others[at]?.n !== 0 && p >= alpha).map(({ other }) => other);
  const fields: CompareJudgesFields = {
    judges: ranked,
    best: best.name,
    paired: paired[0] ?? null,
    tied: paired[0] !== undefined && tiedWithBest.includes(paired[0].other),
    tiedWithBest,
    nLabeled: labelled.length,
    goldKind: standing(labelled, options.allowModelGold).goldKind,
  };
  return createReport("compare_judges", fields, [...compareNotes(fields), ...leftOutNotes(found)], render);
}

async function compareOne(
  name: string,
  { judgeAll }: Rejudger,
  labelled: readonly GoldRow[],
  options: CompareJudgesOptions,
): Promise<ComparedJudge> {
  const {
    now = () => performance.now(),
    minAgreement = DEFAULT_TRUST_THRESHOLDS.minAgreement,
    minKappa = DEFAULT_TRUST_THRESHOLDS.minKappa,
  } = options;
  const started = now();
  let error: string | null = null;
  const blind = labelled.map(({ row }) => blindRow(row, labelFields(options)));
  const judgments = await judgeAll(blind).catch((thrown: unknown) => {
    error = describeError(thrown);
    return [];
  });
  const seconds = (now() - started) / 1000;
  const verdicts = labelled.map((_, index) => exactLabel(judgments[index]?.reward));
  const decided = labelled.flatMap((entry, index) => {
    const judge = verdicts[index] ?? null;
    return judge === null ? [] : [{ ...entry, judge }];
  });
  const numbers = measureAgreement(decided);
  const { n, agreement, ci95, kappa, ac1, passWhenGoldFail, failWhenGoldPass, oneClass } = numbers;
  return {
    name,
    n,
    agreement,
    ci95,
    kappa,
    ac1,
    leak: passWhenGoldFail,
    miss: failWhenGoldPass,
    unsure: judgments.filter(({ judge_meta }) => isRecord(judge_meta) && judge_meta.unsure === true).length,
    unjudged: labelled.length - n,
    seconds,
    secondsPerRow: labelled.length === 0 ? null : seconds / labelled.length,
    ok:
      standing(decided, options.allowModelGold).isTrusted &&
      !oneClass &&
      ci95 !== null &&
      ci95.low >= minAgreement &&
      kappa !== null &&
      kappa >= minKappa,
    error,
    verdicts,
  };
}

function pair(best: ComparedJudge, other: ComparedJudge, labelled: readonly GoldRow[]): PairedJudges {
  let [n, onlyBestRight, onlyOtherRight] = [0, 0, 0];
  for (const [index, { gold: label }] of labelled.entries()) {
    const [mine, theirs] = [best.verdicts[index] ?? null, other.verdicts[index] ?? null];
    if (mine === null || theirs === null) continue;
    n++;
    if (mine === label && theirs !== label) onlyBestRight++;
    if (mine !== label && theirs === label) onlyOtherRight++;
  }
  return {
    best: best.name,
    other: other.name,
    n,
    onlyBestRight,
    onlyOtherRight,
    ...mcnemar(onlyBestRight, onlyOtherRight),
  };
}

function compareNotes({ judges, best, paired, tied, nLabeled }: CompareJudgesFields): Note[] {
  const notes: Note[] = [];
  if (nLabeled === 0)
    notes.push({
      code: "no_labels",
      severity: "error",
      message: "No row has a label of 0 or 1 to compare with.",
      fix: "Label some rows with attachLabels.",
    });
  else if (judges.every(({ n }) => n === 0))
    notes.push({
      code: "no_verdicts",
      severity: "error",
      message: `No judge gave a verdict of 0 or 1 on any of ${countText(nLabeled, "labelled row")}.`,
      fix: "Try each with grade() on a few rows.",
    });
  else if (!judges.some(({ ok }) => ok))
    notes.push({
      code: "none_ok",
      severity: "error",
      message: `No judge is good enough on ${countText(nLabeled, "label")}; ${best} is the best of them.`,
      fix: "Better rubrics first; more labels where an interval is wide.",
    });
  if (tied && paired !== null)
    notes.push({
      code: "tied",
      severity: "warning",
      message: `${paired.best} and ${paired.other} are tied: of ${countText(paired.n, "row")} that both decided, only the first got ${paired.onlyBestRight} right and only the second ${paired.onlyOtherRight} (${pText(paired.p)}).`,
      fix: "Take the cheaper one, or label rows on which they differ.",
    });
  for (const { name, error } of judges)
    if (error !== null)
      notes.push({ code: "judge_failed", severity: "error", message: `${name} could not judge: ${error}` });
  return notes;
}

const COLUMNS = ["judge", "agree", "95% CI", "kappa", "leak", "unsure", "unjudged", "s/row", "ok"] as const;

function render(report: CompareJudgesReport): string {
  const number = (value: number | null, digits: number): string => (value === null ? "-" : fixedText(value, digits));
  const lines = report.judges.map((judge) => [
    judge.name,
    judge.agreement === null ? "-" : percentText(judge.agreement),
    judge.ci95 === null ? "-" : bandText(judge.ci95),
    number(judge.kappa, 2),
    shareText(judge.leak),
    String(judge.unsure),
    String(judge.unjudged),
    number(judge.secondsPerRow, 2),
    judge.ok ? "yes" : "no",
  ]);
  const table = [[...COLUMNS], ...lines];
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((line) => (line[column] as string).length)));
  const { paired, tied, best, judges } = report;
  const isMeasured = judges.some(({ n }) => n > 0);
  return [
    ...table.map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join("  ")
        .trimEnd(),
    ),
    isMeasured
      ? `best: ${best}${tied ? `, tied with ${paired?.other}` : ""}${paired === null ? "" : ` (${pText(paired.p)} against ${paired.other})`}`
      : "best: nothing measured",
    ...renderNotes(report.notes),
  ].join("\n");
}
