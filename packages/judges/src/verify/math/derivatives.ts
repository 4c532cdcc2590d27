import { isSymbol } from "./token-groups.js";
import type { Token } from "./tokens.js";

/** A differential, `dy` or `\partial y`, and how many tokens it is written with. */
interface Differential {
  readonly name: string;
  readonly length: number;
}

function differentialAt(tokens: readonly Token[], at: number): Differential | undefined {
  const [mark, variable] = [tokens[at], tokens[at + 1]];
  if (mark?.kind === "word" && /^d[A-Za-z]$/u.test(mark.text)) return { name: mark.text, length: 1 };
  const isMark = mark?.kind === "name" && (mark.text === "d" || mark.text === "\\partial");
  return isMark && variable?.kind === "name" ? { name: mark.text + variable.text, length: 2 } : undefined;
}

/** The derivative that begins here: `dy/dx`, `\frac{dy}{dx}`. */
function derivativeAt(tokens: readonly Token[], at: number): Differential | undefined {
  const isFraction = isSymbol(tokens[at], "frac") && isSymbol(tokens[at + 1], "{");
  const from = isFraction ? at + 2 : at;
  const top = differentialAt(tokens, from);
  if (top === undefined) return;
  const over = from + top.length;
  const isOver = isFraction
    ? isSymbol(tokens[over], "}") && isSymbol(tokens[over + 1], "{")
    : isSymbol(tokens[over], "/");
  const below = over + (isFraction ? 2 : 1);
  const bottom = isOver ? differentialAt(tokens, below) : undefined;
  if (bottom === undefined || (isFraction && !isSymbol(tokens[below + bottom.length], "}"))) return;
  return { name: `${top.name}/${bottom.name}`, length: below + bottom.length + (isFraction ? 1 : 0) - at };
}

/** The tokens with every derivative as one name: it is no fraction whose `d` could be cancelled. */
export function withDerivatives(tokens: readonly Token[]): Token[] {
  const named: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const derivative = derivativeAt(tokens, at);
    const first = tokens[at] as Token;
    named.push(derivative === undefined ? first : { ...first, kind: "name", text: derivative.name, value: undefined });
    at += derivative?.length ?? 1;
  }
  return named;
}
