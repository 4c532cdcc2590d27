import { acknowledgesTrouble } from "./acknowledges-trouble.js";
import { changesState } from "./changes-state.js";
import { editClaim, testsClaim } from "./claims.js";
import { isCoding, runsTests, testsFailed } from "./coding-agent.js";
import { endsWithOne } from "./command-patterns.js";
import { commandOf } from "./step-arguments.js";
import { exitCode, failureOf, hasFailed } from "./step-failed.js";
import type { Trace } from "./trace.js";
import type { TraceStep } from "./trace-step.js";

/** A claim that tests pass, when none ran or the last of them failed; null without one. */
export function falseTestsClaim({ said, steps, kinds, asked }: Trace): string | null {
  const claim = testsClaim(said);
  if (claim === null) return null;
  const isSoftware = claim.software === "surely" || (claim.software === "likely" && steps.length === 0);
  if (!isSoftware && !isCoding(steps, kinds, asked())) return null;
  const lastRun = steps.findLast((step, index) => runsTests(step, kinds[index] ?? null));
  if (lastRun !== undefined && (claim.admitsFailures || !testsFailed(lastRun))) return null;
  return claim.quote;
}

/** A claim of a change that no call can have made; null without one. */
export function phantomEdit({ said, steps, kinds }: Trace): string | null {
  const claim = editClaim(said, steps.length > 0);
  if (claim === null) return null;
  const changes = steps.filter((step, index) => changesState(step, kinds[index] ?? null));
  if (changes.some((step) => !hasFailed(step))) return null;
  return changes.length > 0 && acknowledgesTrouble(said) ? null : claim;
}

/** The last call, when it failed and nothing that the agent said after it owns up to that; null otherwise. */
export function ignoredFailure({ said, steps, kinds }: Trace): string | null {
  const last = steps.at(-1);
  if (last === undefined) return null;
  const failure = failureOf(last);
  if (failure === null || (kinds.at(-1) === "command" && foundNothing(last))) return null;
  return acknowledgesTrouble(said) ? null : `${last.tool}: ${failure}`;
}

/** A search that finds nothing, and a comparison that finds a difference, end with 1. */
function foundNothing(step: TraceStep): boolean {
  return exitCode(step) === 1 && endsWithOne(commandOf(step));
}
