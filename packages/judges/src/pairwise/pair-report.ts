import {
  asSentence,
  clipText,
  contentText,
  countText,
  createReport,
  type Interval,
  type JudgeObject,
  type Note,
  percentText,
  type ReportOf,
  renderNotes,
  wilsonInterval,
} from "@whileai/core";
import { familyNotes } from "../grade/family-notes.js";
import type { GradeReport } from "../grade/grade-report.js";
import { type GradeSpend, spendLine } from "../grade/grade-spend.js";
import { type GradeStop, stoppedNote } from "../grade/grade-stop.js";
import { skippedNotes } from "../grade/skipped-notes.js";
import { bandText } from "../trust/agreement-text.js";
import type { JudgedPair } from "./judge-pairs.js";
import type { PairPreference } from "./pair-decision.js";
import type { PairSides } from "./preference-pair.js";
import { sideRow } from "./preference-pair.js";

/** A judge that changes its mind with the order this often is judging the order; convention. */
const FLIP_LIMIT = 0.2;
/** Scores that a judge turns around this often are not to be trained on unread; convention. */
const REJECTED_LIMIT = 0.2;
/** Disagreements that are listed. */
const SHOWN_DISAGREEMENTS = 10;
const SHOWN_CHARS = 200;
/** What grading says that holds for pairs word for word. */
const PASSED_ON: ReadonlySet<string> = new Set(["judge_not_limited", "progress_failed"]);

/** A pair whose rejected side the judge prefers. */
export interface PairDisagreement {
  /** Place of the pair among those judged, from 0. */
  readonly index: number;
  readonly prompt: string;
  readonly winner: PairPreference;
  readonly reasons: readonly string[];
}

/** What a judge of pairs said of them. Rates are null where nothing was judged. */
export interface JudgePairsFields {
  readonly judge: { readonly name: string; readonly version: string | null; readonly model: string | null };
  readonly n: number;
  readonly nJudged: number;
  /** Pairs without a winner or a tie. */
  readonly failed: number;
  /** Entries of the input that are no objects; they are not in the result. */
  readonly skipped: number;
  /** Whether both orders were asked. */
  readonly swapped: boolean;
  /** Share of the judged pairs whose winner changed with the order; null without `swap`. */
  readonly positionFlipRate: number | null;
  readonly tieRate: number | null;
  /** Share of the judged pairs whose chosen side the judge prefers. */
  readonly agreesWithScores: number | null;
  readonly agreesInterval: Interval | null;
  /** Pairs whose rejected side the judge prefers. */
  readonly prefersRejected: number;
  readonly disagreements: readonly PairDisagreement[];
  /** The limit that ended the work before all pairs were judged. */
  readonly stoppedBecause: GradeStop | null;
  /** Wall time of the call. */
  readonly seconds: number;
  /** What the models used, by pair in `perRow`; null when none was asked. */
  readonly spend: GradeSpend | null;
}

/** The report of `judgePairs()`. */
export type JudgePairsReport = ReportOf<"judge_pairs", JudgePairsFields>;

interface PairFacts {
  readonly judge: JudgeObject;
  readonly swap: boolean;
  readonly skipped: number;
  readonly graded: GradeReport;
}

/** Counts what a judge said of pairs, and says what a reader of them should know. */
export function pairReport(
  pairs: readonly JudgedPair<PairSides>[],
  { judge, swap, skipped, graded }: PairFacts,
): JudgePairsReport {
  const verdicts = pairs.map(({ pairwise }) => pairwise);
  const judged = verdicts.filter(({ winner }) => winner !== null);
  const count = (winner: PairPreference): number => judged.filter((verdict) => verdict.winner === winner).length;
  const rate = (part: number): number | null => (judged.length === 0 ? null : part / judged.length);
  const flips = judged.filter(({ position_consistent }) => position_consistent === false).length;
  const fields: JudgePairsFields = {
    judge: { name: judge.name, version: judge.version ?? null, model: judge.model ?? null },
    n: pairs.length,
    nJudged: judged.length,
    failed: pairs.length - judged.length,
    skipped,
    swapped: swap,
    positionFlipRate: swap ? rate(flips) : null,
    tieRate: rate(count("tie")),
    agreesWithScores: rate(count("chosen")),
    agreesInterval: wilsonInterval(count("chosen"), judged.length),
    prefersRejected: count("rejected"),
    disagreements: pairs
      .flatMap(({ prompt, pairwise: { winner, reasons } }, index) =>
        winner === "rejected"
          ? [{ index, prompt: clipText(contentText(prompt as string), SHOWN_CHARS), winner, reasons }]
          : [],
      )
      .slice(0, SHOWN_DISAGREEMENTS),
    stoppedBecause: graded.stoppedBecause,
    seconds: graded.seconds,
    spend: graded.spend,
  };
  const sides = pairs.flatMap((pair) => [sideRow(pair, "chosen"), sideRow(pair, "rejected")]);
  const agents = [...new Set(sides.map((row) => row?.model_version).filter(isName))];
  return createReport(
    "judge_pairs",
    fields,
    [...pairNotes(fields, verdicts, graded), ...familyNotes(agents, judge)],
    render,
  );
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "";

function pairNotes(fields: JudgePairsFields, verdicts: readonly JudgedPair["pairwise"][], graded: GradeReport): Note[] {
  const notes: Note[] = [];
  const { n, nJudged, failed, positionFlipRate, prefersRejected, skipped } = fields;
  if (failed > 0) {
    const error = verdicts.find(({ winner }) => winner === null)?.error ?? "";
    notes.push({
      code: nJudged === 0 ? "nothing_judged" : "unjudged",
      severity: nJudged === 0 ? "error" : "warning",
      message: `${failed} of ${countText(n, "pair")} got no verdict: out of every rate. First cause: ${asSentence(error)}`,
      fix: "See `pairwise.error` of those pairs.",
    });
  }
  if (positionFlipRate !== null && positionFlipRate >= FLIP_LIMIT)
    notes.push({
      code: "position_bias",
      severity: "warning",
      message: `The winner changed with the order in ${percentText(positionFlipRate)} of the pairs: the judge goes by position, not by content.`,
      fix: "Use a stronger judge or a rubric that says what to look for; ties stay out of training.",
    });
  if (nJudged > 0 && prefersRejected / nJudged >= REJECTED_LIMIT)
    notes.push({
      code: "prefers_rejected",
      severity: "warning",
      message: `The judge prefers the rejected side of ${prefersRejected} of ${countText(nJudged, "pair")}.`,
      fix: "Read the disagreements: either the scores that built the pairs or this judge is wrong.",
    });
  notes.push(
    ...skippedNotes(skipped, { code: "not_pairs", fix: "Every pair must be an object with chosen and rejected." }),
  );
  if (graded.aborted)
    notes.push({
      code: "aborted",
      severity: "warning",
      message: "The call was aborted; verdicts that had come are kept.",
      fix: "Judge the pairs again that have no winner.",
    });
  if (graded.stoppedBecause !== null)
    notes.push(
      stoppedNote(graded.stoppedBecause, ": no more pairs were begun.", "judge the pairs that have no winner."),
    );
  return [...notes, ...graded.notes.filter(({ code }) => PASSED_ON.has(code))];
}

function render(report: JudgePairsReport): string {
  const { judge, n, nJudged, positionFlipRate, tieRate, agreesWithScores, agreesInterval, spend } = report;
  const version = judge.version === null ? "" : ` (${judge.version})`;
  const share = (value: number | null): string => (value === null ? "n/a" : percentText(value));
  const band = agreesInterval === null ? "" : ` [${bandText(agreesInterval)}]`;
  return [
    `judged ${nJudged} of ${countText(n, "pair")} by ${judge.name}${version}`,
    `  prefers chosen ${share(agreesWithScores)}${band}, ties ${share(tieRate)}, flips with the order ${positionFlipRate === null ? "not asked" : share(positionFlipRate)}`,
    ...(spend === null ? [] : [spendLine(spend, { ...report, secondsPerRow: null }, "pair")]),
    ...renderNotes(report.notes),
  ].join("\n");
}
