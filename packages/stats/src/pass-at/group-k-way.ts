import { shareAllDrawn } from "@whileai/core";
import type { TaskOutcome } from "./estimate-k-way.js";

/** The k-way numbers of groups of a planned size. */
export interface GroupKWay {
  /** One value for each task that counts: pass^k, pass@k, and pass@k minus the task's pass rate. */
  readonly passPowK: Float64Array;
  readonly passAtK: Float64Array;
  readonly headroom: Float64Array;
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
  const counts = ({ rollouts, passes }: TaskOutcome): boolean =>
    rollouts >= k || (unanimousShort && (passes === 0 || passes === rollouts));
  const counted = tasks.every(counts) ? tasks : tasks.filter(counts);
  const passPowK = new Float64Array(counted.length);
  const passAtK = new Float64Array(counted.length);
  const headroom = new Float64Array(counted.length);
  let nGroupsImputed = 0;
  for (const [index, { rollouts, passes }] of counted.entries()) {
    const short = rollouts < k;
    if (short) nGroupsImputed++;
    const rate = passes / rollouts;
    const any = short ? rate : 1 - shareAllDrawn(rollouts, rollouts - passes, k);
    passPowK[index] = short ? rate : shareAllDrawn(rollouts, passes, k);
    passAtK[index] = any;
    headroom[index] = any - rate;
  }
  return { passPowK, passAtK, headroom, nGroupsImputed, tasks: counted };
}
