const YES =
  /^\W*(?:yes|yeah|yep|yup|confirmed?|absolutely|exactly|please do|do it|go ahead|go for it|that'?s (?:right|correct|fine|the one))\b/i;
/** People also begin with these what is no yes: "Okay, and when?" */
const WEAK_YES = /^\W*(?:sure|ok|okay|correct|right)\b/i;
const ASKS = /[?？؟]/;
const GO_AHEAD = /\b(?:go ahead|please do|do it|proceed|you may|i confirm)\b/i;
const NO = /^\W*(?:no|nope|don'?t|do not|not)\b/i;

/**
 * Whether the person has just agreed to something. The agent must then get to act before the person may end.
 *
 * @example
 * readsAsYes("Yes, cancel it."); // true
 */
export function readsAsYes(line: string): boolean {
  return !NO.test(line) && (YES.test(line) || GO_AHEAD.test(line) || (WEAK_YES.test(line) && !ASKS.test(line)));
}
