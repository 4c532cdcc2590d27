import type { Expression } from "./expression.js";

/** What an answer is read as; `source` is how it was written. */
export type Answer = AnswerShape & {
  readonly source: string;
  /** The letter of a choice written before it, as in `\text{(C)} 12`. */
  readonly choice?: string | undefined;
};

/** How two statements are joined. */
export type Joint = "," | "or" | "and";

/** Relations as they are spelled inside. */
export type RelationSign = "=" | "<" | "<=" | ">" | ">=" | "!=";

/** Union, intersection, difference. */
export type SetOperator = "cup" | "cap" | "setminus";

type AnswerShape =
  /** A formula with a known unit, or with words that say what is counted. */
  | {
      readonly kind: "value";
      readonly expression: Expression;
      readonly unit?: string | undefined;
      readonly counted?: string | undefined;
    }
  | { readonly kind: "text" }
  /** Several answers without an order; `isSet` when written in set braces, where repeats do not count. */
  | { readonly kind: "list"; readonly items: readonly Answer[]; readonly isSet: boolean; readonly joint: Joint }
  /** Two or more parts in an order; with two parts possibly an interval. */
  | { readonly kind: "tuple"; readonly items: readonly Answer[]; readonly open: string; readonly close: string }
  | { readonly kind: "operation"; readonly operator: SetOperator; readonly parts: readonly Answer[] }
  /** A set of numbers by its letter, such as R. */
  | { readonly kind: "numbers"; readonly letter: string }
  | { readonly kind: "matrix"; readonly rows: readonly (readonly Answer[])[] }
  | { readonly kind: "relation"; readonly sides: readonly Answer[]; readonly signs: readonly RelationSign[] }
  | { readonly kind: "ratio"; readonly parts: readonly Expression[] }
  /** A time of day as numbers; `half` is am or pm. */
  | { readonly kind: "clock"; readonly parts: readonly string[]; readonly half: string }
  /** A day by its three numbers, in the order that they are written in. */
  | { readonly kind: "date"; readonly parts: readonly string[] };

/** One kind of answer. */
export type AnswerOf<Kind extends Answer["kind"]> = Extract<Answer, { readonly kind: Kind }>;
