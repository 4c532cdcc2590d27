import { type RandomStream, STANCES } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";
import { AskCore } from "./ask-core.js";
import { type AskSlots, askSlots } from "./ask-slots.js";
import { ASKS } from "./banks/asks/asks.js";
import { CLOSERS, OPENERS, TWO_REQUESTS } from "./banks/circumstances.js";
import { THINGS } from "./banks/things.js";
import { WORKING_WORLD_LINES, WORLD_LINES } from "./banks/worlds.js";
import { capitalised, uncapitalised } from "./fill-slots.js";
import { type HistoryRequest, historyAfter, historyBefore, toldStance } from "./history-text.js";
import { partOf } from "./identifier.js";
import { showsHistory, showsIntent, showsStance, showsWorldState } from "./label-readers.js";
import { onceSaid } from "./once-said.js";
import { plainText } from "./plain-text.js";
import { withPronoun } from "./pronoun.js";
import { readRule, ruleFor, ruleTouches } from "./rule-reading.js";
import { Slots } from "./slots.js";
import { stanceText } from "./stance-text.js";
import { applyTexture, TEXTURES } from "./texture.js";
import { tidy } from "./tidy.js";
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
const AT_LENGTH_SHARE = 0.12;
/** Shortest text that anybody sends. */
const SHORTEST = 6;
/** How often stance and history are told in one breath, where there are wordings for the two. */
const ONE_BREATH_SHARE = 0.8;

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
  const slots = shared ? withPronoun(other.slots, "it", other.slots.get("record")) : other.slots;
  return drawFilled(deck, `${second.ask}.does`, ASKS[second.ask].does, slots) ?? `help me with ${slots.get("objFor")}`;
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
  /** Typed or passed on as it is: neither greeted nor signed. */
  readonly isBare: boolean;
}

/** Stances that nothing about the state of the record may be added to: they speak of it themselves. */
const TELLS_STATE: ReadonlySet<string> = new Set(["mistaken", "retry", "conflicting"]);
/** Stances in which people also write at length. */
const AT_LENGTH: ReadonlySet<string> = new Set([
  "ambiguous",
  "unsure",
  "retry",
  "boundary",
  "adversarial",
  "conflicting",
  "mistaken",
]);

/** A text with its full stop, so that a sentence can follow. */
const ended = (text: string): string => (/[.?!"]$/.test(text) ? text : `${text}.`);

/** Stances that press on a rule, in whose texts its figure will be named: two amounts would not agree. */
const PRESSES: ReadonlySet<string> = new Set(["boundary", "mistaken", "adversarial"]);

const isStance = (stance: string): boolean => (STANCES as readonly string[]).includes(stance);

/** What was done before, ready to be told about a request. */
const historyOf = (
  first: ToolReading,
  brief: AskBrief,
  ask: AskSlots,
  slots: Slots,
  deck: WordingDeck,
  isTwo: boolean,
): HistoryRequest => {
  const { pronoun, entity } = ask;
  const ref = ask.slots.get("ref");
  const objOf = ask.slots.get("objOf");
  const thing = first.ask === "run" ? objOf : first.ask === "apply" ? `${objOf} for ${ref}` : ref;
  return {
    history: brief.history,
    ask: first.ask,
    working: ask.working,
    isQuestion: brief.stance === "exploratory",
    slots,
    pronoun: entity.parameter === null ? "it" : pronoun,
    thing: entity.parameter === null || isTwo ? null : (thing ?? null),
    doIt: () => {
      const slotsOfIt = withPronoun(ask.slots, pronoun);
      const does = drawFilled(deck, `${first.ask}.does`, ASKS[first.ask].does, slotsOfIt);
      return tidy(does ?? `help me with ${pronoun}`);
    },
  };
};

/** Whether a text gives something to call a tool with: the record's name or a part of it, or a value. */
const isSpecific = (text: string, { entity, values }: AskSlots): boolean =>
  settledEntity(entity, text).named !== "none" || text.includes("$") || values.some(({ said }) => text.includes(said));

const draftAbout = (first: ToolReading, brief: AskBrief, deck: WordingDeck, stream: RandomStream): Draft => {
  const { stance, worldState } = brief;
  const rule = ruleFor(readRule(brief.rule, stream), brief.rule, first);
  const touches = brief.tools.some((tool) => ruleTouches(brief.rule, tool));
  const ask = askSlots(first, deck, stream, {
    vague: stance === "ambiguous",
    mustName: brief.namesRecord,
    withoutAmount: touches && rule.ruleCost !== null && PRESSES.has(stance),
  });
  const { entity, working, pronoun } = ask;
  const core = new AskCore(first, ask, deck, stream);
  const second = brief.tools[1];
  const does2 = second === undefined ? null : secondRequest(first, second, entity, deck, stream);
  const does = does2 === null ? core.does : `${core.does} and then ${does2}`;
  const two =
    does2 === null
      ? null
      : (drawFilled(deck, "two", TWO_REQUESTS, ask.slots.with({ do: core.does, do2: does2 })) as string);
  const wish = two === null ? core.wish : two.includes("\n") ? capitalised(`could you ${does}?`) : two;
  const half = two === null ? capitalised(core.half.replace(/[.!]+$/, "")) : null;
  // A wording that names the record or the title alone would drop the second request.
  const slots = ask.slots.with({
    do: does,
    wish,
    half,
    ...(two === null ? {} : { ref: null, title: null, span: null }),
  });
  // Brackets and commas of a matrix are part of it.
  const lists = ask.values.filter(({ said }) => said.startsWith("[")).map(({ said }) => said);
  const kept = [entity.id, ask.slots.get("message"), ...lists].filter((one): one is string => typeof one === "string");
  const hasHistory = brief.history !== "fresh";
  const isPlain =
    stance === "ordinary" || (stance === "retry" && brief.history === "prior_failure") || !isStance(stance);
  const done = (text: string, more?: Labels, isBare = false): Draft => {
    const labels: Labels = {};
    if (isStance(stance)) labels.stance = stance;
    if (hasHistory) labels.tells_history = true;
    labels.ask_family = two !== null ? "multi_tool" : isSpecific(text, ask) ? "tool" : "vague";
    labels.tool_known = true;
    labels.intent_known = true;
    return { text, labels: Object.assign(labels, more), entity, kept, isBare };
  };

  /** Now and then the whole story: what happened, what is wanted, and what else matters. */
  const atLength = (text: string): string =>
    two === null && AT_LENGTH.has(stance) && chance(stream, AT_LENGTH_SHARE)
      ? `${text.includes(core.trouble) ? "" : core.trouble} ${ended(text)} ${core.care}`.trim()
      : text;

  if (hasHistory) {
    const history = historyOf(first, brief, ask, slots, deck, two !== null);
    if (isPlain) {
      // After a list that ends without a stop the rest begins a new line.
      if (two !== null) return done(`${two}${/[.?!"]$/.test(two) ? " " : "\n"}${historyAfter(history, deck, stream)}`);
      const isFirst = chance(stream, HISTORY_FIRST_SHARE);
      const before = isFirst ? historyBefore(history, deck, stream) : null;
      if (before !== null) return done(before);
      const plain = plainText(core, slots, historyAfter(history, deck, stream), deck, stream);
      return done(plain.text, {}, plain.isBare);
    }
    const breath = chance(stream, ONE_BREATH_SHARE) ? toldStance(stance, history, deck, stream) : null;
    if (breath !== null) return done(atLength(capitalised(breath)));
    // Where something was done before, nobody believes that nothing was.
    const believed = brief.history === "repeat visit" ? worldState : "unknown";
    const told = historyAfter(history, deck, stream);
    const stanced = stanceText(
      {
        stance,
        ask: first.ask,
        topic: ask.topic,
        worldState: believed,
        isOpen: entity.parameter === null && two === null,
        rule,
        ruleTouches: touches,
        slots,
        working,
      },
      deck,
      stream,
    );
    return done(`${ended(capitalised(stanced ?? wish))} ${told}`);
  }

  let extra: string | null = null;
  if (entity.parameter !== null && two === null && !TELLS_STATE.has(stance)) {
    const share = isPlain ? WORLD_LINE_SHARE : WORLD_LINE_SHARE_WITH_STANCE;
    const bank = (working ? WORKING_WORLD_LINES : WORLD_LINES)[worldState] ?? [];
    if (chance(stream, share))
      extra = drawFilled(deck, `${working}.world.${worldState}`, bank, ask.slots.with({ it: pronoun }));
  }
  const tells: Labels = extra === null ? {} : { tells_world_state: true };
  if (isPlain) {
    if (two !== null) return done(two);
    const plain = plainText(core, slots, extra ?? "", deck, stream);
    return done(plain.text, tells, plain.isBare);
  }
  const tellsTrouble = extra === null && two === null && chance(stream, TROUBLE_SHARE_WITH_STANCE);
  const told = tellsTrouble && core.trouble !== "" ? `${core.trouble} ${core.request}` : wish;
  const stanced = stanceText(
    {
      stance,
      ask: first.ask,
      topic: ask.topic,
      worldState,
      isOpen: entity.parameter === null && two === null,
      rule,
      ruleTouches: touches,
      slots: told === wish ? slots : slots.with({ wish: told }),
      working,
    },
    deck,
    stream,
  );
  const text = capitalised(stanced ?? told);
  return done(extra === null ? atLength(text) : `${ended(text)} ${extra}`, tells);
};

/** Stances in which people also greet and thank. */
const POLITE: ReadonlySet<string> = new Set(["ordinary", "unsure", "exploratory", "ambiguous", "retry", "boundary"]);
/** First words beside which a greeting would be one too many. */
const GREETED = /^(?:Hi|Hello|Hey|Me again|It's me|Quick|Back|Yes|Again|So\b|\[)/;
const THANKED = /thank|please\.$|done\.$/i;

const greetedAndSigned = (text: string, deck: WordingDeck, stream: RandomStream): string => {
  let made = text;
  if (chance(stream, OPENER_SHARE) && !GREETED.test(made)) {
    const opener = deck.draw("opener", OPENERS) as string;
    made = `${opener} ${opener.endsWith(",") ? uncapitalised(made) : made}`;
  }
  if (chance(stream, CLOSER_SHARE) && !THANKED.test(made)) {
    const name = stream.pick(THINGS.person.filter((one) => !made.includes(one)));
    made = `${made} ${drawFilled(deck, "closer", CLOSERS, new Slots({ name }))}`;
  }
  return made;
};

const draftAboutNothing = (brief: AskBrief, deck: WordingDeck, stream: RandomStream): Draft => ({
  text: unrelatedAsk(brief.stance, deck, stream),
  labels: {
    ...(isStance(brief.stance) ? { stance: brief.stance } : {}),
    ask_family: "general",
    tool_known: false,
    intent_known: true,
  },
  entity: { parameter: null, id: null, named: "none" },
  kept: [],
  isBare: false,
});

/** A slip of the keys must not hide what the labels say of a text. */
const stillShows = (text: string, labels: Labels, { stance, history, worldState }: AskBrief): boolean =>
  (labels.stance === undefined || showsStance(text, stance)) &&
  (labels.tells_history === undefined || showsHistory(text, history) !== false) &&
  (labels.tells_world_state === undefined || showsWorldState(text, worldState) !== false);

/**
 * One person's message for a brief, with what is true of it. Draws from the deck and the stream alone, so the same order of
 * calls gives the same texts.
 */
export function writeAsk(brief: AskBrief, deck: WordingDeck, stream: RandomStream): WrittenAsk {
  const [first] = brief.tools;
  const draft = first === undefined ? draftAboutNothing(brief, deck, stream) : draftAbout(first, brief, deck, stream);
  const { labels } = draft;
  let text = onceSaid(tidy(draft.text));
  if (!draft.isBare && !text.includes("\n") && POLITE.has(brief.stance)) text = greetedAndSigned(text, deck, stream);
  if (!text.startsWith("-") && !draft.isBare) text = capitalised(text);
  if (chance(stream, TEXTURE_SHARE)) {
    const texture = stream.pick(TEXTURES);
    const typed = applyTexture(text, texture, draft.kept, stream).trim();
    if (typed !== text && typed.length >= SHORTEST && (texture !== "typo" || stillShows(typed, labels, brief))) {
      text = typed;
      labels.texture = texture;
    }
  }
  labels.intent_known = showsIntent(text);
  return { prompt: text, labels, entity: settledEntity(draft.entity, text) };
}
