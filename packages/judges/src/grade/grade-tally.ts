import { isRecord, type JudgeStatus, jsonText, type Row } from "@whileai/core";
import { CertaintyTally } from "../judge/certainty-tally.js";
import { ReplyTally } from "./reply-tally.js";
import { ToolTally } from "./tool-tally.js";

/** Why a row has no verdict. */
export type UnjudgedStatus = Exclude<JudgeStatus, "ok">;

/** Counts graded rows one by one, in their order, for the report: nothing of a row itself is kept. */
export class GradeTally {
  rows = 0;
  passed = 0;
  failed = 0;
  partial = 0;
  readonly unjudged: Record<UnjudgedStatus, number> = { missing_reward: 0, invalid_result: 0, error: 0, timeout: 0 };
  /** Rows with rewards on their steps, and rows whose step rewards do not fit their steps. */
  withStepRewards = 0;
  misfitStepRewards = 0;
  /** Rows that were shortened for the judge. */
  reduced = 0;
  /** Rows that an abort or a limit left unjudged: their status is an error, and no judge failed. */
  notReached = 0;
  /** What the first row of each kind without a verdict says about why, where it says anything. */
  readonly firstReasons: Partial<Record<UnjudgedStatus, string>> = {};
  /** How sure the judge was, by its votes or probabilities. */
  readonly certainty = new CertaintyTally();
  readonly tools: ToolTally;
  readonly replies = new ReplyTally();
  readonly #agents = new Set<string>();
  readonly #goldSources = new Set<string>();
  readonly #markers = new Map<string, boolean>();
  /** How often each reward was given: their sum does not depend on the order of the rows. */
  readonly #rewards = new Map<number, number>();

  constructor(declaredTools?: readonly string[]) {
    this.tools = new ToolTally(declaredTools);
  }

  add(row: Row, isReached = true): void {
    this.rows++;
    this.tools.add(row);
    this.replies.add(row);
    if (typeof row.model_version === "string" && row.model_version !== "") this.#agents.add(row.model_version);
    const meta = isRecord(row.judge_meta) ? row.judge_meta : {};
    if (typeof meta.step_rewards === "number") this.withStepRewards++;
    else if (meta.step_rewards !== undefined) this.misfitStepRewards++;
    if (row.judge_status === "ok") this.#addVerdict(row, meta);
    else this.#addMissing(row, meta, isReached);
  }

  get graded(): number {
    return this.passed + this.failed + this.partial;
  }

  /** Mean reward of the graded rows; null when there are none. */
  get meanReward(): number | null {
    if (this.graded === 0) return null;
    const sorted = [...this.#rewards].sort(([a], [b]) => a - b);
    return sorted.reduce((sum, [reward, times]) => sum + reward * times, 0) / this.graded;
  }

  /** The one reward that all graded rows got, where there are at least two. */
  get onlyReward(): number | undefined {
    return this.graded >= 2 && this.#rewards.size === 1 ? [...this.#rewards.keys()][0] : undefined;
  }

  /** The models that were graded. */
  get agents(): string[] {
    return [...this.#agents].sort();
  }

  /** Where right answers were read. */
  get goldSources(): string[] {
    return [...this.#goldSources].sort();
  }

  /** Markers that are a number on no row. */
  get emptyMarkers(): string[] {
    return [...this.#markers].flatMap(([name, isNumber]) => (isNumber ? [] : [name])).sort();
  }

  #addVerdict(row: Row, meta: Record<string, unknown>): void {
    const reward = row.reward as number;
    if (reward === 1) this.passed++;
    else if (reward === 0) this.failed++;
    else this.partial++;
    this.#rewards.set(reward, (this.#rewards.get(reward) ?? 0) + 1);
    const { gold_source: source } = meta;
    if (source !== undefined) this.#goldSources.add(typeof source === "string" ? source : jsonText(source));
    if (meta.payload_reduced === true) this.reduced++;
    this.certainty.add(meta);
    if (!isRecord(row.markers)) return;
    for (const [name, value] of Object.entries(row.markers))
      this.#markers.set(name, this.#markers.get(name) === true || typeof value === "number");
  }

  #addMissing(row: Row, meta: Record<string, unknown>, isReached: boolean): void {
    const status = row.judge_status as UnjudgedStatus;
    this.unjudged[status]++;
    if (!isReached) {
      this.notReached++;
      return;
    }
    const error = status === "error" && typeof meta.error === "string" ? meta.error : undefined;
    const reason = error ?? (status === "invalid_result" ? misfitText(meta) : undefined) ?? row.reason;
    if (typeof reason === "string" && reason !== "") this.firstReasons[status] ??= reason;
  }
}

/** What a judge returned that is no reward, as `judge_meta` has it. */
function misfitText(meta: Record<string, unknown>): string | undefined {
  if (meta.reward_out_of_range !== undefined)
    return `the reward ${jsonText(meta.reward_out_of_range)} is not from 0 to 1`;
  const type = meta.reward_type ?? meta.returned_type;
  if (typeof type !== "string") return undefined;
  const shown = meta.returned === undefined ? "" : ` (${jsonText(meta.returned)})`;
  return `no number, but ${type}${shown}`;
}
