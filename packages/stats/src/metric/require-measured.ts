import { markerOf, unknownMetric } from "./metric-name.js";
import type { TaskValues } from "./task-values.js";

/**
 * Throws an `OptionError`, in the name of `call`, for a marker that is in none of the runs while their rows carry others: a
 * misspelt name must not read as a marker that was never measured. With `evenAlone` also where rows carry none at all.
 */
export function requireMeasured(call: string, runs: readonly TaskValues[], evenAlone = false): void {
  const metric = runs[0]?.metric ?? "";
  if (markerOf(metric) === null || runs.some(({ isPresent }) => isPresent)) return;
  const others = new Set(runs.flatMap(({ otherMarkers }) => otherMarkers));
  if (others.size > 0 || (evenAlone && runs.every(({ nSkipped }) => nSkipped > 0)))
    throw unknownMetric(call, metric, others);
}
