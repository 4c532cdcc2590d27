import type { Token } from "./tokens.js";

const OPENING: ReadonlySet<string> = new Set(["(", "[", "{", "\\{", "<(", "lfloor", "lceil"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}", "\\}", ")>", "rfloor", "rceil"]);

/** True for that symbol. */
export const isSymbol = (token: Token | undefined, text: string): boolean =>
  token?.kind === "symbol" && token.text === text;
/** True for a bracket, brace or environment that opens. */
export const opens = ({ kind, text }: Token): boolean => kind === "begin" || (kind === "symbol" && OPENING.has(text));
/** True for a bracket, brace or environment that closes. */
export const closes = ({ kind, text }: Token): boolean => kind === "end" || (kind === "symbol" && CLOSING.has(text));

/** Pieces between the symbols that `divides` names, outside of all brackets, and those symbols. */
export function divided(
  tokens: readonly Token[],
  divides: (text: string) => boolean,
): { pieces: Token[][]; marks: string[] } {
  const pieces: Token[][] = [[]];
  const marks: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    depth += opens(token) ? 1 : closes(token) ? -1 : 0;
    if (depth === 0 && token.kind === "symbol" && !closes(token) && divides(token.text)) {
      pieces.push([]);
      marks.push(token.text);
    } else (pieces.at(-1) as Token[]).push(token);
  }
  return { pieces, marks };
}

/** The tokens inside the bracket that spans them all; undefined when none does. */
export function bracketed(tokens: readonly Token[]): { open: string; close: string; inner: Token[] } | undefined {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined || tokens.length < 2 || first.kind !== "symbol" || !opens(first))
    return;
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    depth += opens(token) ? 1 : closes(token) ? -1 : 0;
    if (depth === 0 && index < tokens.length - 1) return;
  }
  return depth === 0 && last.kind === "symbol"
    ? { open: first.text, close: last.text, inner: tokens.slice(1, -1) }
    : undefined;
}
