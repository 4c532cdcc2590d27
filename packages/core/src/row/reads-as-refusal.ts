/** A reply that holds one of these reads as a refusal; the Python package's list. */
const REFUSAL_WORDS = ["can't", "cannot", "unable", "won't"];

/**
 * Whether a reply reads as a refusal, as behaviour signatures see it.
 *
 * @example
 * readsAsRefusal("I cannot do that."); // true
 */
export function readsAsRefusal(reply: string): boolean {
  const text = reply.toLowerCase();
  return REFUSAL_WORDS.some((word) => text.includes(word));
}
