import type { RandomStream } from "@whileai/core";
import { FORWARDS } from "./banks/circumstances.js";
import type { Slots } from "./fill-slots.js";
import { chance, drawFilled, type WordingDeck } from "./wording-deck.js";

/** The ways one request can be put, of which a text uses some. */
export interface AskCore {
  /** Completes "can you …". */
  readonly does: string;
  readonly wish: string;
  readonly question: string;
  readonly half: string;
  /** What happened; "" when there is nothing to tell. */
  readonly trouble: string;
}

const SHAPES = [
  "question",
  "report",
  "report",
  "report",
  "wish",
  "half",
  "forward",
  "trouble last",
  "correction",
] as const;

const sentence = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

/** A plain request in one of several shapes. `more` is a sentence about what happened before or how things look; "" for none. */
export function plainText(
  core: AskCore,
  slots: Slots,
  more: string,
  deck: WordingDeck,
  stream: RandomStream,
): { text: string; shape: string } {
  const shape = stream.pick(SHAPES);
  // One thing beside the request is enough.
  const trouble = more === "" ? core.trouble : "";
  switch (shape) {
    case "question":
      return { text: sentence(chance(stream, 0.35) ? trouble : "", core.question, more), shape };
    case "trouble last":
      return { text: sentence(core.wish, trouble, more), shape: "report" };
    case "half":
      return { text: more === "" ? core.half : `${core.half.replace(/[.?!]+$/, "")}. ${more}`, shape };
    case "forward": {
      const inner = sentence(trouble, core.wish, more);
      return { text: drawFilled(deck, "forward", FORWARDS, { ...slots, inner }) ?? inner, shape };
    }
    case "correction": {
      const { when, day } = slots;
      if (typeof when === "string" && typeof day === "string" && core.wish.includes(when) && !when.includes(day)) {
        return { text: sentence(core.wish.replace(when, day), `Sorry, not ${day}, ${when}.`, more), shape };
      }
      return { text: sentence(trouble, core.wish, more), shape: "report" };
    }
    case "report":
      return { text: sentence(trouble, core.wish, more), shape };
    case "wish":
      return { text: sentence(core.wish, more), shape };
  }
}
