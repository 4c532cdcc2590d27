import type { Rational } from "./rational.js";

/** What a token is: `word` is a run of letters without a known meaning, `text` the content of a `\text{}`. */
export type TokenKind = "number" | "name" | "function" | "word" | "text" | "symbol" | "begin" | "end";

/** One token of an answer. */
export interface Token {
  readonly kind: TokenKind;
  /** A symbol's one spelling, a name, a function's name, a word, or an environment. */
  readonly text: string;
  /** True when white space stands before it. */
  readonly spaced: boolean;
  readonly start: number;
  readonly end: number;
  readonly value?: Rational | undefined;
  /** True for a name in the style of vectors. */
  readonly isVector?: boolean | undefined;
}

/** How marks with two meanings are read. */
export interface Reading {
  /** True: `1,234` inside brackets is one number; false: two. */
  readonly groupsInBrackets: boolean;
  /** True: `2e3` is 2000; false: 2 times e times 3. */
  readonly scientific: boolean;
}

export const USUAL_READING: Reading = { groupsInBrackets: false, scientific: true };

/** Says that a text is no answer that can be read. */
export class Unreadable extends Error {}
