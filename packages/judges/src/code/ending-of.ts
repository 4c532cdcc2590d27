import { safeCause, type TestsVerdict } from "./verdict-line.js";
import type { Ending } from "./verdict-run.js";

/** Said where a failure may come from `==` between two objects of the candidate. */
const COMPARED_OBJECTS =
  'the tests compare objects of the candidate, which are equal to themselves alone; use mode "in_process" where they must compare by value';

/** The ending that a verdict stands for. */
export function endingOf(verdict: TestsVerdict): Ending {
  if (verdict.unusable !== undefined) return { status: "unusable", why: verdict.unusable };
  if (verdict.ok === true) return { status: "passed" };
  return {
    status: "failed",
    cause: safeCause(verdict.error),
    detail: verdict.said === "" ? undefined : verdict.said,
    hint: verdict.comparedObjects === true ? COMPARED_OBJECTS : undefined,
  };
}
