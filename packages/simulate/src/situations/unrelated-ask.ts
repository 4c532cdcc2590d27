import type { RandomStream } from "@whileai/core";
import { plainSlots } from "./ask-slots.js";
import { THINGS } from "./banks/things.js";
import { UNRELATED_ASKS, UNRELATED_FILLERS, UNRELATED_ROLES, UNRELATED_STANCES } from "./banks/unrelated.js";
import { Slots } from "./slots.js";
import { drawFilled, type WordingDeck } from "./wording-deck.js";
import { article } from "./words.js";

/** The second of two different ones is never the first. */
const two = (items: readonly string[], stream: RandomStream): [string, string] => {
  const first = stream.integer(items.length);
  const second = (first + 1 + stream.integer(items.length - 1)) % items.length;
  return [items[first] as string, items[second] as string];
};

const FILLERS = Object.entries<readonly string[]>(UNRELATED_FILLERS);

/** An ask that no tool of any business answers, in the person's stance. */
export function unrelatedAsk(stance: string, deck: WordingDeck, stream: RandomStream): string {
  const [city, city2] = two(THINGS.city, stream);
  const [language, language2] = two(THINGS.language, stream);
  const own: Record<string, string> = {
    city,
    city2,
    language,
    language2,
    country: stream.pick(THINGS.country),
    colour: stream.pick(THINGS.colour),
    num: String(2 + stream.integer(28)),
    age: String(30 + stream.integer(60)),
    smallage: stream.pick(["four", "five", "six", "seven", "eight"]),
    job2: stream.pick(UNRELATED_ROLES),
  };
  for (const [name, items] of FILLERS) own[name] = stream.pick(items);
  own.kinCap = `My ${own.kin}`;
  own.aColour = `${article(own.colour as string)} ${own.colour}`;
  own.aPlant = `${article(own.plant as string)} ${own.plant}`;
  const slots = new Slots(plainSlots(stream)).with(own);
  const ask = drawFilled(deck, "unrelated", UNRELATED_ASKS, slots) as string;
  const frames = UNRELATED_STANCES[stance] ?? (UNRELATED_STANCES.ordinary as readonly string[]);
  return drawFilled(deck, `unrelated.${stance}`, frames, slots.with({ ask })) as string;
}
