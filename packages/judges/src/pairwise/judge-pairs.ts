import {
  checkOptions,
  isBackend,
  isRecord,
  JudgeError,
  type JudgeObject,
  OptionError,
  type OptionRules,
  optionRule,
  type Row,
} from "@whileai/core";
import { type BackendLike, type CapturedSettings, captureSettings } from "@whileai/core/settings";
import { grade } from "../grade/grade.js";
import { GRADE_RULES, type GradeLimitOptions, type GradeProgress } from "../grade/grade-options.js";
import { functionPairJudge, type PairFunction } from "./function-pair-judge.js";
import type { PairPreference } from "./pair-decision.js";
import { isPairJudge, JudgePairs, type PairJudge } from "./pair-judge.js";
import type { PairOrdering } from "./pair-orders.js";
import { type JudgePairsReport, pairReport } from "./pair-report.js";
import type { PairSides, PreferencePair } from "./preference-pair.js";

/** Whatever can judge pairs: `JudgePairs()`, a function of two rows, a backend or a spec string. */
export type PairJudgeLike = PairJudge | PairFunction | BackendLike;

/** Options of {@link judgePairs}. */
export interface JudgePairsRunOptions {
  /** The model set for the role "judge", by the conduct floor, unless given. */
  readonly judge?: PairJudgeLike | undefined;
  /** Ask about each pair twice, with the sides exchanged; true unless given. */
  readonly swap?: boolean | undefined;
  /** Seed of the order in which sides are shown without `swap`; 0 unless given. */
  readonly seed?: number | undefined;
  /** As for `grade`: 8 pairs at a time unless given. */
  readonly limits?: GradeLimitOptions | undefined;
  /** Ends the call; it still returns what was judged. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: GradeProgress) => void) | undefined;
}

/** What a judge of pairs said, as `pairwise` on a pair. */
export interface PairwiseVerdict {
  readonly winner: PairPreference | null;
  /** Whether both orders gave the same winner; null where only one was asked or an answer is missing. */
  readonly position_consistent: boolean | null;
  readonly swapped: boolean;
  /** The reasons, one for each order. */
  readonly reasons: readonly string[];
  readonly judge: string;
  readonly judge_version?: string | undefined;
  /** Why there is no winner. */
  readonly error?: string | undefined;
}

/** A pair with a verdict. `tie` is absent where there is none. */
export type JudgedPair<P extends PairSides = PreferencePair> = P & {
  readonly pairwise: PairwiseVerdict;
  readonly tie?: boolean;
};

/** What {@link judgePairs} returns. */
export interface JudgedPairs<P extends PairSides = PreferencePair> {
  /** Copies of the pairs in the order of the input. */
  readonly pairs: JudgedPair<P>[];
  readonly report: JudgePairsReport;
}

/**
 * Asks a judge which side of each pair is better, in both orders: a judge that likes what it sees first gives itself away.
 * Two answers that agree name the winner; two that do not make a tie with `position_consistent` false; where one is
 * missing there is no winner. Nothing is dropped: exports leave ties out, and the report says what to look at.
 *
 * Throws before the first pair an OptionError, JudgeError, SpecError or SettingsError for what cannot work, and an
 * AuthError for a refused key.
 *
 * @example
 * const { pairs, report } = await judgePairs(candidates, { judge: "anthropic:claude-haiku-4-5" });
 * report.positionFlipRate; // 0.04
 */
export async function judgePairs<P extends PairSides>(
  pairs: Iterable<P>,
  options: JudgePairsRunOptions = {},
): Promise<JudgedPairs<P>> {
  checkOptions("judgePairs", options, {
    judge: optionRule.any,
    swap: optionRule.flag,
    seed: optionRule.integer(0),
    limits: GRADE_RULES.limits as OptionRules,
    signal: optionRule.signal,
    onProgress: optionRule.callable,
  });
  const all = [...checkedPairs(pairs)];
  const given = all.filter(isRecord) as P[];
  const { swap = true, seed = 0, judge, ...running } = options;
  const judging = toPairJudge(judge, captureSettings(), { swap, seed });
  const { rows, report } = await grade(given as unknown as Row[], judging, running);
  const judged = rows.map((row, at) => withVerdict(given[at] as P, row, swap, judging));
  return {
    pairs: judged,
    report: pairReport(judged, { judge: judging, swap, skipped: all.length - given.length, graded: report }),
  };
}

function toPairJudge(
  value: PairJudgeLike | undefined,
  settings: CapturedSettings,
  ordering: PairOrdering,
): JudgeObject {
  if (isPairJudge(value)) return value.bindPairs(settings, ordering);
  if (typeof value === "function") return functionPairJudge(value, ordering);
  if (value === undefined || typeof value === "string" || isBackend(value))
    return JudgePairs(value === undefined ? {} : { model: value }).bindPairs(settings, ordering);
  throw new JudgeError({
    message: "judgePairs: this judge grades one row at a time and cannot compare two.",
    fix: 'Give JudgePairs({ rubric }), a function (a, b) => "A" | "B" | "tie", a backend or a spec string.',
  });
}

function withVerdict<P extends PairSides>(pair: P, row: Row, swapped: boolean, judge: JudgeObject): JudgedPair<P> {
  const meta = isRecord(row.judge_meta) ? row.judge_meta : {};
  const winner = row.judge_status === "ok" ? (meta.winner as PairPreference) : null;
  const { tie: _, ...rest } = pair as P & { tie?: unknown };
  const pairwise: PairwiseVerdict = {
    winner,
    position_consistent: (meta.position_consistent as boolean | null | undefined) ?? null,
    swapped,
    reasons: Array.isArray(meta.reasons) ? (meta.reasons as string[]) : [],
    judge: judge.name,
    ...(judge.version === undefined ? {} : { judge_version: judge.version }),
    ...(winner === null ? { error: String(meta.error ?? row.reason ?? row.judge_status) } : {}),
  };
  return { ...rest, pairwise, ...(winner === null ? {} : { tie: winner === "tie" }) } as unknown as JudgedPair<P>;
}

function checkedPairs<P>(pairs: Iterable<P>): Iterable<P> {
  const given: unknown = pairs;
  if (typeof given === "object" && given !== null && Symbol.iterator in given) return pairs;
  throw new OptionError({
    option: "pairs",
    received: typeof given === "string" ? given.slice(0, 60) : given,
    message: `judgePairs: \`pairs\` must be a list of pairs, got ${given === null ? "null" : typeof given}.`,
    fix: "Give a list of { prompt, chosen, rejected }, such as the pairs of buildPreferencePairs.",
  });
}
