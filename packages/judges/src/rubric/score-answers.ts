import { roundHalfEven, setOwn, type VerdictObject } from "@whileai/core";
import { type Criterion, criterionSlug } from "./criterion.js";

/** Decimals of a rubric's reward; fixed by the wire format. */
const REWARD_DIGITS = 4;

/** How answers are scored. */
export interface ScoreRubricOptions {
  /**
   * Take an unanswered hard rule or principle for not met and an unanswered pitfall for avoided. False unless given: one
   * unanswered item leaves the reward null.
   */
  readonly lenient?: boolean | undefined;
}

/** What answers to a rubric's criteria amount to; a verdict that a judge may return. Lists hold titles. */
export interface RubricScore extends VerdictObject {
  /** In [0, 1] with 4 decimals; null when items are unanswered. */
  readonly reward: number | null;
  /** `rubric:<slug>`: 1 for met, or a pitfall avoided; null for unanswered. */
  readonly markers: Readonly<Record<string, number | null>>;
  /** The answers by title: true for met, or fallen into; null for none. */
  readonly criteria: Readonly<Record<string, boolean | null>>;
  readonly rubric_version: string;
  /** Hard rules and principles that are met. */
  readonly met: readonly string[];
  /** Principles that are not. */
  readonly missed: readonly string[];
  readonly hard_failed: readonly string[];
  readonly pitfalls_hit: readonly string[];
  readonly unanswered: readonly string[];
  readonly n_unanswered: number;
}

/**
 * Scores answers, one for each criterion and undefined where there is none. A hard rule that is not met makes the reward
 * 0. Otherwise it is the weight of the principles met, less that of the pitfalls fallen into, as a share of all
 * principles' weight and not below 0; without principles 1 less the pitfalls' share; with hard rules alone 1.
 */
export function scoreAnswers(
  criteria: readonly Criterion[],
  answers: readonly (boolean | undefined)[],
  version: string,
  { lenient = false }: ScoreRubricOptions = {},
): RubricScore {
  const titles = (holds: (criterion: Criterion, answer: boolean | undefined) => boolean): string[] =>
    criteria.filter((criterion, at) => holds(criterion, answers[at])).map(({ title }) => title);
  const unanswered = titles((_, answer) => answer === undefined);
  const isDecided = lenient || unanswered.length === 0;
  const isUnmet = (answer: boolean | undefined): boolean => (lenient ? answer !== true : answer === false);

  const markers: Record<string, number | null> = {};
  const byTitle: Record<string, boolean | null> = {};
  for (const [at, { title, kind }] of criteria.entries()) {
    const answer = answers[at] ?? (lenient ? false : undefined);
    setOwn(
      markers,
      `rubric:${criterionSlug(title)}`,
      answer === undefined ? null : Number(answer !== (kind === "pitfall")),
    );
    setOwn(byTitle, title, answers[at] ?? null);
  }
  return {
    reward: isDecided ? rewardOf(criteria, answers) : null,
    ...(isDecided
      ? {}
      : {
          judge_status: "invalid_result",
          reason: `no answer for ${unanswered.map((title) => `"${title}"`).join(", ")}`,
        }),
    markers,
    criteria: byTitle,
    rubric_version: version,
    met: titles(({ kind }, answer) => kind !== "pitfall" && answer === true),
    missed: titles(({ kind }, answer) => kind === "principle" && isUnmet(answer)),
    hard_failed: titles(({ kind }, answer) => kind === "hard" && isUnmet(answer)),
    pitfalls_hit: titles(({ kind }, answer) => kind === "pitfall" && answer === true),
    unanswered,
    n_unanswered: unanswered.length,
  };
}

function rewardOf(criteria: readonly Criterion[], answers: readonly (boolean | undefined)[]): number {
  if (criteria.some(({ kind }, at) => kind === "hard" && answers[at] !== true)) return 0;
  // Sums of huge weights must stay numbers.
  const largest = Math.max(...criteria.map(({ weight }) => weight));
  const unit = Number.isFinite(largest * criteria.length) ? 1 : largest;
  const sum = (kind: Criterion["kind"], onlyTrue: boolean): number =>
    criteria.reduce(
      (total, criterion, at) =>
        criterion.kind === kind && (!onlyTrue || answers[at] === true) ? total + criterion.weight / unit : total,
      0,
    );
  const [principles, pitfalls] = [sum("principle", false), sum("pitfall", false)];
  const hit = sum("pitfall", true);
  const share = principles > 0 ? (sum("principle", true) - hit) / principles : pitfalls > 0 ? 1 - hit / pitfalls : 1;
  return roundHalfEven(Math.min(1, Math.max(0, share)), REWARD_DIGITS);
}
