import type { Row } from "@whileai/core";

/** A run to make up. */
export interface RunPlan {
  /** Rewards of each task. */
  readonly rewards: readonly (readonly unknown[])[];
  /** Evaluation run, when rows say one. */
  readonly run?: number | string;
  /** Markers of a row, by task and rollout. */
  readonly markers?: (task: number, rollout: number) => Record<string, unknown>;
  /** Other fields of a row. */
  readonly fields?: (task: number, rollout: number) => Record<string, unknown>;
  /** Number of the first task. */
  readonly from?: number;
}

/** Rows of one run: tasks t0, t1, … with their rewards. */
export function runRows({ rewards, run, markers, fields, from = 0 }: RunPlan): Row[] {
  return rewards.flatMap((own, task) =>
    own.map(
      (reward, rollout) =>
        ({
          scenario_id: `t${task + from}`,
          rollout_index: rollout,
          reward,
          ...(run === undefined ? {} : { lineage: { eval_run: run } }),
          ...(markers === undefined ? {} : { markers: markers(task, rollout) }),
          ...fields?.(task, rollout),
        }) as unknown as Row,
    ),
  );
}

/** So many tasks with so many passes of four rollouts each. */
export const passes = (tasks: number, count: number): number[][] =>
  Array.from({ length: tasks }, () => Array.from({ length: 4 }, (_, rollout) => (rollout < count ? 1 : 0)));
