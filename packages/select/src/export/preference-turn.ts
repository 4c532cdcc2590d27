import { canonicalJson, foldText } from "@whileai/core";
import type { TrainingMessage } from "./export-record.js";

/** The turn at which two conversations part. */
export interface PreferenceTurn {
  /** What both saw before it; the chosen side's wording where the two differ in wording alone. */
  readonly prompt: readonly TrainingMessage[];
  readonly chosen: TrainingMessage;
  readonly rejected: TrainingMessage;
  /** Messages after the turn, of both sides, that are not used. */
  readonly cut: number;
}

/** Calls as text, whatever the order in which their arguments were written. */
const callText = (message: TrainingMessage): string =>
  canonicalJson(
    (message.tool_calls ?? []).map(({ function: { name, arguments: given } }) => [
      name,
      typeof given === "string" ? JSON.parse(given) : given,
    ]),
  );

const isSame = (left: TrainingMessage, right: TrainingMessage): boolean =>
  left.role === right.role && left.content === right.content && callText(left) === callText(right);

/** The same calls whatever is said beside them, or the same words up to case and spacing. */
function isAlike(left: TrainingMessage, right: TrainingMessage): boolean {
  if (left.role !== "assistant" || right.role !== "assistant" || callText(left) !== callText(right)) return false;
  return (left.tool_calls ?? []).length > 0 || foldText(left.content) === foldText(right.content);
}

/**
 * Finds the turn that tells two conversations apart; null when they never part, part before the agent spoke, or part on
 * something that is no turn of the agent (two tool results, a user turn).
 */
export function preferenceTurn(
  chosen: readonly TrainingMessage[],
  rejected: readonly TrainingMessage[],
  turn: "first" | "decisive",
): PreferenceTurn | null {
  let at = 0;
  for (;;) {
    const left = chosen[at];
    const right = rejected[at];
    if (left === undefined || right === undefined) return null;
    if (!isSame(left, right) && !(turn === "decisive" && isAlike(left, right))) break;
    at++;
  }
  const left = chosen[at] as TrainingMessage;
  const right = rejected[at] as TrainingMessage;
  if (at === 0 || chosen[at - 1]?.role === "system" || left.role !== "assistant" || right.role !== "assistant")
    return null;
  const cut = chosen.length + rejected.length - 2 * (at + 1);
  return { prompt: chosen.slice(0, at), chosen: left, rejected: right, cut };
}
