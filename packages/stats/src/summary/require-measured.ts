import { unknownMetric } from "../metric/metric-name.js";
import type { TaskValues } from "../metric/task-values.js";

/**
 * Throws an `OptionError` when a marker is in none of the runs although their rows carry others: a misspelt name must
 * not read as a marker that was never measured.
 */
export function requireMeasured(call: string, metric: string, runs: readonly TaskValues[]): void {
  if (runs.some(({ isPresent }) => isPresent)) return;
  const others = new Set(runs.flatMap(({ otherMarkers }) => otherMarkers));
  if (others.size > 0) throw unknownMetric(call, metric, [...others].sort());
}
