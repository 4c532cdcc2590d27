import type { RandomStream } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";
import { type AskSlots, askSlots, plainSlots } from "./ask-slots.js";
import { ASKS } from "./banks/asks.js";
import {
  CLOSERS,
  FORWARDS,
  HISTORY_LINES,
  OPENERS,
  REQUEST_FRAMES,
  TWO_REQUESTS,
  WORLD_LINES,
} from "./banks/circumstances.js";
import {
  ADVERSARIAL_TEXTS,
  BOUNDARY_PLAIN_TEXTS,
  BOUNDARY_TEXTS,
  MISTAKEN_RULE_TEXTS,
  STANCE_TEXTS,
} from "./banks/stances.js";
import { THINGS } from "./banks/things.js";
import { troublesFor } from "./banks/troubles.js";
import { UNRELATED_ASKS, UNRELATED_FILLERS, UNRELATED_ROLES, UNRELATED_STANCES } from "./banks/unrelated.js";
import { capitalised, fillable, fillSlots, type Slots } from "./fill-slots.js";
import { type RuleReading, readRule } from "./rule-reading.js";
import { applyTexture, TEXTURES } from "./texture.js";
import type { ToolReading } from "./tool-reading.js";
import { chance, type WordingDeck } from "./wording-deck.js";

/** Share of texts that are typed rather than written. Convention, about what support mailboxes look like. */
const TEXTURE_SHARE = 0.35;
const OPENER_SHARE = 0.16;
const CLOSER_SHARE = 0.14;
const WORLD_LINE_SHARE = 0.45;

/** What the writer is told to write about. */
export interface AskBrief {
  /** No tool for an ask that is about none, two for one that needs both. */
  readonly tools: readonly ToolReading[];
  readonly rule: string;
  readonly stance: string;
  readonly worldState: string;
  readonly history: string;
}

export interface WrittenAsk {
  readonly prompt: string;
  readonly labels: Readonly<Record<string, string | boolean>>;
  readonly entity: SituationEntity;
}

const NO_ENTITY: SituationEntity = { parameter: null, id: null, named: "none" };

const draw = (deck: WordingDeck, bank: string, wordings: readonly string[], slots: Slots): string | null => {
  const wording = deck.draw(bank, wordings, (one) => fillable(one, slots));
  return wording === undefined ? null : fillSlots(wording, slots);
};

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ +([,.!?;])/g, "$1")
    .replace(/,([.!?])/g, "$1")
    .replace(/([.!?])\.(?!\.)/g, "$1")
    .trim();

interface Core {
  readonly does: string;
  readonly wish: string;
  readonly question: string;
  readonly half: string;
  readonly trouble: string;
}

const coreOf = (tool: ToolReading, ask: AskSlots, deck: WordingDeck, stream: RandomStream): Core => {
  const bank = ASKS[tool.ask];
  const from = (part: keyof typeof bank): string | null => draw(deck, `${tool.ask}.${part}`, bank[part], ask.slots);
  const does = from("does") ?? `help me with ${ask.slots.objFor}`;
  const framed = draw(deck, "frame", REQUEST_FRAMES, { ...ask.slots, do: does }) as string;
  const wish = chance(stream, 0.45)
    ? framed
    : capitalised((chance(stream, 0.65) ? from("wishes") : from("questions")) ?? framed);
  const trouble = troublesFor(ask.topic, tool.ask);
  return {
    does,
    wish,
    question: capitalised(from("questions") ?? framed),
    half: from("halves") ?? does,
    trouble: draw(deck, trouble.bank, trouble.wordings, ask.slots) ?? "",
  };
};

const SHAPES = [
  "question",
  "report",
  "report",
  "wish",
  "wish",
  "half",
  "forward",
  "list",
  "trouble_last",
  "correction",
] as const;

const plainText = (
  core: Core,
  ask: AskSlots,
  extras: readonly string[],
  deck: WordingDeck,
  stream: RandomStream,
): { text: string; shape: string } => {
  const shape = stream.pick(SHAPES);
  const more = extras.length > 0 ? ` ${extras.join(" ")}` : "";
  switch (shape) {
    case "question":
      return {
        text: `${extras.length > 0 && chance(stream, 0.5) ? `${extras.join(" ")} ${core.question}` : `${core.question}${more}`}`,
        shape,
      };
    case "report":
      return { text: `${core.trouble} ${core.wish}${more}`, shape };
    case "trouble_last":
      return { text: `${more === "" ? "" : `${more.trim()} `}${core.wish} ${core.trouble}`, shape: "report" };
    case "half":
      return { text: extras.length > 0 ? `${core.half}. ${extras.join(" ")}` : core.half, shape };
    case "forward": {
      const inner = `${core.trouble} ${core.wish}${more}`;
      const text = draw(deck, "forward", FORWARDS, { ...ask.slots, inner });
      return { text: text ?? inner, shape };
    }
    case "list": {
      const items = [core.half, ...extras.map((line) => line.replace(/\.$/, "")), core.trouble.replace(/\.$/, "")];
      return { text: items.map((item) => `- ${item}`).join("\n"), shape };
    }
    case "correction": {
      const { when, day } = ask.slots;
      if (typeof when === "string" && typeof day === "string" && core.wish.includes(when) && !when.includes(day)) {
        return { text: `${core.wish.replace(when, day)} Sorry, not ${day}, ${when}.${more}`, shape };
      }
      return { text: `${core.trouble} ${core.wish}${more}`, shape: "report" };
    }
    default:
      return { text: `${core.wish}${more}`, shape };
  }
};

const stanceText = (
  stance: string,
  rule: RuleReading,
  slots: Slots,
  deck: WordingDeck,
  stream: RandomStream,
): string | null => {
  const all = { ...slots, ...rule };
  const { rule: _, ...pieces } = all;
  if (stance === "adversarial") return draw(deck, "adversarial", ADVERSARIAL_TEXTS, chance(stream, 0.5) ? all : pieces);
  if (stance === "boundary") {
    return (
      (chance(stream, 0.75) ? draw(deck, "boundary.pieces", BOUNDARY_TEXTS, pieces) : null) ??
      draw(deck, "boundary.rule", BOUNDARY_TEXTS, all) ??
      draw(deck, "boundary.plain", BOUNDARY_PLAIN_TEXTS, all)
    );
  }
  if (stance === "mistaken" && chance(stream, 0.5)) {
    const text = draw(deck, "mistaken.rule", MISTAKEN_RULE_TEXTS, pieces);
    if (text !== null) return text;
  }
  const bank = STANCE_TEXTS[stance as keyof typeof STANCE_TEXTS] as readonly string[] | undefined;
  return bank === undefined ? null : draw(deck, `stance.${stance}`, bank, slots);
};

const unrelatedAsk = (brief: AskBrief, deck: WordingDeck, stream: RandomStream): string => {
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
  const ask = draw(deck, "unrelated", UNRELATED_ASKS, slots) as string;
  const frames = UNRELATED_STANCES[brief.stance] ?? (UNRELATED_STANCES.ordinary as readonly string[]);
  return draw(deck, `unrelated.${brief.stance}`, frames, { ...slots, ask }) as string;
};

/** Whether the bare identifier, and not only part of it, stands in the text. */
const stands = (text: string, piece: string): boolean => text.includes(piece);

const settledEntity = (entity: SituationEntity, text: string): SituationEntity => {
  if (entity.id === null) return entity;
  if (stands(text, entity.id)) return { ...entity, named: "whole" };
  const digits = /\d{4,}$/.exec(entity.id)?.[0].slice(-3);
  const part = entity.id.includes("/") ? entity.id.split("/").at(-1) : digits;
  if (entity.named === "partial" && part !== undefined && stands(text, part)) return { ...entity, named: "partial" };
  return { ...entity, named: "none" };
};

/**
 * One person's message for a brief, with what is true of it. Draws from the deck and the stream alone, so the same order of
 * calls gives the same texts.
 */
export function writeAsk(brief: AskBrief, deck: WordingDeck, stream: RandomStream): WrittenAsk {
  const labels: Record<string, string | boolean> = { stance: brief.stance };
  let text: string;
  let entity = NO_ENTITY;
  let kept: string[] = [];
  const first = brief.tools[0];
  if (first === undefined) {
    text = unrelatedAsk(brief, deck, stream);
    labels.ask_family = "general";
    labels.tool_known = false;
  } else {
    const ask = askSlots(first, deck, stream);
    const core = coreOf(first, ask, deck, stream);
    entity = ask.entity;
    const slots: Record<string, string | null> = { ...ask.slots, do: core.does, wish: core.wish };
    const historyBank = HISTORY_LINES[brief.history];
    const worldBank = WORLD_LINES[brief.worldState];
    const history = historyBank ? draw(deck, `history.${brief.history}`, historyBank, slots) : null;
    const wantsWorld =
      worldBank !== undefined &&
      entity.parameter !== null &&
      chance(stream, history === null ? WORLD_LINE_SHARE : WORLD_LINE_SHARE / 3);
    const world =
      wantsWorld && brief.tools.length === 1 ? draw(deck, `world.${brief.worldState}`, worldBank, slots) : null;
    const extras = [history, world].filter((line): line is string => line !== null);
    const second = brief.tools[1];
    if (second !== undefined) {
      const other = askSlots(second, deck, stream);
      const shared = second.entityNoun !== null && second.entityNoun === first.entityNoun && entity.parameter !== null;
      const otherSlots = shared
        ? {
            ...other.slots,
            ref: entity.named === "none" ? "it" : "the same one",
            objFor: (other.slots.objFor as string).replace(other.slots.ref as string, "it"),
            objOf: (other.slots.objOf as string).replace(other.slots.ref as string, "it"),
          }
        : other.slots;
      const does2 =
        draw(deck, `${second.ask}.does`, ASKS[second.ask].does, otherSlots) ?? `help me with ${otherSlots.objFor}`;
      const both = draw(deck, "two", TWO_REQUESTS, { ...slots, do2: does2 }) as string;
      labels.ask_family = "multi_tool";
      const stanced =
        brief.stance === "ordinary"
          ? null
          : stanceText(
              brief.stance,
              readRule(brief.rule, stream),
              {
                ...slots,
                do: `${core.does} and then ${does2}`,
                wish: both.includes("\n") ? capitalised(`${core.does} and then ${does2}.`) : both,
              },
              deck,
              stream,
            );
      text = [stanced ?? both, ...extras].join(both.includes("\n") && stanced === null ? "\n" : " ");
    } else {
      labels.ask_family = entity.named === "none" && !ask.hasValues ? "vague" : "tool";
      const stanced =
        brief.stance === "ordinary"
          ? null
          : stanceText(brief.stance, readRule(brief.rule, stream), slots, deck, stream);
      if (stanced === null) {
        const plain = plainText(core, ask, extras, deck, stream);
        text = plain.text;
        labels.shape = plain.shape;
      } else {
        const withTrouble = core.trouble !== "" && extras.length === 0 && chance(stream, 0.3) ? [core.trouble] : extras;
        text = chance(stream, 0.5)
          ? [...withTrouble, capitalised(stanced)].join(" ")
          : [stanced, ...withTrouble].join(" ");
      }
    }
    labels.tool_known = true;
    labels.intent_known = true;
    kept = [entity.id, typeof slots.message === "string" ? slots.message : null].filter(
      (one): one is string => one !== null,
    );
  }
  text = tidy(text);
  const closed = !/^- |\n/.test(text) && labels.shape !== "half" && labels.shape !== "forward";
  if (closed && chance(stream, OPENER_SHARE) && !/^(?:Hi|Hello|Hey|Me again|Quick|Back|Yes|Again)\b/.test(text))
    text = `${draw(deck, "opener", OPENERS, {})} ${text}`;
  if (closed && chance(stream, CLOSER_SHARE) && !/[tT]hank|done\.$/.test(text))
    text = `${text} ${draw(deck, "closer", CLOSERS, plainSlots(stream))}`;
  if (!/^- /.test(text) && labels.shape !== "half") text = capitalised(text);
  if (chance(stream, TEXTURE_SHARE)) {
    const texture = stream.pick(TEXTURES);
    const typed = applyTexture(text, texture, kept, stream);
    if (typed !== text && typed.trim().length >= 6) {
      text = typed;
      labels.texture = texture;
    }
  }
  return { prompt: text.trim(), labels, entity: settledEntity(entity, text) };
}
