import type { RandomStream } from "@whileai/core";
import { plainSlots } from "./ask-slots.js";
import { THINGS } from "./banks/things.js";
import { UNRELATED_ASKS, UNRELATED_FILLERS, UNRELATED_ROLES, UNRELATED_STANCES } from "./banks/unrelated.js";
import { drawFilled, type WordingDeck } from "./wording-deck.js";

/** An ask that no tool of any business answers, in the person's stance. */
export function unrelatedAsk(stance: string, deck: WordingDeck, stream: RandomStream): string {
  const [city, city2] = stream.shuffle<string>(THINGS.city);
  const [language, language2] = stream.shuffle<string>(THINGS.language);
  const slots: Record<string, string> = {
    ...plainSlots(stream),
    city: city as string,
    city2: city2 as string,
    language: language as string,
    language2: language2 as string,
    country: stream.pick(THINGS.country),
    colour: stream.pick(THINGS.colour),
    num: String(2 + stream.integer(28)),
    age: String(30 + stream.integer(60)),
    smallage: stream.pick(["four", "five", "six", "seven", "eight"]),
    job2: stream.pick(UNRELATED_ROLES),
  };
  for (const [name, items] of Object.entries(UNRELATED_FILLERS)) slots[name] = stream.pick<string>(items);
  slots.kinCap = `My ${slots.kin}`;
  slots.ask = drawFilled(deck, "unrelated", UNRELATED_ASKS, slots) as string;
  const frames = UNRELATED_STANCES[stance] ?? (UNRELATED_STANCES.ordinary as readonly string[]);
  return drawFilled(deck, `unrelated.${stance}`, frames, slots) as string;
}
