import { foldText, isRecord, isTruncated, type Row } from "@whileai/core";
import { findLeak } from "../privileged/find-leak.js";
import { promptText, taskOf } from "../signal/ask-key.js";
import { isShare, judgedReward } from "../signal/judged-reward.js";
import { type CauseCount, countCauses } from "./count-causes.js";
import type { DropLog } from "./drop-log.js";
import { type JunkCause, junkCause, replyText } from "./junk-reply.js";
import type { SftSettings } from "./optimize-options.js";
import { byReward, type Completion, completionOf, groupByPrompt } from "./sft-completion.js";
import { type TruncationCause, truncationCause } from "./truncation-cause.js";
import { type UnlabelledCause, unlabelledCause } from "./unlabelled.js";

/** Where a row left an SFT selection. */
export type SftGate =
  | "not_a_row"
  | "privileged_leak"
  | "ungraded"
  | "below_reward"
  | "junk"
  | "truncated"
  | "duplicate"
  | "not_picked"
  | "target";

/** The completions that may be imitated, and what was left out on the way. */
export interface SftPool<R extends Row> {
  readonly completions: readonly Completion<R>[];
  /** Rows that came in. */
  readonly n: number;
  /** Rows of each folded prompt, or of the task where there is no prompt, whatever became of them. */
  readonly perPrompt: ReadonlyMap<string, number>;
  /** The highest reward of a judge; null without any. */
  readonly rewardHighest: number | null;
  /** Rewards below 0 or above 1. */
  readonly nOutOfRange: number;
  readonly privilegedChecked: number;
  readonly privilegedLeaksShown: number;
  readonly nPassing: number;
  readonly nRepeats: number;
  readonly truncatedAsJunk: number;
  readonly junkCauses: readonly CauseCount<JunkCause>[];
  readonly truncatedCauses: readonly CauseCount<TruncationCause>[];
  readonly unlabelledCauses: readonly CauseCount<UnlabelledCause>[];
}

/** Gates on rows: leaks, the reward, junk, cut replies, then repeats. */
export function readPool<R extends Row>(rows: Iterable<R>, settings: SftSettings, log: DropLog<SftGate>): SftPool<R> {
  const folded = new Map<string, string>();
  const perPrompt = new Map<string, number>();
  const passed: Completion<R>[] = [];
  const junkCauses: JunkCause[] = [];
  const truncatedCauses: TruncationCause[] = [];
  const unlabelledCauses: UnlabelledCause[] = [];
  let rewardHighest: number | null = null;
  let nOutOfRange = 0;
  let privilegedChecked = 0;
  let privilegedLeaksShown = 0;
  let nPassing = 0;
  let truncatedAsJunk = 0;
  let n = 0;
  let index = -1;

  const gateOf = (row: R, reward: number | null): SftGate | null => {
    const leak = findLeak(row, settings.leakRule);
    if (leak.checked) privilegedChecked++;
    if (leak.wasShown) privilegedLeaksShown++;
    if (leak.field !== null) return "privileged_leak";
    if (reward === null) {
      unlabelledCauses.push(unlabelledCause(row));
      return "ungraded";
    }
    if (reward < settings.minReward) return "below_reward";
    const truncated = isTruncated(row);
    if (truncated) truncatedCauses.push(truncationCause(row));
    // A cut reply that is to stay must not go as unfinished.
    const cause = junkCause(truncated && settings.truncated === "keep" ? { ...row, overlong: true } : row);
    if (cause !== null) {
      junkCauses.push(cause);
      if (truncated) truncatedAsJunk++;
      return "junk";
    }
    return truncated && settings.truncated === "drop" ? "truncated" : null;
  };

  for (const row of rows) {
    index++;
    if (!isRecord(row)) {
      log.add({ row, index }, "not_a_row");
      continue;
    }
    n++;
    // Rollouts of a prompt share it to the letter, so most texts need no folding of their own.
    const asked = promptText(row);
    let prompt = folded.get(asked);
    if (prompt === undefined) {
      prompt = foldText(asked);
      folded.set(asked, prompt);
    }
    // Rows without a prompt are no rollouts of one and the same.
    if (prompt === "") prompt = `\u0000${taskOf(row)}`;
    perPrompt.set(prompt, (perPrompt.get(prompt) ?? 0) + 1);
    const reward = judgedReward(row);
    if (reward !== null && !isShare(reward)) nOutOfRange++;
    if (reward !== null) rewardHighest = Math.max(reward, rewardHighest ?? reward);
    if (reward !== null && reward >= settings.minReward) nPassing++;
    const gate = gateOf(row, reward);
    if (gate === null)
      passed.push(completionOf({ row, index, reward: reward as number, prompt }, settings.pick === "topOverall"));
    else log.add({ row, index }, gate);
  }
  const repeats = findRepeats(passed);
  return {
    completions:
      settings.duplicates === "drop" ? log.sieve(passed, (one) => (repeats.has(one) ? "duplicate" : null)) : passed,
    n,
    perPrompt,
    rewardHighest,
    nOutOfRange,
    privilegedChecked,
    privilegedLeaksShown,
    nPassing,
    nRepeats: repeats.size,
    truncatedAsJunk,
    junkCauses: countCauses(junkCauses),
    truncatedCauses: countCauses(truncatedCauses),
    unlabelledCauses: countCauses(unlabelledCauses),
  };
}

/** Completions that say and do the same as a better or earlier-ranked one of their prompt. */
function findRepeats(passed: readonly Completion[]): Set<Completion> {
  const repeats = new Set<Completion>();
  for (const group of groupByPrompt(passed).values()) {
    if (group.length < 2) continue;
    for (const alike of groupBySignature(group)) {
      if (alike.length < 2) continue;
      const first = new Map<string, Completion>();
      for (const one of alike) {
        const reply = foldText(replyText(one.row));
        const earlier = first.get(reply);
        const isBetter = earlier !== undefined && byReward(one, earlier) < 0;
        if (earlier === undefined || isBetter) first.set(reply, one);
        if (earlier !== undefined) repeats.add(isBetter ? earlier : one);
      }
    }
  }
  return repeats;
}

function groupBySignature(group: readonly Completion[]): Completion[][] {
  const groups = new Map<string, Completion[]>();
  for (const one of group) {
    const alike = groups.get(one.signature);
    if (alike) alike.push(one);
    else groups.set(one.signature, [one]);
  }
  return [...groups.values()];
}
