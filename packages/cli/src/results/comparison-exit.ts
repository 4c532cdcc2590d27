import type { NonInferiority, Outcome } from "@whileai/stats";
import { EXIT } from "../terminal/terminal.js";

/** When a comparison's exit code says that it failed. */
export const FAIL_ON = ["regressed", "not-improved", "never"] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What an exit code is made from. */
export interface Compared {
  readonly outcome: Outcome;
  /** Whether every gate held; reports of one metric have none. */
  readonly ok?: boolean | undefined;
  /** Of one metric with a margin: whether a larger loss is ruled out. */
  readonly nonInferiority?: Pick<NonInferiority, "outcome"> | null | undefined;
}

/**
 * The exit code of a comparison: 1 when it got worse, a gate failed or a margin is not shown (with `not-improved` also when nothing better was
 * shown), 2 when it could not be decided, 0 otherwise.
 */
export function comparisonExit({ outcome, ok = true, nonInferiority }: Compared, failOn: FailOn = "regressed"): number {
  if (failOn === "never") return EXIT.ok;
  if (outcome === "not comparable" || outcome === "not enough data") return EXIT.notEvaluated;
  if (outcome === "worse" || !ok || (nonInferiority && nonInferiority.outcome !== "shown")) return EXIT.failed;
  return failOn === "not-improved" && outcome !== "better" ? EXIT.failed : EXIT.ok;
}
