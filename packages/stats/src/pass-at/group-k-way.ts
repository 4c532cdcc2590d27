import { groupPassAtK, groupPassPowK } from "@whileai/core";
import type { TaskOutcome } from "./estimate-k-way.js";

/** The k-way numbers of groups of a planned size. */
export interface GroupKWay {
  /** One value for each task that counts: pass^k, pass@k, and pass@k minus the task's pass rate. */
  readonly passPowK: readonly number[];
  readonly passAtK: readonly number[];
  readonly headroom: readonly number[];
  /** How many of these tasks are shorter ones. */
  readonly nGroupsImputed: number;
  /** Rollouts behind the values. */
  readonly rollouts: number;
}

/**
 * pass^k and pass@k of every task with at least k graded rollouts and, with `unanimousShort`, of shorter ones that all
 * agree, as if they had gone on like that.
 */
export function groupKWay(tasks: readonly TaskOutcome[], k: number, unanimousShort: boolean): GroupKWay {
  const passPowK: number[] = [];
  const passAtK: number[] = [];
  const headroom: number[] = [];
  let [nGroupsImputed, counted] = [0, 0];
  for (const { rollouts, passes } of tasks) {
    const short = rollouts < k;
    if (short && !(unanimousShort && (passes === 0 || passes === rollouts))) continue;
    if (short) nGroupsImputed++;
    const rate = passes / rollouts;
    const any = short ? rate : (groupPassAtK(rollouts, passes, k) as number);
    passPowK.push(short ? rate : (groupPassPowK(rollouts, passes, k) as number));
    passAtK.push(any);
    headroom.push(any - rate);
    counted += rollouts;
  }
  return { passPowK, passAtK, headroom, nGroupsImputed, rollouts: counted };
}
