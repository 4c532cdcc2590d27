import type { RandomStream } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";
import { type AskSlots, askSlots } from "./ask-slots.js";
import { ASKS } from "./banks/asks/asks.js";
import { CLOSERS, OPENERS, REQUEST_FRAMES, TWO_REQUESTS } from "./banks/circumstances.js";
import { THINGS } from "./banks/things.js";
import { troublesFor } from "./banks/troubles.js";
import { WORKING_WORLD_LINES, WORLD_LINES } from "./banks/worlds.js";
import { capitalised, uncapitalised } from "./fill-slots.js";
import { type HistoryRequest, historyAfter, historyBefore } from "./history-text.js";
import { partOf } from "./identifier.js";
import { type AskCore, plainText } from "./plain-text.js";
import { pronounFor, withPronoun } from "./pronoun.js";
import { readRule, ruleFor, ruleTouches } from "./rule-reading.js";
import { stanceText } from "./stance-text.js";
import { applyTexture, TEXTURES } from "./texture.js";
import type { ToolReading } from "./tool-reading.js";
import { unrelatedAsk } from "./unrelated-ask.js";
import { chance, drawFilled, type WordingDeck } from "./wording-deck.js";

/** Share of texts that are typed rather than written, greeted, signed, or tell how things look. Conventions. */
const TEXTURE_SHARE = 0.35;
const OPENER_SHARE = 0.14;
const CLOSER_SHARE = 0.12;
const WORLD_LINE_SHARE = 0.35;
const WORLD_LINE_SHARE_WITH_STANCE = 0.2;
const TROUBLE_SHARE_WITH_STANCE = 0.2;
const HISTORY_FIRST_SHARE = 0.45;

/** What the writer is told to write about. */
export interface AskBrief {
  /** No tool for an ask that is about none, two for one that needs both. */
  readonly tools: readonly ToolReading[];
  readonly rule: string;
  readonly stance: string;
  readonly worldState: string;
  readonly history: string;
  /** The text should give the agent something to call a tool with, as a fault can only be met in a call. */
  readonly namesRecord?: boolean | undefined;
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
    .replace(
      /\b(pull|call|sign|look|put|track|set|sort|drop|hand|take|kick|paste) (up|off|over|down|in|out) (it|them)\b/g,
      "$1 $3 $2",
    )
    .replace(/\b(send|show|give) me (it|them)\b/g, "$1 $2 to me")
    .replace(/\b(find|get) me (it|them)\b/g, "$1 $2 for me")
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
  const slots = shared ? withPronoun(other.slots, "it", other.slots.record) : other.slots;
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

/** Stances that nothing about the state of the record may be added to: they speak of it themselves. */
const TELLS_STATE: ReadonlySet<string> = new Set(["mistaken", "retry", "conflicting"]);

const draftAbout = (first: ToolReading, brief: AskBrief, deck: WordingDeck, stream: RandomStream): Draft => {
  const labels: Labels = {};
  const { stance, worldState } = brief;
  const rule = ruleFor(readRule(brief.rule, stream), brief.rule, first);
  const touches = brief.tools.some((tool) => ruleTouches(brief.rule, tool));
  const ask = askSlots(first, deck, stream, {
    vague: stance === "ambiguous",
    mustName: brief.namesRecord,
    // A figure from the rule will be named, and two amounts would not agree.
    withoutAmount: touches && rule.ruleCost !== null && ["boundary", "mistaken", "adversarial"].includes(stance),
  });
  const { entity, working, slots } = ask;
  const core = coreOf(first, ask, deck, stream);
  const second = brief.tools[1];
  const does2 = second === undefined ? null : secondRequest(first, second, entity, deck, stream);
  const both =
    does2 === null ? null : (drawFilled(deck, "two", TWO_REQUESTS, { ...slots, do: core.does, do2: does2 }) as string);
  const does = does2 === null ? core.does : `${core.does} and then ${does2}`;
  const plainWish = both === null ? core.wish : both.includes("\n") ? capitalised(`could you ${does}?`) : both;

  // What happened before, or else how things look, or else what the trouble is: one of them beside the request.
  let wish = plainWish;
  let told: string | null = null;
  let after = (): string => "";
  const pronoun = pronounFor((first.ask === "run" ? slots.objOf : slots.ref) ?? "");
  if (brief.history !== "fresh") {
    const itSlots = withPronoun(slots, pronoun);
    const itDoes = drawFilled(deck, `${first.ask}.does`, ASKS[first.ask].does, itSlots) ?? `help me with ${pronoun}`;
    const given: HistoryRequest = {
      history: brief.history,
      ask: first.ask,
      working,
      isQuestion: stance === "exploratory",
      slots,
      pronoun: entity.parameter === null ? "it" : pronoun,
      request: drawFilled(deck, "frame", REQUEST_FRAMES, { ...slots, do: itDoes }) as string,
    };
    const isFirst = entity.parameter !== null && both === null && chance(stream, HISTORY_FIRST_SHARE);
    const before = isFirst ? historyBefore(given, deck, stream) : null;
    after = () => historyAfter(given, deck, stream);
    told = before ?? after();
    wish = before ?? `${plainWish} ${told}`;
    labels.tells_history = true;
  }
  const isPlain = stance === "ordinary" || (stance === "retry" && brief.history === "prior_failure");
  let extra: string | null = null;
  if (told === null && entity.parameter !== null && second === undefined && !TELLS_STATE.has(stance)) {
    const bank = (working ? WORKING_WORLD_LINES : WORLD_LINES)[worldState] ?? [];
    const share = isPlain ? WORLD_LINE_SHARE : WORLD_LINE_SHARE_WITH_STANCE;
    if (chance(stream, share))
      extra = drawFilled(deck, `${working}.world.${worldState}`, bank, { ...slots, it: pronoun });
    if (extra !== null) labels.tells_world_state = true;
  }
  labels.ask_family = both !== null ? "multi_tool" : entity.named === "none" && !ask.hasValues ? "vague" : "tool";
  labels.tool_known = true;
  labels.intent_known = true;
  const kept = [entity.id, slots.message ?? null].filter((one): one is string => one !== null);

  if (isPlain) {
    if (both !== null) return { text: told === null ? both : `${wish}`, labels, entity, kept };
    if (told !== null && wish === told) return { text: told, labels, entity, kept };
    const plain = plainText(core, slots, told ?? extra ?? "", deck, stream);
    labels.shape = plain.shape;
    return { text: plain.text, labels, entity, kept };
  }
  const tellsTrouble =
    told === null &&
    extra === null &&
    second === undefined &&
    core.trouble !== "" &&
    chance(stream, TROUBLE_SHARE_WITH_STANCE);
  if (tellsTrouble) wish = `${core.trouble} ${wish}`;
  if (extra !== null) wish = `${wish} ${extra}`;
  const stanced = stanceText(
    {
      stance,
      ask: first.ask,
      // Where something was done before, nobody believes that nothing was.
      worldState: told === null || brief.history === "repeat visit" ? worldState : "unknown",
      isOpen: entity.parameter === null && second === undefined,
      rule,
      ruleTouches: touches,
      slots: { ...slots, do: does, wish },
      working,
    },
    deck,
    stream,
  );
  if (stanced === null) return { text: wish, labels, entity, kept };
  const says = (part: string): boolean => stanced.toLowerCase().includes(part.toLowerCase());
  // A wording that takes only the action leaves the rest to be said after it.
  const rest = told !== null && !says(told) ? after() : extra !== null && !says(extra) ? extra : "";
  return { text: `${capitalised(stanced)} ${rest}`.trim(), labels, entity, kept };
};

/** Stances in which people also greet and thank. */
const POLITE: ReadonlySet<string> = new Set(["ordinary", "unsure", "exploratory", "ambiguous", "retry", "boundary"]);

const greetedAndSigned = (text: string, deck: WordingDeck, stream: RandomStream): string => {
  let made = text;
  if (chance(stream, OPENER_SHARE) && !/^(?:Hi|Hello|Hey|Me again|It's me|Quick|Back|Yes|Again|So\b|\[)/.test(made)) {
    const opener = drawFilled(deck, "opener", OPENERS, {}) as string;
    made = `${opener} ${opener.endsWith(",") ? uncapitalised(made) : made}`;
  }
  if (chance(stream, CLOSER_SHARE) && !/thank|please\.$|done\.$/i.test(made)) {
    const name = stream.pick(THINGS.person.filter((one) => !made.includes(one)));
    made = `${made} ${drawFilled(deck, "closer", CLOSERS, { name })}`;
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
  if (isLetter && POLITE.has(brief.stance)) text = greetedAndSigned(text, deck, stream);
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
