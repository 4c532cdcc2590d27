import { gainInterval } from "../compare/gain-interval.js";
import type { ProxyVerdict } from "./delta-report-types.js";
import { type DecidedMetric, hasImproved } from "./metric-decision.js";

/** What a proxy says beside its target. */
export interface ProxyResult {
  readonly verdict: ProxyVerdict;
  /** The proxy rose and the target did not keep up. */
  readonly overOptimized: boolean;
}

function outruns(proxy: DecidedMetric, target: DecidedMetric): boolean {
  const gainOf = ({ ci95, lowerIsBetter }: DecidedMetric) => gainInterval(ci95, lowerIsBetter);
  const [ofProxy, ofTarget] = [gainOf(proxy), gainOf(target)];
  return ofProxy !== null && ofTarget !== null && ofProxy.low > ofTarget.high;
}

function verdictOf({ deltaVerdict, gainVerdict, withinNoise }: DecidedMetric): ProxyVerdict {
  if (deltaVerdict === "insufficient_data") return "insufficient_data";
  if (withinNoise || gainVerdict === "no_difference_detected") return "no_change_detected";
  return gainVerdict === "b_better" ? "moved" : "moved_the_wrong_way";
}

/**
 * Looks for over-optimisation (Gao et al. 2022, arXiv:2210.10760): the proxy improved beyond noise while the target did
 * not, or, where both are shares, improved by surely more than the target.
 *
 * @param proxy - Null when one side's rows do not carry it.
 * @param target - The headline metric; null when it is not measured.
 */
export function proxyGate(
  proxy: DecidedMetric | null,
  target: DecidedMetric | null,
  isTarget: boolean,
  sameScale: boolean,
): ProxyResult {
  if (isTarget) return { verdict: "proxy_is_target", overOptimized: false };
  if (proxy === null) return { verdict: "proxy_not_measured", overOptimized: false };
  const keptUp = target !== null && hasImproved(target) && !(sameScale && outruns(proxy, target));
  return { verdict: verdictOf(proxy), overOptimized: hasImproved(proxy) && !keptUp };
}
