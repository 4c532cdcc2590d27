import { isRecord } from "../json/json.js";
import type { Row, Step } from "../row/row.js";

/**
 * The steps of a row with the rewards of a verdict: `step_rewards`, one number or null for each step. Those that an earlier
 * verdict left (`judge_meta.step_rewards` says so) go; rewards that came with the rollout stay where the verdict has none.
 *
 * @returns The steps, undefined where they stay as they are, and how many rewards were written; null for `step_rewards` that
 * do not fit the steps.
 */
export function judgedSteps(
  row: Readonly<Row>,
  given: unknown,
): { readonly steps: Step[] | undefined; readonly written: number | null } {
  const steps: readonly unknown[] = Array.isArray(row.steps) ? row.steps : [];
  const rewards = fitting(given, steps.length);
  const isStale = isRecord(row.judge_meta) && typeof row.judge_meta.step_rewards === "number";
  if (rewards === undefined && !isStale) return { steps: undefined, written: given === undefined ? 0 : null };
  const judged = steps.map((step, at) => {
    if (!isRecord(step)) return step as Step;
    const { reward: _, ...rest } = step;
    return (rewards === undefined ? rest : { ...rest, reward: rewards[at] }) as Step;
  });
  const written = rewards?.filter((reward) => reward !== null).length;
  return { steps: judged, written: written ?? (given === undefined ? 0 : null) };
}

function fitting(given: unknown, length: number): readonly (number | null)[] | undefined {
  if (!Array.isArray(given) || given.length !== length) return undefined;
  return given.every((reward) => reward === null || Number.isFinite(reward)) ? given : undefined;
}
