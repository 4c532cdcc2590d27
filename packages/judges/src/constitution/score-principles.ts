import { roundHalfEven } from "@whileai/core";
import type { Trait } from "./trait.js";

/** What a kept principle weighs against the others; a broken `must` decides alone. Convention. */
const WEIGHTS = { must: 1, should: 1, may: 0.5 } as const;
const DIGITS = 4;

/** The reward for kept (true), broken (false) and unasked (null) principles. */
export interface PrinciplesScore {
  /** Null where nothing gave occasion. */
  readonly reward: number | null;
  readonly kept: readonly string[];
  readonly broken: readonly string[];
  readonly noOccasion: readonly string[];
}

/**
 * The reward of a run: 0 where a `must` is broken, else the weight of the principles kept among those that had occasion
 * (`must` and `should` weigh 1, `may` a half); null without any.
 */
export function scorePrinciples(traits: readonly Trait[], answers: readonly (boolean | null)[]): PrinciplesScore {
  const those = (wanted: boolean | null): Trait[] => traits.filter((_, at) => answers[at] === wanted);
  const weightOf = (list: readonly Trait[]): number => list.reduce((sum, { authority }) => sum + WEIGHTS[authority], 0);
  const [kept, broken, noOccasion] = [those(true), those(false), those(null)];
  const occasions = weightOf(kept) + weightOf(broken);
  const isRuledOut = broken.some(({ authority }) => authority === "must");
  const ids = (list: readonly Trait[]): string[] => list.map(({ id }) => id);
  return {
    reward: occasions === 0 ? null : isRuledOut ? 0 : roundHalfEven(weightOf(kept) / occasions, DIGITS),
    kept: ids(kept),
    broken: ids(broken),
    noOccasion: ids(noOccasion),
  };
}
