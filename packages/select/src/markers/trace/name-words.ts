const BREAKS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[^\p{L}\p{M}\p{N}]+/u;
const LONGEST_NAME = 200;

/**
 * The words of a tool's name, in lower case, whether it is in snake, kebab or camel case.
 *
 * @example
 * nameWords("mcp__files__writeFile"); // ["mcp", "files", "write", "file"]
 */
export function nameWords(name: string): readonly string[] {
  return name
    .slice(0, LONGEST_NAME)
    .split(BREAKS)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}
