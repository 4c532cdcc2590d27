import { type BlindGate, blindGate } from "./blind-gate.js";
import type { Comparability } from "./comparability.js";
import type { DeltaVerdict, GuardResult } from "./delta-report-types.js";
import { type DecidedMetric, hasImproved, hasSlipped } from "./metric-decision.js";
import type { ProxyResult } from "./proxy-gate.js";
import type { TrainSpread } from "./training-runs.js";

/** The headline's verdict before and after one training seed makes it unresolved. */
export interface HeadlineVerdict {
  readonly verdict: DeltaVerdict;
  readonly wrongWay: boolean;
}

const MOVES: ReadonlySet<DeltaVerdict> = /* @__PURE__ */ new Set([
  "moved",
  "moved_unreplicated",
  "moved_the_wrong_way",
]);

const isMeasured = (verdict: DeltaVerdict): boolean =>
  verdict !== "target_not_measured" && verdict !== "insufficient_data";

/** The verdict on the headline metric, training seeds allowed for. */
export function headlineVerdict(headline: DecidedMetric | null, train: TrainSpread | null): HeadlineVerdict {
  const plain = headline === null ? "target_not_measured" : headline.deltaVerdict;
  const verdict = train?.coversZero && MOVES.has(plain) ? "no_change_detected" : plain;
  const wrongWay = verdict === "moved_the_wrong_way";
  return { verdict: train?.unresolved && isMeasured(verdict) ? "unresolved" : verdict, wrongWay };
}

/** What moved, and what that means for the gate. */
export interface Gates {
  readonly ok: boolean;
  /** Something got worse that must not, or the proxy left the target behind. */
  readonly failed: boolean;
  /** A gate that could not look. */
  readonly blind: BlindGate | null;
  readonly improved: readonly string[];
  readonly regressions: readonly string[];
  readonly slipped: readonly string[];
}

/** A gate is open only when nothing got worse and everything that was asked could be measured. */
export function deltaGates(
  metrics: ReadonlyMap<string, DecidedMetric>,
  { verdict, wrongWay }: HeadlineVerdict,
  guards: readonly GuardResult[],
  proxy: ProxyResult | null,
  { fails }: Comparability,
): Gates {
  const regressed = new Set(guards.filter(({ status }) => status === "regressed").map(({ metric }) => metric));
  const all = [...metrics.values()];
  const regressions = all.filter(({ metric }) => regressed.has(metric)).map(({ metric }) => metric);
  const slipped = all.filter((metric) => hasSlipped(metric) && !regressed.has(metric.metric));
  const failed = regressions.length > 0 || wrongWay || (proxy?.overOptimized ?? false);
  const blind = blindGate(guards, proxy?.verdict ?? null);
  return {
    ok: !failed && !fails && isMeasured(verdict) && blind === null,
    failed,
    blind,
    improved: all.filter(hasImproved).map(({ metric }) => metric),
    regressions,
    slipped: slipped.map(({ metric }) => metric),
  };
}
