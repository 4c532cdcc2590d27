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
  "wish",
  "wish",
  "half",
  "forward",
  "list",
  "trouble last",
  "correction",
] as const;

const sentence = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

/** A plain request in one of several shapes. `extras` are sentences about what happened before and how things look now. */
export function plainText(
  core: AskCore,
  slots: Slots,
  extras: readonly string[],
  deck: WordingDeck,
  stream: RandomStream,
): { text: string; shape: string } {
  const shape = stream.pick(SHAPES);
  const more = extras.join(" ");
  switch (shape) {
    case "question":
      return { text: chance(stream, 0.5) ? sentence(more, core.question) : sentence(core.question, more), shape };
    case "trouble last":
      return { text: sentence(more, core.wish, core.trouble), shape: "report" };
    case "half":
      return { text: more === "" ? core.half : `${core.half.replace(/[.?!]+$/, "")}. ${more}`, shape };
    case "forward": {
      const inner = sentence(core.trouble, core.wish, more);
      return { text: drawFilled(deck, "forward", FORWARDS, { ...slots, inner }) ?? inner, shape };
    }
    case "list": {
      const items = [core.half, ...extras, core.trouble].filter((item) => item !== "");
      return { text: items.map((item) => `- ${item.replace(/\.$/, "")}`).join("\n"), shape };
    }
    case "correction": {
      const { when, day } = slots;
      if (typeof when === "string" && typeof day === "string" && core.wish.includes(when) && !when.includes(day)) {
        return { text: sentence(core.wish.replace(when, day), `Sorry, not ${day}, ${when}.`, more), shape };
      }
      return { text: sentence(core.trouble, core.wish, more), shape: "report" };
    }
    case "report":
      return { text: sentence(core.trouble, core.wish, more), shape };
    case "wish":
      return { text: sentence(core.wish, more), shape };
  }
}
