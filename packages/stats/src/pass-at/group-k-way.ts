import { shareAllDrawn } from "@whileai/core";
import type { TaskOutcome } from "./estimate-k-way.js";

/** The k-way numbers of groups of a planned size. */
export interface GroupKWay {
  /** One value for each task that counts: pass^k, pass@k, and pass@k minus the task's pass rate. */
  readonly passPowK: readonly number[];
  readonly passAtK: readonly number[];
  readonly headroom: readonly number[];
  /** How many of these tasks are shorter ones. */
  readonly nGroupsImputed: number;
  /** The tasks that count, in the order of the values. */
  readonly tasks: readonly TaskOutcome[];
}

/**
 * pass^k and pass@k of every task with at least k graded rollouts and, with `unanimousShort`, of shorter ones that all
 * agree, as if they had gone on like that.
 */
export function groupKWay(tasks: readonly TaskOutcome[], k: number, unanimousShort: boolean): GroupKWay {
  const passPowK: number[] = [];
  const passAtK: number[] = [];
  const headroom: number[] = [];
  const counted: TaskOutcome[] = [];
  let nGroupsImputed = 0;
  for (const task of tasks) {
    const { rollouts, passes } = task;
    const short = rollouts < k;
    if (short && !(unanimousShort && (passes === 0 || passes === rollouts))) continue;
    if (short) nGroupsImputed++;
    const rate = passes / rollouts;
    const any = short ? rate : 1 - shareAllDrawn(rollouts, rollouts - passes, k);
    passPowK.push(short ? rate : shareAllDrawn(rollouts, passes, k));
    passAtK.push(any);
    headroom.push(any - rate);
    counted.push(task);
  }
  return { passPowK, passAtK, headroom, nGroupsImputed, tasks: counted };
}
