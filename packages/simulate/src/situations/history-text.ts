import type { RandomStream } from "@whileai/core";
import { DEEDS } from "./banks/deeds.js";
import { ACTORS, CUT_OFFS, HISTORY_AFTER, HISTORY_ASIDE, HISTORY_BEFORE, LISTENERS } from "./banks/histories.js";
import type { AskKind } from "./banks/verbs.js";
import { fillSlots, type Slots } from "./fill-slots.js";
import { drawFilled, type WordingDeck } from "./wording-deck.js";

export interface HistoryRequest {
  readonly history: string;
  readonly ask: AskKind;
  readonly working: boolean;
  /** Whether nothing is asked for yet, only about. */
  readonly isQuestion: boolean;
  readonly slots: Slots;
  /** What stands for the thing once it has been named. */
  readonly pronoun: string;
  /** A request that calls the thing by its pronoun. */
  readonly request: string;
}

const slotsOf = (given: HistoryRequest, it: string, stream: RandomStream): Slots => {
  const tone = given.working ? "working" : "service";
  const deed = DEEDS[given.ask];
  const slots = { ...given.slots, it };
  return {
    ...slots,
    who: fillSlots(stream.pick<string>(ACTORS[tone]), slots),
    listener: fillSlots(stream.pick<string>(LISTENERS[tone]), slots),
    cutOff: stream.pick<string>(CUT_OFFS[tone]),
    tried: fillSlots(deed.tried, slots),
    begun: fillSlots(deed.begun, slots),
    opposite: fillSlots(deed.opposite, slots),
    finish: deed.finish,
    request: given.request,
  };
};

/** A sentence to follow the request: what was done or said about it before. */
export function historyAfter(given: HistoryRequest, deck: WordingDeck, stream: RandomStream): string {
  const bank = (given.isQuestion ? HISTORY_ASIDE : HISTORY_AFTER)[given.history] ?? [];
  const name = `history${given.isQuestion ? ".aside" : ""}.${given.history}`;
  return drawFilled(deck, name, bank, slotsOf(given, given.pronoun, stream)) ?? "";
}

/** The request told from its history on, naming the thing there; null where nothing is named. */
export function historyBefore(given: HistoryRequest, deck: WordingDeck, stream: RandomStream): string | null {
  const { tried, begun, opposite } = DEEDS[given.ask];
  const names = [tried, begun, opposite].every((part) => part.includes("{it}"));
  const bank = HISTORY_BEFORE[given.history];
  if (bank === undefined || given.slots.ref == null || (!names && given.history !== "repeat visit")) return null;
  const { ref, objOf } = given.slots;
  const thing = given.ask === "run" ? objOf : given.ask === "apply" ? `${objOf} for ${ref}` : ref;
  return drawFilled(deck, `history.before.${given.history}`, bank, {
    ...slotsOf(given, thing ?? ref, stream),
    ref: thing ?? ref,
  });
}
