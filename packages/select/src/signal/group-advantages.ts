import {
  checkOptions,
  countText,
  createReport,
  isRecord,
  type Note,
  optionRule,
  type ReportOf,
  type Row,
  type RowLike,
  renderNotes,
} from "@whileai/core";
import { info } from "../notes/note.js";
import { numberText } from "../notes/number-text.js";
import { outOfRangeNote } from "../notes/out-of-range-note.js";
import { skippedNote } from "../notes/row-notes.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import {
  ADVANTAGE_ESTIMATORS,
  type AdvantageEstimator,
  advantagesOf,
  DEFAULT_EPSILON,
  ESTIMATOR_NAMES,
  tokenWeight,
} from "./advantage-estimators.js";
import { askKey, taskOf } from "./ask-key.js";
import { isShare, judgedReward } from "./judged-reward.js";
import { meanOfRewards } from "./reward-unit.js";

/** Options of `groupAdvantages`. */
export interface GroupAdvantagesOptions {
  /** Default "grpo". */
  estimator?: AdvantageEstimator | undefined;
  /** Added to the standard deviation that GRPO and DAPO divide by. Default 1e-4, as in TRL. */
  epsilon?: number | undefined;
  /** The constant length that Dr. GRPO divides by. Default: the longest rollout of the rows. */
  maxTokens?: number | undefined;
}

/** Why a rollout has no advantage: no reward, nothing to compare it with, or left out by DAPO's dynamic sampling. */
export type NoAdvantage = "ungraded" | "single" | "filtered";

/** One rollout's part in the update. */
export interface RolloutAdvantage {
  /** Position in the input, from 0. */
  readonly index: number;
  readonly rolloutId: string | null;
  readonly taskId: string;
  readonly reward: number | null;
  readonly advantage: number | null;
  /** Why `advantage` is null. */
  readonly without: NoAdvantage | null;
  /** Sampled tokens, from `n_tokens` or `usage.output_tokens`. */
  readonly tokens: number | null;
  /** Factor of one of its tokens in the group's loss; null when token counts are missing. */
  readonly tokenWeight: number | null;
}

/** The fields of a preview of advantages. A group is a task with a prompt. */
export interface GroupAdvantagesFields {
  readonly estimator: AdvantageEstimator;
  readonly epsilon: number;
  /** Groups with a graded rollout. */
  readonly nGroups: number;
  /** Groups whose rewards differ: the ones with a gradient. */
  readonly nWithGradient: number;
  /** Groups with one graded rollout. */
  readonly nSingle: number;
  /** Groups with two or more that all got the same. */
  readonly nFlat: number;
  readonly nUngraded: number;
  /** Rewards below 0 or above 1. */
  readonly nOutOfRange: number;
  /** Entries that are no rows; they have no entry in `rollouts`. */
  readonly nSkipped: number;
  /** Mean |advantage| over rollouts of groups with a gradient; null when there is none. */
  readonly meanSize: number | null;
  readonly largest: number | null;
  /** One entry for each row, in the order of the input. */
  readonly rollouts: readonly RolloutAdvantage[];
}

/** What `groupAdvantages` gives back. */
export type GroupAdvantagesReport = ReportOf<"group_advantages", GroupAdvantagesFields>;

/**
 * The advantages a trainer will compute from graded rollouts, before any money is spent: inside each group of rollouts
 * of one prompt, with the weight of a token in the loss. Rollouts without a reward take no part in their group's mean.
 *
 * @param rows - Graded rollouts; rewards may be any finite numbers.
 * @throws OptionError for an unknown option or a bad value.
 *
 * @example
 * const { rollouts } = groupAdvantages([{ prompt: "a", reward: 1 }, { prompt: "a", reward: 0 }], { estimator: "rloo" });
 * rollouts.map((one) => one.advantage); // [1, -1]
 */
export function groupAdvantages(rows: Iterable<RowLike>, options: GroupAdvantagesOptions = {}): GroupAdvantagesReport {
  checkOptions("groupAdvantages", options, {
    estimator: optionRule.oneOf(ADVANTAGE_ESTIMATORS),
    epsilon: optionRule.number(0, Number.MAX_VALUE),
    maxTokens: optionRule.integer(1),
  });
  const estimator = options.estimator ?? "grpo";
  const epsilon = options.epsilon ?? DEFAULT_EPSILON;
  const read = withRowErrors("groupAdvantages", rows, readRollouts, { once: true });
  const groups = [...read.groups.values()];
  const budget = options.maxTokens ?? longest(read.rollouts);
  for (const group of groups) addAdvantages(group, estimator, epsilon, budget);

  const rollouts = read.rollouts;
  const several = groups.filter((group) => group.length >= 2);
  const moving = several.filter((group) => group.some(({ advantage }) => advantage !== null && advantage !== 0));
  const sizes = moving.flatMap((group) => group.map(({ advantage }) => Math.abs(advantage as number)));
  const fields: GroupAdvantagesFields = {
    estimator,
    epsilon,
    nGroups: groups.length,
    nWithGradient: moving.length,
    nSingle: groups.length - several.length,
    nFlat: several.length - moving.length,
    nUngraded: rollouts.filter(({ without }) => without === "ungraded").length,
    nOutOfRange: rollouts.filter(({ reward }) => reward !== null && !isShare(reward)).length,
    nSkipped: read.nSkipped,
    meanSize: sizes.length === 0 ? null : meanOfRewards(sizes),
    largest: sizes.length === 0 ? null : sizes.reduce((most, size) => Math.max(most, size), 0),
    rollouts,
  };
  return createReport("group_advantages", fields, notesOf(fields), render);
}

type Draft = { -readonly [Name in keyof RolloutAdvantage]: RolloutAdvantage[Name] };

function readRollouts(rows: Iterable<Row>) {
  const rollouts: Draft[] = [];
  const groups = new Map<string, Draft[]>();
  let nSkipped = 0;
  let index = -1;
  for (const row of rows) {
    index++;
    if (!isRecord(row)) {
      nSkipped++;
      continue;
    }
    const reward = judgedReward(row);
    const rollout: Draft = {
      index,
      rolloutId: typeof row.rollout_id === "string" ? row.rollout_id : null,
      taskId: taskOf(row),
      reward,
      advantage: null,
      without: reward === null ? "ungraded" : null,
      tokens: sampledTokens(row),
      tokenWeight: null,
    };
    rollouts.push(rollout);
    if (reward === null) continue;
    const key = askKey(row);
    const group = groups.get(key);
    if (group) group.push(rollout);
    else groups.set(key, [rollout]);
  }
  return { rollouts, groups, nSkipped };
}

function addAdvantages(group: readonly Draft[], estimator: AdvantageEstimator, epsilon: number, budget: number | null) {
  const advantages = advantagesOf(
    group.map(({ reward }) => reward as number),
    estimator,
    epsilon,
  );
  const counts = group.map(({ tokens }) => tokens);
  const total = counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
  for (const [at, rollout] of group.entries()) {
    rollout.advantage = advantages[at] ?? null;
    if (rollout.advantage === null) {
      rollout.without = group.length < 2 ? "single" : "filtered";
      continue;
    }
    rollout.tokenWeight = tokenWeight(estimator, {
      rollouts: group.length,
      own: rollout.tokens,
      group: total,
      budget,
    });
  }
}

function sampledTokens(row: Readonly<Row>): number | null {
  const used = isRecord(row.usage) ? row.usage.output_tokens : undefined;
  for (const count of [row.n_tokens, used])
    if (Number.isSafeInteger(count) && (count as number) > 0) return count as number;
  return null;
}

function longest(rollouts: readonly RolloutAdvantage[]): number | null {
  const most = rollouts.reduce((length, { tokens }) => Math.max(length, tokens ?? 0), 0);
  return most === 0 ? null : most;
}

function notesOf(fields: GroupAdvantagesFields): Note[] {
  const unweighted = fields.rollouts.filter(({ advantage, tokenWeight: own }) => advantage !== null && own === null);
  return [
    fields.nUngraded > 0 &&
      info(
        "ungraded_rows",
        `${countText(fields.nUngraded, "row without a reward", "rows without a reward")} took no part.`,
      ),
    outOfRangeNote(fields.nOutOfRange, "sizes of advantages that are not divided by the deviation are on their scale"),
    skippedNote(fields.nSkipped),
    unweighted.length > 0 &&
      info(
        "tokens_unknown",
        `${countText(unweighted.length, "rollout")} cannot be weighted by length: token counts are missing.`,
        "Sample with logprobs or a server that reports usage.",
      ),
  ].filter((note) => note !== false);
}

function render(report: GroupAdvantagesReport): string {
  return [
    `${ESTIMATOR_NAMES[report.estimator]} advantages: ${report.nWithGradient} of ${countText(report.nGroups, "group")} with a gradient (${report.nFlat} without spread, ${report.nSingle} single)`,
    `  mean size ${numberText(report.meanSize, 2)}, largest ${numberText(report.largest, 2)}`,
    ...renderNotes(report.notes),
  ].join("\n");
}
