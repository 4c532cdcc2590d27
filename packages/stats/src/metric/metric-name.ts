import { nearestName, OptionError } from "@whileai/core";

/** The pass rate of one rollout: rewards of 0 and 1. */
export const PASS_AT_1 = "pass_at_1";
/** The mean reward, fractions included. */
export const MEAN_REWARD = "mean_reward";
const MARKER_PREFIX = "marker:";

/** Metrics that every run has. */
const BUILT_IN: readonly string[] = [PASS_AT_1, MEAN_REWARD];

/** The marker that a metric reads (`marker:<name>`), or null for the metrics that read the reward. */
export function markerOf(metric: string): string | null {
  return metric.startsWith(MARKER_PREFIX) ? metric.slice(MARKER_PREFIX.length) : null;
}

/** The metric that reads a marker. */
export const markerMetric = (marker: string): string => `${MARKER_PREFIX}${marker}`;

/** The error for a metric that does not exist, with the nearest one that does. */
export function unknownMetric(call: string, metric: unknown, markers: Iterable<string> = []): OptionError {
  const known = [...BUILT_IN, ...Array.from(markers, markerMetric)];
  // A marker's name may come without its prefix.
  const nearest = (name: string) => nearestName(name, known) ?? nearestName(markerMetric(name), known);
  const near = typeof metric === "string" ? nearest(metric) : undefined;
  const shown = typeof metric === "string" ? JSON.stringify(metric.slice(0, 60)) : String(metric);
  return new OptionError({
    option: "metric",
    received: metric,
    didYouMean: near,
    message: `${call}: unknown metric ${shown}.`,
    fix: `${near === undefined ? "" : `Did you mean "${near}"? `}Known metrics: ${known.join(", ")}, marker:<name>.`,
  });
}

/**
 * Throws an `OptionError` unless the metric is `pass_at_1`, `mean_reward` or `marker:<name>`.
 *
 * @example
 * requireMetric("compareRuns", "pass_at1"); // OptionError: … Did you mean "pass_at_1"?
 */
export function requireMetric(call: string, metric: unknown): void {
  if (typeof metric === "string" && (BUILT_IN.includes(metric) || markerOf(metric))) return;
  throw unknownMetric(call, metric);
}
