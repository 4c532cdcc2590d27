import type { RandomStream } from "@whileai/core";
import type { AskSlots } from "./ask-slots.js";
import type { AskBank } from "./banks/asks/ask-bank.js";
import { ASKS } from "./banks/asks/asks.js";
import { caresFor } from "./banks/cares.js";
import { REASON_TROUBLES } from "./banks/choices.js";
import { REQUEST_FRAMES } from "./banks/circumstances.js";
import { goalsFor } from "./banks/goals.js";
import { troublesFor } from "./banks/troubles.js";
import { capitalised } from "./fill-slots.js";
import type { ToolReading } from "./tool-reading.js";
import { drawFilled, type WordingDeck } from "./wording-deck.js";

/** How often a request is put as the goal behind it, and as a plain wish. The rest asks for the operation. Conventions. */
const GOAL_SHARE = 0.5;
const WISH_SHARE = 0.25;

/** The ways one request can be put. Each is drawn when it is first asked for, so that no wording is drawn and thrown away. */
export class AskCore {
  readonly #tool: ToolReading;
  readonly #ask: AskSlots;
  readonly #deck: WordingDeck;
  readonly #stream: RandomStream;
  readonly #drawn = new Map<string, string>();

  constructor(tool: ToolReading, ask: AskSlots, deck: WordingDeck, stream: RandomStream) {
    this.#tool = tool;
    this.#ask = ask;
    this.#deck = deck;
    this.#stream = stream;
  }

  /** Completes "can you …". */
  get does(): string {
    return this.#once("does", () => this.#fromBank("does") ?? `help me with ${this.#ask.slots.get("objFor")}`);
  }

  /** A whole sentence that asks for the operation. */
  get request(): string {
    return this.#once("request", () => {
      const slots = this.#ask.slots.with({ do: this.does });
      return drawFilled(this.#deck, "frame", REQUEST_FRAMES, slots) as string;
    });
  }

  /** What is the matter and what would be well, in one sentence. */
  get goal(): string {
    return this.#once("goal", () => {
      const { bank, wordings } = goalsFor(this.#ask.topic, this.#tool.ask);
      return drawFilled(this.#deck, bank, wordings, this.#ask.slots) ?? this.request;
    });
  }

  /** The request as a whole sentence or two, put one way or another. */
  get wish(): string {
    return this.#once("wish", () => {
      const drawn = this.#stream.uniform();
      if (drawn < GOAL_SHARE) return this.goal;
      return drawn < GOAL_SHARE + WISH_SHARE ? capitalised(this.#fromBank("wishes") ?? this.request) : this.request;
    });
  }

  get question(): string {
    return this.#once("question", () => capitalised(this.#fromBank("questions") ?? this.request));
  }

  /** What is typed in a hurry. */
  get half(): string {
    return this.#once("half", () => this.#fromBank("halves") ?? this.does);
  }

  /** What happened; "" when there is nothing to tell. */
  get trouble(): string {
    return this.#once("trouble", () => {
      const { slots, topic } = this.#ask;
      const reason = slots.get("reason");
      const told = reason == null ? undefined : REASON_TROUBLES.find(([pattern]) => pattern.test(reason));
      const own = told && drawFilled(this.#deck, `trouble.reason.${told[0].source}`, told[1], slots);
      const { bank, wordings } = troublesFor(topic, this.#tool.ask);
      return own ?? drawFilled(this.#deck, bank, wordings, slots) ?? "";
    });
  }

  /** What else matters to the person. */
  get care(): string {
    return this.#once("care", () => {
      const { bank, wordings } = caresFor(this.#ask.topic, this.#tool.ask);
      return drawFilled(this.#deck, bank, wordings, this.#ask.slots) ?? "";
    });
  }

  #fromBank(part: keyof AskBank): string | null {
    const { ask } = this.#tool;
    return drawFilled(this.#deck, `${ask}.${part}`, ASKS[ask][part], this.#ask.slots);
  }

  #once(part: string, draw: () => string): string {
    const known = this.#drawn.get(part);
    if (known !== undefined) return known;
    const made = draw();
    this.#drawn.set(part, made);
    return made;
  }
}
