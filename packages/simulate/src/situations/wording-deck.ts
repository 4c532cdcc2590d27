import { derive, type RandomStream } from "@whileai/core";
import { fillable, fillSlots } from "./fill-slots.js";
import type { Slots } from "./slots.js";

interface Deck {
  cards: string[];
  cycle: number;
}

/**
 * Draws wordings so that none of a bank comes twice before all of it came once. A wording that does not fit now stays in
 * the deck for later.
 */
export class WordingDeck {
  readonly #seed: number;
  readonly #decks = new Map<string, Deck>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The next wording of the bank that `fits`, or undefined when none does. */
  draw(bank: string, wordings: readonly string[], fits: (wording: string) => boolean = () => true): string | undefined {
    let deck = this.#decks.get(bank);
    if (deck === undefined) {
      deck = { cards: [], cycle: 0 };
      this.#decks.set(bank, deck);
    }
    for (;;) {
      const { cards } = deck;
      for (let at = 0; at < cards.length; at++) {
        const card = cards[at] as string;
        if (!fits(card)) continue;
        cards.splice(at, 1);
        return card;
      }
      const missing = cards.length === 0 ? wordings : wordings.filter((wording) => !cards.includes(wording));
      if (missing.length === 0 || !missing.some(fits)) return undefined;
      // What is left over waits in front, so it is drawn before anything comes a second time.
      deck.cards = [...cards, ...derive(this.#seed, "deck", bank, deck.cycle++).shuffle(missing)];
    }
  }
}

/** True with the given probability. */
export const chance = (stream: RandomStream, probability: number): boolean => stream.uniform() < probability;

/** The next wording of a bank that the slots can fill, filled; null when there is none. */
export function drawFilled(deck: WordingDeck, bank: string, wordings: readonly string[], slots: Slots): string | null {
  const wording = deck.draw(bank, wordings, (one) => fillable(one, slots));
  return wording === undefined ? null : fillSlots(wording, slots);
}
