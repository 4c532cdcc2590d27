import type { GuardResult, ProxyVerdict } from "./delta-report-types.js";

/** A gate that could not look, which never reads as a pass. */
export interface BlindGate {
  readonly cause: "guard_not_measured" | "proxy_not_measured" | "proxy_is_target" | "guard_not_shown";
  /** The guards in question. */
  readonly guards: readonly string[];
}

/** Why a proxy's verdict says nothing about over-optimisation; null where it does. */
export function blindProxy(verdict: ProxyVerdict | null): "proxy_not_measured" | "proxy_is_target" | null {
  if (verdict === "proxy_is_target") return verdict;
  return verdict === "proxy_not_measured" || verdict === "insufficient_data" ? "proxy_not_measured" : null;
}

/** The first gate that could not look; null where all could. */
export function blindGate(guards: readonly GuardResult[], proxyVerdict: ProxyVerdict | null): BlindGate | null {
  const having = (status: GuardResult["status"]) =>
    guards.filter((guard) => guard.status === status).map(({ metric }) => metric);
  const [unmeasured, notShown, proxy] = [having("not measured"), having("not shown"), blindProxy(proxyVerdict)];
  if (unmeasured.length > 0) return { cause: "guard_not_measured", guards: unmeasured };
  if (proxy !== null) return { cause: proxy, guards: [] };
  return notShown.length > 0 ? { cause: "guard_not_shown", guards: notShown } : null;
}
