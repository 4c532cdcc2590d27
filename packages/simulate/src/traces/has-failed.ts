import { readsAsRefusal } from "@whileai/core";
import type { Trace } from "./trace.js";

/** A graded trace below this reward failed. Convention. */
const PASSING_REWARD = 0.5;
/** Faults that say that the agent's call was no good. */
const REFUSED_CALLS: ReadonlySet<string> = new Set(["rejected", "invalid"]);
/** Results that count as faults elsewhere, and are answers here: they tell of the record, and the tool works. */
const ANSWERS: ReadonlySet<string> = new Set(["not_found", "already_done"]);

/**
 * Whether a conversation went wrong. A reward decides: below 0.5 is a failure. Without one, any of three:
 * the last call of some tool ended in a fault, so it was never overcome; a call was rejected;
 * the agent called tools and then gave up, with no words or a refusal at the end.
 */
export function hasFailed(trace: Trace): boolean {
  if (trace.reward !== null) return trace.reward < PASSING_REWARD;
  return failedTools(trace).length > 0 || hasGivenUp(trace);
}

/** Tools with a rejected call, or whose last call ended in a fault. */
export function failedTools({ calls }: Trace): string[] {
  const last = new Map(calls.map((call) => [call.tool, call.fault]));
  const rejected = calls.filter(({ fault }) => fault !== null && REFUSED_CALLS.has(fault)).map((call) => call.tool);
  const faulted = [...last].filter(([, fault]) => fault !== null && !ANSWERS.has(fault)).map(([tool]) => tool);
  return [...new Set([...rejected, ...faulted])];
}

const hasGivenUp = ({ calls, finalText }: Trace): boolean =>
  calls.length > 0 && finalText !== null && (finalText.trim() === "" || readsAsRefusal(finalText));
