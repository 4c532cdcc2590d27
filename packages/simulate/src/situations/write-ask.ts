import type { RandomStream } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";
import { type AskSlots, askSlots, plainSlots } from "./ask-slots.js";
import { ASKS } from "./banks/asks.js";
import { CLOSERS, HISTORY_LINES, OPENERS, REQUEST_FRAMES, TWO_REQUESTS, WORLD_LINES } from "./banks/circumstances.js";
import { troublesFor } from "./banks/troubles.js";
import { WORKING_HISTORY, WORKING_WORLD } from "./banks/working-tone.js";
import { capitalised, uncapitalised } from "./fill-slots.js";
import { partOf } from "./identifier.js";
import { type AskCore, plainText } from "./plain-text.js";
import { readRule, ruleTouches } from "./rule-reading.js";
import { stanceText } from "./stance-text.js";
import { applyTexture, TEXTURES } from "./texture.js";
import type { ToolReading } from "./tool-reading.js";
import { unrelatedAsk } from "./unrelated-ask.js";
import { chance, drawFilled, type WordingDeck } from "./wording-deck.js";

/** Share of texts that are typed rather than written, greeted, signed, or tell how things look. Conventions. */
const TEXTURE_SHARE = 0.35;
const OPENER_SHARE = 0.14;
const CLOSER_SHARE = 0.12;
const WORLD_LINE_SHARE = 0.45;
const WORLD_LINE_SHARE_WITH_HISTORY = 0.15;
const TROUBLE_SHARE_WITH_STANCE = 0.3;

/** What the writer is told to write about. */
export interface AskBrief {
  /** No tool for an ask that is about none, two for one that needs both. */
  readonly tools: readonly ToolReading[];
  readonly rule: string;
  readonly stance: string;
  readonly worldState: string;
  readonly history: string;
}

type Labels = Record<string, string | boolean>;

export interface WrittenAsk {
  readonly prompt: string;
  readonly labels: Readonly<Labels>;
  readonly entity: SituationEntity;
}

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ +([,.!?;])/g, "$1")
    .replace(/,([.!?])/g, "$1")
    .replace(/([.!?])\.(?!\.)/g, "$1")
    .trim();

const coreOf = (tool: ToolReading, ask: AskSlots, deck: WordingDeck, stream: RandomStream): AskCore => {
  const bank = ASKS[tool.ask];
  const from = (part: keyof typeof bank): string | null =>
    drawFilled(deck, `${tool.ask}.${part}`, bank[part], ask.slots);
  const does = from("does") ?? `help me with ${ask.slots.objFor}`;
  const framed = drawFilled(deck, "frame", REQUEST_FRAMES, { ...ask.slots, do: does }) as string;
  const trouble = troublesFor(ask.topic, tool.ask);
  return {
    does,
    wish: chance(stream, 0.5) ? framed : capitalised(from("wishes") ?? framed),
    question: capitalised(from("questions") ?? framed),
    half: from("halves") ?? does,
    trouble: drawFilled(deck, trouble.bank, trouble.wordings, ask.slots) ?? "",
  };
};

/** What the second of two requests does; the record of the first is "it" when both are about the same. */
const secondRequest = (
  first: ToolReading,
  second: ToolReading,
  entity: SituationEntity,
  deck: WordingDeck,
  stream: RandomStream,
): string => {
  const other = askSlots(second, deck, stream);
  const shared = entity.parameter !== null && second.entityNoun !== null && second.entityNoun === first.entityNoun;
  const { ref, objFor, objOf } = other.slots as Record<string, string>;
  const named = (text: string): string =>
    text === ref
      ? "it"
      : text
          .replace(` in ${ref}`, "")
          .replace(` for ${ref}`, " for it")
          .replace(ref as string, "it");
  const slots = shared
    ? { ...other.slots, ref: "it", objFor: named(objFor as string), objOf: named(objOf as string) }
    : other.slots;
  return drawFilled(deck, `${second.ask}.does`, ASKS[second.ask].does, slots) ?? `help me with ${slots.objFor}`;
};

const settledEntity = (entity: SituationEntity, text: string): SituationEntity => {
  if (entity.id === null) return entity;
  if (text.includes(entity.id)) return { ...entity, named: "whole" };
  const part = partOf(entity.id);
  return { ...entity, named: entity.named === "partial" && part !== null && text.includes(part) ? "partial" : "none" };
};

interface Draft {
  readonly text: string;
  readonly labels: Labels;
  readonly entity: SituationEntity;
  /** Spellings that typing must not change. */
  readonly kept: readonly string[];
}

const draftAbout = (first: ToolReading, brief: AskBrief, deck: WordingDeck, stream: RandomStream): Draft => {
  const labels: Labels = {};
  const ask = askSlots(first, deck, stream, brief.stance === "ambiguous");
  const { entity, working } = ask;
  const core = coreOf(first, ask, deck, stream);
  const second = brief.tools[1];

  const tone = working ? "working" : "service";
  const historyBank = (working ? WORKING_HISTORY : HISTORY_LINES)[brief.history] ?? [];
  const history = drawFilled(deck, `${tone}.history.${brief.history}`, historyBank, ask.slots);
  const worldBank = (working ? WORKING_WORLD : WORLD_LINES)[brief.worldState] ?? [];
  const worldShare = history === null ? WORLD_LINE_SHARE : WORLD_LINE_SHARE_WITH_HISTORY;
  const tellsWorld = entity.parameter !== null && second === undefined && chance(stream, worldShare);
  const world = tellsWorld ? drawFilled(deck, `${tone}.world.${brief.worldState}`, worldBank, ask.slots) : null;
  const extras = [history, world].filter((line): line is string => line !== null);
  if (history !== null) labels.tells_history = true;
  if (world !== null) labels.tells_world_state = true;

  const does2 = second === undefined ? null : secondRequest(first, second, entity, deck, stream);
  const both =
    does2 === null
      ? null
      : (drawFilled(deck, "two", TWO_REQUESTS, { ...ask.slots, do: core.does, do2: does2 }) as string);
  const does = does2 === null ? core.does : `${core.does} and then ${does2}`;
  const wish = both === null ? core.wish : both.includes("\n") ? capitalised(`${does}.`) : both;
  const rule = readRule(brief.rule, stream);
  const stanced = stanceText(
    {
      stance: brief.stance,
      rule,
      ruleTouches: brief.tools.some((tool) => ruleTouches(brief.rule, tool)),
      slots: { ...ask.slots, do: does, wish },
      working,
    },
    deck,
    stream,
  );
  labels.ask_family = both !== null ? "multi_tool" : entity.named === "none" && !ask.hasValues ? "vague" : "tool";
  labels.tool_known = true;
  labels.intent_known = true;
  let text: string;
  if (stanced !== null) {
    const tellsTrouble = core.trouble !== "" && extras.length === 0 && chance(stream, TROUBLE_SHARE_WITH_STANCE);
    const around = tellsTrouble ? [core.trouble] : extras;
    text = (chance(stream, 0.5) ? [...around, capitalised(stanced)] : [capitalised(stanced), ...around]).join(" ");
  } else if (both !== null) {
    text = [both, ...extras].join(both.includes("\n") ? "\n" : " ");
  } else {
    const plain = plainText(core, ask.slots, extras, deck, stream);
    text = plain.text;
    labels.shape = plain.shape;
  }
  const kept = [entity.id, ask.slots.message ?? null].filter((one): one is string => one !== null);
  return { text, labels, entity, kept };
};

const greetedAndSigned = (text: string, deck: WordingDeck, stream: RandomStream): string => {
  let made = text;
  if (chance(stream, OPENER_SHARE) && !/^(?:Hi|Hello|Hey|Me again|Quick|Back|Yes|Again|So\b|\[)/.test(made)) {
    const opener = drawFilled(deck, "opener", OPENERS, {}) as string;
    made = `${opener} ${opener.endsWith(",") ? uncapitalised(made) : made}`;
  }
  if (chance(stream, CLOSER_SHARE) && !/thank|please\.$|done\.$/i.test(made)) {
    made = `${made} ${drawFilled(deck, "closer", CLOSERS, plainSlots(stream))}`;
  }
  return made;
};

/**
 * One person's message for a brief, with what is true of it. Draws from the deck and the stream alone, so the same order of
 * calls gives the same texts.
 */
export function writeAsk(brief: AskBrief, deck: WordingDeck, stream: RandomStream): WrittenAsk {
  const [first] = brief.tools;
  const draft: Draft =
    first === undefined
      ? {
          text: unrelatedAsk(brief.stance, deck, stream),
          labels: { ask_family: "general", tool_known: false },
          entity: { parameter: null, id: null, named: "none" },
          kept: [],
        }
      : draftAbout(first, brief, deck, stream);
  const labels: Labels = { stance: brief.stance, ...draft.labels };
  let text = tidy(draft.text);
  const isLetter = !text.includes("\n") && labels.shape !== "half" && labels.shape !== "forward";
  if (isLetter) text = greetedAndSigned(text, deck, stream);
  if (!text.startsWith("-") && labels.shape !== "half") text = capitalised(text);
  if (chance(stream, TEXTURE_SHARE)) {
    const texture = stream.pick(TEXTURES);
    const typed = applyTexture(text, texture, draft.kept, stream).trim();
    if (typed !== text && typed.length >= 6) {
      text = typed;
      labels.texture = texture;
    }
  }
  return { prompt: text, labels, entity: settledEntity(draft.entity, text) };
}
