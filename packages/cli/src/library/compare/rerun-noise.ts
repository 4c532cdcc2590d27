import type { Note, Row } from "@whileai/core";
import { type DeltaReport, type DeltaReportOptions, evalVariance } from "@whileai/stats";

/** What re-runs differ by where some repeat each other. */
export interface RerunNoise {
  readonly options: Pick<DeltaReportOptions, "runStd" | "runStdRuns">;
  readonly note: Note;
}

/**
 * The re-run SD of two sides whose runs repeat each other row for row. In a file such runs are copies, and a report counts
 * them once; here each was played anew, so that an agent without chance has re-runs that do not differ, which is a
 * measurement. Undefined where no run repeats another.
 */
export function rerunNoise(
  delta: DeltaReport,
  before: Iterable<Row>,
  after: Iterable<Row>,
  runs: number,
): RerunNoise | undefined {
  const { replayedRuns, metrics } = delta;
  const sides = (["before", "after"] as const).filter((side) => replayedRuns[side].length > 0);
  if (sides.length === 0) return undefined;
  const spread = [before, after].map((rows) => evalVariance(rows).runStdByMetric);
  const pooled = [...metrics.keys()].map((metric): [string, number | null] => {
    const [a, b] = spread.map((byMetric) => byMetric.get(metric) ?? null);
    return [metric, a == null || b == null ? null : Math.sqrt((a * a + b * b) / 2)];
  });
  return {
    // Both sides have runs - 1 degrees of freedom.
    options: { runStd: Object.fromEntries(pooled), runStdRuns: 2 * (runs - 1) + 1 },
    note: {
      code: "runs_alike",
      severity: "info",
      message: `Every run was played anew, and runs of the side ${sides.join(" and of the side ")} came out alike: they count as re-runs that do not differ, unless a cache answered them.`,
    },
  };
}
