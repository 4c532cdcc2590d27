/** Shorter secrets are not looked for: they would be found in every text. */
const SHORTEST_SECRET = 4;
const LONGEST_QUOTE = 400;
const REDACTED = "[key]";

/** A text without the secrets, should a server or a library repeat them as they are, in a URL or inside JSON. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let rest = text;
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
    for (const spelling of spellings) rest = rest.replaceAll(spelling, REDACTED);
  }
  return rest;
}

/**
 * The beginning of what a server said, for an error message: on one line, without secrets and without a full stop.
 *
 * @example
 * safeQuote("No such key:\n sk-1234.", ["sk-1234"]); // "No such key: [key]"
 */
export function safeQuote(text: string, secrets: readonly string[]): string {
  // Redacted before it is cut: half a secret at the cut would no longer be recognised.
  return redactSecrets(text, secrets)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_QUOTE)
    .replace(/[\ud800-\udfff]/gu, "\ufffd")
    .replace(/\.$/, "");
}
