import { listed } from "../table/names.js";
import type { BlindGate } from "./blind-gate.js";
import type { DeltaVerdict, Sides } from "./delta-report-types.js";

/** What the headline is told from. */
export interface HeadlineFacts {
  readonly ok: boolean;
  readonly causes: readonly string[];
  readonly verdict: DeltaVerdict;
  /** Something got worse, or the proxy left the target behind. */
  readonly failed: boolean;
  readonly blind: BlindGate | null;
  /** Runs that count on each side, evaluation runs or training seeds. */
  readonly runs: Sides<number>;
}

/** Why a gain is not yet one to rely on. */
export function missingRuns({ before, after }: Sides<number>): string {
  if (before < 2 && after < 2) return "1 eval run a side";
  if (before < 2) return "1 eval run before";
  return after < 2 ? "1 eval run after" : "no re-run floor";
}

function byVerdict({ verdict, runs }: HeadlineFacts): string {
  switch (verdict) {
    case "moved":
      return "PASS";
    case "moved_unreplicated":
      return `INCONCLUSIVE (${missingRuns(runs)}, rerun to confirm)`;
    case "within_eval_noise":
      return "NO DIFFERENCE (within eval noise)";
    case "no_change_detected":
      return "NO DIFFERENCE";
    case "unresolved":
      return "UNRESOLVED (one training seed per arm)";
    case "insufficient_data":
      return "INSUFFICIENT DATA";
    case "target_not_measured":
      return "TARGET NOT MEASURED";
    case "moved_the_wrong_way":
      return "FAIL";
  }
}

function byBlindGate({ cause, guards }: BlindGate): string {
  switch (cause) {
    case "guard_not_measured":
      return `GUARD NOT MEASURED (${listed(guards)})`;
    case "proxy_not_measured":
      return "PROXY NOT MEASURED";
    case "proxy_is_target":
      return "PROXY IS THE TARGET";
    case "guard_not_shown":
      return `GUARD NOT SHOWN (${listed(guards)})`;
  }
}

/** The word of the report: what stops reading first, then what failed, then what could not be checked, then the verdict. */
export function deltaHeadline(facts: HeadlineFacts): string {
  const { ok, causes, verdict, failed, blind } = facts;
  if (verdict === "target_not_measured") return byVerdict(facts);
  // Sides that hold too little are not even that: nothing stands there to be taken for a difference.
  if (causes.length > 0 && verdict === "insufficient_data") return byVerdict(facts);
  if (causes.length > 0) return `${ok ? "" : "FAIL: "}NOT COMPARABLE (${causes.join(", ")})`;
  if (failed) return "FAIL";
  return blind === null || verdict === "insufficient_data" ? byVerdict(facts) : byBlindGate(blind);
}
