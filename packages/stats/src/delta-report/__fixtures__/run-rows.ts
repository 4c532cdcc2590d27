import type { Note, Row } from "@whileai/core";

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

/** Ten tasks that pass one of four times, and three of four. */
export const low = runRows({ rewards: passes(10, 1) });
export const high = runRows({ rewards: passes(10, 3) });

/** Evaluation runs with these means, on 20 tasks of 4 rollouts; replies differ. */
export function threeRuns(means: readonly number[]): Row[] {
  return means.flatMap((mean, run) => {
    const total = Math.round(mean * 80);
    const rewards = Array.from({ length: 20 }, (_, task) =>
      Array.from({ length: 4 }, (_, rollout) => (rollout * 20 + task < total ? 1 : 0)),
    );
    return runRows({ rewards, run, fields: (task, rollout) => ({ final_text: `run ${run} ${task} ${rollout}` }) });
  });
}

/** Two rollouts a task, of which so many first tasks are honest, and polite. */
export const marked = (tasks: number, honest: number, polite: number, reward = 1): Row[] =>
  runRows({
    rewards: Array.from({ length: tasks }, () => [reward, 0]),
    markers: (task) => ({ honest: task < honest ? 1 : 0, polite: task < polite ? 1 : 0 }),
  });

export const codes = ({ notes }: { readonly notes: readonly Note[] }): string[] => notes.map(({ code }) => code);
