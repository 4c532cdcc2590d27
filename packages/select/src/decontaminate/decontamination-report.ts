import {
  countText,
  createReport,
  cutText,
  fixedText,
  type Note,
  percentText,
  type ReportOf,
  renderNotes,
} from "@whileai/core";
import type { CoverageOf } from "./decontaminate-options.js";
import type { EvalRowHits } from "./eval-row-hits.js";
import { evalRowText } from "./eval-row-text.js";
import type { EvalField, EvalSource } from "./eval-set.js";
import { missedCopyLines } from "./missed-copy-lines.js";
import type { SemanticPass } from "./semantic/semantic-pass.js";

/**
 * Why a row is contaminated: the id of its task is that of an eval row, a text is an eval text verbatim, an eval text covers
 * enough of it, it contains enough of an eval text, or a model finds the two alike.
 */
export type DecontaminationRule = "same_task" | "exact" | "near" | "contains" | "semantic";

/** A contaminated row, and the eval row that it was found in. */
export interface DecontaminationHit {
  /** Position of the training row, from 0. */
  readonly index: number;
  readonly rule: DecontaminationRule;
  /** The field of the training row; null where the task's id was enough. */
  readonly field: string | null;
  /** "exact", "words" (the same words and signs, other punctuation), "semantic", the id, or the first run of n words that both have. */
  readonly match: string;
  /**
   * Whether the training text is all of the eval text and nothing else: "verbatim" (case, spacing and compatibility forms
   * aside), "words" (the same words in the same order, other punctuation; in a text of `ngram` words or more, which `near`
   * finds, other signs too), or null.
   */
  readonly copy: "verbatim" | "words" | null;
  /** Whose share reached `overlap`; null where no share was asked for. */
  readonly direction: "train" | "eval" | "both" | null;
  /** Share of the training text's words that the eval text covers. Words that many eval texts share are left out of it. */
  readonly trainShare: number | null;
  /** Share of the eval text's words that are in the training text. */
  readonly evalShare: number | null;
  /** Words of the training text that were set aside because many eval texts have them. */
  readonly trainCommonWords: number;
  /** The same of the eval text. */
  readonly evalCommonWords: number;
  /** Words in a run that had to be alike; null where runs were not compared. */
  readonly ngram: number | null;
  /** The longest run of words that both texts have and that is not all shared text, folded, up to 60 words; null where runs were not compared. */
  readonly span: string | null;
  readonly source: string;
  readonly sourceIndex: number;
  /** Position of the eval row in its source, from 0. */
  readonly evalIndex: number;
  readonly evalTaskId: string | null;
  /** What the eval row calls itself in its field `id`. It is shown, and compared with nothing. */
  readonly evalId: string | null;
  readonly evalField: EvalField | null;
  /** The beginning of the eval text; null where the task's id was enough. */
  readonly evalText: string | null;
  /** Cosine of the two texts; only of the semantic rule. */
  readonly similarity: number | null;
}

/** A row that was kept although it is mostly text that many eval texts share. */
export interface CommonTextRow {
  readonly index: number;
  readonly field: string;
  /** Share of the row's words that are such text. */
  readonly share: number;
  /** The longest run of it. */
  readonly span: string;
  /** In how many eval texts its most frequent run of n words is. */
  readonly evalTexts: number;
}

/** A row that was kept although it comes close to an eval text: it may be an edited copy. */
export interface NearMiss
  extends Pick<
    DecontaminationHit,
    "index" | "source" | "sourceIndex" | "evalIndex" | "evalTaskId" | "evalId" | "evalField" | "evalText"
  > {
  readonly field: string;
  /** Share of the words of `side` that both texts have in runs of n words. */
  readonly share: number;
  readonly side: "train" | "eval";
}

/** A rule that could not run, so that its zero clears nothing. */
export interface SkippedRule {
  readonly rule: DecontaminationRule;
  readonly why: string;
}

/** An evaluation, and how many rows were found in it. */
export interface ComparedSource extends EvalSource {
  readonly nContaminated: number;
}

/** The fields of a decontamination report. */
export interface DecontaminationFields {
  /** Entries of the input. */
  readonly n: number;
  /** Entries that are no rows: neither kept nor contaminated. */
  readonly nSkipped: number;
  readonly nKept: number;
  readonly nContaminated: number;
  /** Over the entries that are rows; null when there are none. */
  readonly contaminationRate: number | null;
  /** Tasks of the contaminated rows: rollouts of one ask are one. */
  readonly nTasksHit: number;
  /** Eval rows that a contaminated row was laid to. */
  readonly nEvalRowsHit: number;
  readonly nSameTask: number;
  /** Verbatim copies, and short texts of the same words. */
  readonly nExact: number;
  /** Copies but for punctuation: hits whose `copy` is "words". Each is counted by its rule too: `exact` in short texts, mostly `near` in others. */
  readonly nSameWords: number;
  readonly nNear: number;
  readonly nContains: number;
  /** Null: the semantic pass did not run. */
  readonly nSemantic: number | null;
  readonly nEvalRows: number;
  readonly nEvalSkipped: number;
  /** Different texts with words in them. */
  readonly nEvalTexts: number;
  readonly sources: readonly ComparedSource[];
  readonly ngram: number;
  readonly overlap: number;
  readonly coverageOf: CoverageOf;
  /** The cosine from which a row is flagged; null: the semantic pass did not run. */
  readonly similarity: number | null;
  /** What the semantic pass compared; null: it did not run. */
  readonly semantic: SemanticPass | null;
  readonly fields: readonly string[];
  /** Contaminated rows for each field. */
  readonly byField: Readonly<Record<string, number>>;
  /** Kept rows without a word in any of the fields: there was nothing to compare. */
  readonly nWithoutText: number;
  /** Positions of all contaminated rows. */
  readonly flagged: readonly number[];
  /** The evidence: for every contaminated row, or for the first 10,000 where rows are streamed. */
  readonly hits: readonly DecontaminationHit[];
  /** The eval rows that were hit, each with how often, in the order in which they were met. */
  readonly evalRowHits: readonly EvalRowHits[];
  /** Rows that were kept although text that many eval texts share reaches `overlap` in them. */
  readonly nCommonText: number;
  /** The first 20 of them. */
  readonly commonText: readonly CommonTextRow[];
  /** Kept rows that share at least half of a text with an eval text, but less than `overlap`. */
  readonly nNearMisses: number;
  /** The closest of them. */
  readonly closestMiss: NearMiss | null;
  /** Words from which on an eval text is found with any one word changed; null: no length is enough. */
  readonly editProofWords: number | null;
  /** Eval texts under that length: one changed word may hide a copy of them. */
  readonly nEvalTextsEditHides: number;
  readonly rulesSkipped: readonly SkippedRule[];
}

/** What decontamination found. */
export type DecontaminationReport = ReportOf<"decontamination", DecontaminationFields>;

/** Hits and rows of common text that the text form shows. */
export const EXAMPLES = 20;
const SHOWN_TEXT = 120;
/** Notes that say that no two texts were compared. */
const NOTHING_COMPARED = new Set(["no_rows", "no_eval_texts", "no_training_texts"]);

/** Makes the report of a decontamination from its fields. */
export function decontaminationReport(fields: DecontaminationFields, notes: readonly Note[]): DecontaminationReport {
  return createReport("decontamination", fields, notes, render);
}

function render(report: DecontaminationReport): string {
  const rate = report.contaminationRate === null ? "n/a" : percentText(report.contaminationRate, 1);
  const semantic = report.nSemantic === null ? "" : `, semantic ${report.nSemantic}`;
  const isIdCompared = report.rulesSkipped.every(({ rule }) => rule !== "same_task");
  const lines = [
    `decontamination: ${nothingCompared(report)}kept ${report.nKept} of ${countText(report.n, "row")}, ${report.nContaminated} contaminated (${rate})${tasksText(report)}`,
    `  same task ${isIdCompared ? report.nSameTask : "not compared"}, exact ${report.nExact}, near ${report.nNear}, contains ${report.nContains}${semantic}${copiesText(report.nSameWords)}`,
    `  against ${countText(report.nEvalRows, "eval row")} (${countText(report.nEvalTexts, "text")}): ${report.ngram}-word runs, at least ${percentText(report.overlap, 1)} of ${sideText(report.coverageOf)}; rows are counted from 1 here, from 0 in the JSON`,
    ...report.evalRowHits.slice(0, EXAMPLES).map(hitLine),
  ];
  if (report.nEvalRowsHit > EXAMPLES)
    lines.push(`  … and ${countText(report.nEvalRowsHit - EXAMPLES, "more eval row")} that rows were found in`);
  for (const row of report.commonText.slice(0, EXAMPLES))
    lines.push(
      `  kept row ${row.index + 1}: ${percentText(row.share)} of it is text that up to ${countText(row.evalTexts, "eval text")} have: ${quoted(row.span)}`,
    );
  return [...lines, ...missedCopyLines(report), ...renderNotes(report.notes)].join("\n");
}

function tasksText({ nContaminated, nTasksHit, nEvalRowsHit, nEvalRows }: DecontaminationReport): string {
  if (nContaminated === 0) return "";
  return `: ${countText(nTasksHit, "task")}, found in ${nEvalRowsHit} of ${countText(nEvalRows, "eval row")}`;
}

/** One line for each eval row: rollouts of one ask say the same over and over. */
function hitLine({ first: hit, nRows, nTasks }: EvalRowHits): string {
  const row = `${hit.index + 1}${nRows === 1 ? "" : ` (the first of ${nRows} rows of ${countText(nTasks, "task")})`}`;
  const where = evalRowText(hit);
  if (hit.rule === "same_task") return `  row ${row}: same task, ${where}`;
  if (hit.rule === "semantic")
    return `  row ${row} ${hit.field}: semantic, ${where}, similarity ${shareText(hit.similarity)}: ${quoted(hit.evalText)}`;
  if (hit.copy !== null) {
    return `  row ${row} ${hit.field}: ${hit.rule}${copyText(hit)}, ${where} ${hit.evalField}: ${quoted(hit.evalText)}`;
  }
  const common = hit.trainCommonWords + hit.evalCommonWords > 0 ? " without shared text" : "";
  return (
    `  row ${row} ${hit.field}: ${hit.rule}, ${where} ${hit.evalField}; ` +
    `${partText(hit.trainShare)} of the training text, ${partText(hit.evalShare)} of the eval text${common}: ${quoted(hit.span)}`
  );
}

/** Signs between numbers are compared in short texts only. */
function copyText({ rule, copy }: DecontaminationHit): string {
  if (copy !== "words") return "";
  return rule === "exact" ? ", a copy but for punctuation" : ", a copy but for punctuation or signs";
}

function copiesText(nSameWords: number): string {
  if (nSameWords === 0) return "";
  return nSameWords === 1
    ? "; 1 of these is a copy but for punctuation"
    : `; ${nSameWords} of these are copies but for punctuation`;
}

function sideText(coverageOf: CoverageOf): string {
  if (coverageOf === "either") return "either text";
  return coverageOf === "train" ? "the training text" : "the eval text";
}

/** What a zero is worth when no text was compared. */
function nothingCompared({ notes, rulesSkipped }: DecontaminationReport): string {
  if (!notes.some(({ code }) => NOTHING_COMPARED.has(code))) return "";
  return rulesSkipped.some(({ rule }) => rule === "same_task") ? "NOTHING WAS COMPARED; " : "NO TEXT WAS COMPARED; ";
}

function partText(share: number | null): string {
  return share === null ? "n/a" : percentText(share, 1);
}

function shareText(share: number | null): string {
  return share === null ? "n/a" : fixedText(share, 3).replace(/\.?0+$/, "");
}

function quoted(text: string | null): string {
  const shown = (text ?? "").replace(/\s+/gu, " ");
  return JSON.stringify(shown.length > SHOWN_TEXT ? `${cutText(shown, SHOWN_TEXT)}…` : shown);
}
