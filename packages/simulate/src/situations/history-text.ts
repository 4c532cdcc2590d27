import type { RandomStream } from "@whileai/core";
import { REQUEST_FRAMES } from "./banks/circumstances.js";
import { DEEDS } from "./banks/deeds.js";
import { ACTORS, CUT_OFFS, HISTORY_AFTER, HISTORY_ASIDE, HISTORY_BEFORE, LISTENERS } from "./banks/histories.js";
import { NEEDS_RECORD, TOLD_STANCES } from "./banks/told-stances.js";
import type { AskKind } from "./banks/verbs.js";
import { fillable, fillSlots, hasSlot } from "./fill-slots.js";
import type { Slots } from "./slots.js";
import { tidy } from "./tidy.js";
import { drawFilled, type WordingDeck } from "./wording-deck.js";

export interface HistoryRequest {
  readonly history: string;
  readonly ask: AskKind;
  readonly working: boolean;
  /** Whether nothing is asked for yet, only about. */
  readonly isQuestion: boolean;
  /** `do` and `wish` among them; `half` where there is one. */
  readonly slots: Slots;
  /** What stands for the thing once it has been named. */
  readonly pronoun: string;
  /** What is named where the history comes first, or null where nothing can be. */
  readonly thing: string | null;
  /** The action with the thing called by its pronoun. */
  readonly doIt: () => string;
}

/** Fills what was done before into wordings, with the thing named or called by its pronoun. */
const slotsOf = (given: HistoryRequest, it: string, stream: RandomStream): Slots => {
  const tone = given.working ? "working" : "service";
  const deed = DEEDS[given.ask];
  const slots = given.slots.with({ it });
  return slots.with({
    who: fillSlots(stream.pick<string>(ACTORS[tone]), slots),
    listener: fillSlots(stream.pick<string>(LISTENERS[tone]), slots),
    cutOff: stream.pick<string>(CUT_OFFS[tone]),
    tried: fillSlots(deed.tried, slots),
    begun: fillSlots(deed.begun, slots),
    opposite: fillSlots(deed.opposite, slots),
  });
};

/** The same with the thing named there, and the request after it. */
const slotsFrom = (given: HistoryRequest, thing: string, deck: WordingDeck, stream: RandomStream): Slots => {
  const doIt = given.doIt();
  const request = drawFilled(deck, "frame", REQUEST_FRAMES, given.slots.with({ do: doIt })) as string;
  return slotsOf(given, thing, stream).with({ doIt, request: tidy(request), finish: DEEDS[given.ask].finish });
};

/** Requests of which every deed names what it was done to. */
const NAMING: ReadonlySet<string> = new Set(
  Object.entries(DEEDS)
    .filter(([, { tried, begun, opposite }]) => [tried, begun, opposite].every((part) => part.includes("{it}")))
    .map(([ask]) => ask),
);

/** A sentence to follow the request: what was done or said about it before. */
export function historyAfter(given: HistoryRequest, deck: WordingDeck, stream: RandomStream): string {
  const bank = (given.isQuestion ? HISTORY_ASIDE : HISTORY_AFTER)[given.history] ?? [];
  const name = `history${given.isQuestion ? ".aside" : ""}.${given.history}`;
  return drawFilled(deck, name, bank, slotsOf(given, given.pronoun, stream)) ?? "";
}

/** The request told from its history on, naming the thing there; null where nothing is named. */
export function historyBefore(given: HistoryRequest, deck: WordingDeck, stream: RandomStream): string | null {
  const { thing, history, ask } = given;
  const bank = HISTORY_BEFORE[history];
  if (bank === undefined || thing === null || (!NAMING.has(ask) && history !== "repeat visit")) return null;
  return drawFilled(
    deck,
    `history.before.${history}`,
    bank,
    slotsFrom(given, thing, deck, stream).with({ ref: thing }),
  );
}

/** Slots that only make sense after the thing was named by what was done to it. */
const COMES_FIRST = ["doIt", "request", "finish"] as const;

/** Stance, history and request in one breath; null where there is no wording for the two together. */
export function toldStance(
  stance: string,
  given: HistoryRequest,
  deck: WordingDeck,
  stream: RandomStream,
): string | null {
  const common = `${stance}.${given.history}`;
  const own = `working.${common}`;
  const name = given.working && TOLD_STANCES[own] !== undefined ? own : common;
  const bank = TOLD_STANCES[name];
  const { thing } = given;
  const canName = thing !== null && NAMING.has(given.ask);
  if (bank === undefined || (NEEDS_RECORD.test(name) && thing === null)) return null;
  let first: Slots | undefined;
  let later: Slots | undefined;
  const slotsFor = (wording: string): Slots | null => {
    if (!COMES_FIRST.some((slot) => hasSlot(wording, slot))) {
      later ??= slotsOf(given, given.pronoun, stream);
      return later;
    }
    if (!canName) return null;
    first ??= slotsFrom(given, thing, deck, stream);
    return first;
  };
  const drawn = deck.draw(`told.${name}`, bank, (wording) => {
    const slots = slotsFor(wording);
    return slots !== null && fillable(wording, slots);
  });
  const slots = drawn === undefined ? null : slotsFor(drawn);
  return drawn === undefined || slots === null ? null : fillSlots(drawn, slots);
}
