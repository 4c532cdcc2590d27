/**
 * A text that ends like a sentence: a full stop is added unless it has an end of its own.
 *
 * @example
 * asSentence("Error: boom"); // "Error: boom."
 */
export function asSentence(text: string): string {
  return /[.!?…]["')\]]?$/.test(text) ? text : `${text}.`;
}
