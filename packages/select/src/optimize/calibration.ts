import { type Row, wilsonInterval } from "@whileai/core";
import { carriedRate } from "./carried-rate.js";
import { isMeasuredOutOfRange, measuredReward } from "./measured-reward.js";
import type { RlEntry } from "./rl-entry.js";

/** What graded rollouts say about one task. */
export interface TaskCalibration {
  readonly taskId: string;
  readonly n: number;
  /** Mean reward. */
  readonly passRate: number;
  /** Wilson's 95% interval; null when rewards are fractions. */
  readonly passRateCi95: { readonly low: number; readonly high: number } | null;
}

/**
 * Measures the tasks of a selection on their graded rows as they came in, in the order of the tasks given. A task without
 * any (its only reward is the one a penalty wrote) has nothing to measure and is left out; so is one with a reward on
 * another scale.
 */
export function measureCalibration(tasks: Iterable<string>, arrived: readonly RlEntry<Row>[]): TaskCalibration[] {
  const wanted = new Map<string, number[]>([...tasks].map((task) => [task, []]));
  for (const { row, task } of arrived) {
    const reward = measuredReward(row);
    if (reward !== null) wanted.get(task)?.push(reward);
    else if (isMeasuredOutOfRange(row)) wanted.delete(task);
  }
  const graded = [...wanted].filter(([, rewards]) => rewards.length > 0);
  return graded.map(([taskId, rewards]) => {
    const sum = rewards.reduce((total, reward) => total + reward, 0);
    const isBinary = rewards.every((reward) => reward === 0 || reward === 1);
    const interval = isBinary ? wilsonInterval(sum, rewards.length) : null;
    return {
      taskId,
      n: rewards.length,
      passRate: sum / rewards.length,
      passRateCi95: interval === null ? null : { low: interval.low, high: interval.high },
    };
  });
}

/** A copy of the row that carries its task's calibration; one that was measured on more rollouts stays. */
export function stampCalibration<R extends Row>(row: R, { taskId, n, passRate, passRateCi95 }: TaskCalibration): R {
  if ((carriedRate(row.calibration)?.n ?? 0) > n) return row;
  return {
    ...row,
    calibration: {
      task_id: taskId,
      student: {
        ...(typeof row.model_version === "string" ? { model: row.model_version } : {}),
        ...(typeof row.policy_version === "string" ? { version: row.policy_version } : {}),
      },
      n,
      pass_rate: passRate,
      ...(passRateCi95 === null ? {} : { pass_rate_ci95: [passRateCi95.low, passRateCi95.high] }),
    },
  };
}
