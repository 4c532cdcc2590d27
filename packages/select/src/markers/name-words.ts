const BREAKS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[^\p{L}\p{M}\p{N}]+/u;
/** Tools have few names, and each is read once for every step. */
const MOST_NAMES = 1000;
const LONGEST_NAME = 200;
const known = new Map<string, readonly string[]>();

/**
 * The words of a tool's name, in lower case, whether it is in snake, kebab or camel case.
 *
 * @example
 * nameWords("mcp__files__writeFile"); // ["mcp", "files", "write", "file"]
 */
export function nameWords(name: string): readonly string[] {
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const words = name
    .slice(0, LONGEST_NAME)
    .split(BREAKS)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  if (known.size < MOST_NAMES && name.length <= LONGEST_NAME) known.set(name, words);
  return words;
}
