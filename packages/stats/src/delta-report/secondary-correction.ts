import type { TaskValueDifference } from "../compare/compare-runs-types.js";
import { holm } from "../inference/holm.js";
import { maxT } from "../inference/max-t.js";
import type { TaskValues } from "../metric/task-values.js";
import type { Correction, Sides } from "./delta-report-types.js";

/** One metric of the family. */
export interface FamilyMember {
  readonly metric: string;
  readonly difference: TaskValueDifference;
  readonly values: Sides<TaskValues>;
}

/** Adjusted p-values and how they were formed. */
export interface AdjustedFamily {
  readonly used: Correction;
  readonly pValues: ReadonlyMap<string, number>;
}

const NONE: AdjustedFamily = { used: "none", pValues: new Map() };

/** After minus before by task; null where a side has no value. */
function alignedDifferences(members: readonly FamilyMember[]): (number | null)[][] {
  const tasks = [...new Set(members.flatMap(({ values }) => [...values.before.perTask.keys()]))].sort();
  return members.map(({ values: { before, after } }) =>
    tasks.map((task) => {
      const [a, b] = [before.perTask.get(task), after.perTask.get(task)];
      return a === undefined || b === undefined ? null : b.mean - a.mean;
    }),
  );
}

/**
 * The p-values of several metrics, adjusted for being several. Max-T flips signs task by task, so it needs pairs of
 * independent tasks; where some metric has none, Holm's method takes its place.
 */
export function adjustFamily(
  family: readonly FamilyMember[],
  correction: Correction,
  options: { readonly draws: number; readonly seed: number | string },
): AdjustedFamily {
  const tested = family.filter(({ difference }) => difference.pValue !== null);
  if (correction === "none" || tested.length < 2) return NONE;
  const own = tested.map(({ difference }) => difference.pValue as number);
  const isPaired = tested.every(({ difference }) => difference.paired && difference.nClusters === null);
  const used = isPaired ? correction : "holm";
  const joint =
    used === "holm"
      ? holm(own)
      : maxT(alignedDifferences(tested), { draws: options.draws, seed: options.seed }).metrics.map(
          ({ stepDownP }) => stepDownP,
        );
  // Draws may put the joint p-value below the metric's own exact one, which it can never be.
  const pValues = tested.map(
    ({ metric }, index) => [metric, Math.max(own[index] as number, joint[index] as number)] as const,
  );
  return { used, pValues: new Map(pValues) };
}
