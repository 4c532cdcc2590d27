import type { RandomStream } from "@whileai/core";
import type { AskCore } from "./ask-core.js";
import { FORWARDS } from "./banks/circumstances.js";
import { capitalised } from "./fill-slots.js";
import type { Slots } from "./slots.js";
import { chance, drawFilled, type WordingDeck } from "./wording-deck.js";

/** The shapes of a plain request; one that comes more often is listed more often. */
const SHAPES = [
  "question",
  "question",
  "report",
  "report",
  "wish",
  "goal",
  "goal",
  "goal",
  "half",
  "half",
  "half",
  "forward",
  "trouble last",
  "correction",
  "paragraph",
  "trouble only",
] as const;

/** A text in its shape. */
export interface PlainText {
  readonly text: string;
  /** Whether it is typed or passed on as it is, without a greeting of its own. */
  readonly isBare: boolean;
}

const WEEKDAY = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/;

const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

/** A plain request in one of several shapes. `more` is a sentence about what happened before or how things look; "" for none. */
export function plainText(
  core: AskCore,
  slots: Slots,
  more: string,
  deck: WordingDeck,
  stream: RandomStream,
): PlainText {
  // One thing beside the request is enough, except in a paragraph.
  const trouble = (): string => (more === "" ? core.trouble : "");
  const letter = (text: string): PlainText => ({ text, isBare: false });
  const bare = (text: string): PlainText => ({ text, isBare: true });
  switch (stream.pick(SHAPES)) {
    case "question":
      return letter(sentences(chance(stream, 0.35) ? trouble() : "", core.question, more));
    case "goal":
      return letter(sentences(core.goal, more, more === "" && chance(stream, 0.3) ? core.care : ""));
    case "trouble last":
      return letter(sentences(core.wish, trouble(), more));
    case "half":
      return bare(more === "" ? core.half : `${core.half.replace(/[.?!]+$/, "")}. ${more}`);
    case "forward": {
      const inner = sentences(trouble(), core.wish, more);
      // It may be quoted, and what is quoted in it is then quoted differently.
      const quoted = inner.replaceAll('"', "'");
      return bare(drawFilled(deck, "forward", FORWARDS, slots.with({ inner: quoted })) ?? inner);
    }
    case "correction": {
      const when = slots.get("when");
      const day = slots.get("day");
      const { wish } = core;
      if (when != null && day != null && WEEKDAY.test(when) && wish.includes(when) && !wish.includes(day))
        return letter(sentences(wish.replace(when, day), `Sorry, not ${day}, ${when}.`, more));
      return letter(sentences(wish, more, more === "" ? core.care : ""));
    }
    case "paragraph":
      return letter(sentences(core.trouble, core.wish, more, core.care));
    case "trouble only": {
      // The name of the thing and what is the matter with it, as people open a chat.
      const ref = slots.get("ref");
      if (more !== "" || core.trouble === "" || ref == null) return letter(sentences(trouble(), core.wish, more));
      const text = chance(stream, 0.5)
        ? `${capitalised(ref)}. ${core.trouble}`
        : `${core.trouble} ${capitalised(ref)}.`;
      return { text, isBare: true };
    }
    case "report":
      return letter(sentences(trouble(), core.request, more));
    case "wish":
      return letter(sentences(core.wish, more));
  }
}
