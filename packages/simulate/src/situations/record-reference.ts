import type { RandomStream } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";
import { DESCRIPTIONS } from "./banks/topics.js";
import { makeIdentifier, partOf } from "./identifier.js";
import { toolPhrases } from "./tool-phrases.js";
import type { ToolReading } from "./tool-reading.js";
import type { Clock } from "./values.js";
import type { WordingDeck } from "./wording-deck.js";

/** How often a text names its record wholly, in part, or not at all. Convention: two of five leave the number out. */
const NAMED = { whole: 0.42, partial: 0.2 };
/** The same where a tool call is wanted: one of ten leaves it out. */
const NAMED_FOR_A_CALL = { whole: 0.65, partial: 0.25 };
/** Records that are one movement of money, as against what it moves on. */
const MONEY_MOVED = /payment|transaction|transfer|invoice|bill|charge|debit|refund/;
const NO_RECORD: SituationEntity = { parameter: null, id: null, named: "none" };

export interface ReferenceOptions {
  /** Never name the record wholly: a text with two readings must leave room for both. */
  readonly vague?: boolean | undefined;
  /** Mostly name the record. */
  readonly mustName?: boolean | undefined;
}

/** What a person calls the record a tool is about, and how much of its identifier that gives away. */
export interface RecordReference {
  readonly ref: string;
  readonly entity: SituationEntity;
}

const wholeForms = (id: string, noun: string): string[] => {
  if (noun === "file") return [id];
  return /^\d+$/.test(id)
    ? [`${noun} ${id}`, `${noun} number ${id}`, `my ${noun} ${id}`]
    : [`${noun} ${id}`, `my ${noun} ${id}`, id, `${noun} ${id}`];
};

const partialForms = (part: string, noun: string): string[] =>
  noun === "file"
    ? [part]
    : [`the ${noun} ending in ${part}`, `my ${noun} ending ${part}`, `the ${noun} that ends in ${part}`];

/** Names the record of a tool: its identifier, a part of it, or what people say instead. */
export function recordReference(
  tool: ToolReading,
  deck: WordingDeck,
  stream: RandomStream,
  clock: Clock,
  { vague, mustName }: ReferenceOptions,
): RecordReference {
  const phrases = toolPhrases(tool);
  const parameter = tool.parameters.find((one) => one.name === tool.entityParameter);
  const noun = tool.entityNoun;
  if (parameter === undefined || noun === null) return { ref: phrases.ownObject, entity: NO_RECORD };
  const { topic } = phrases;
  const id = makeIdentifier(parameter, noun, stream, tool.text.replace(/_/g, " "));
  const part = partOf(id);
  const shares = mustName ? NAMED_FOR_A_CALL : NAMED;
  const drawn = vague ? shares.whole + stream.uniform() * (1 - shares.whole) : stream.uniform();
  const isFile = noun === "file";
  const entityOf = (named: SituationEntity["named"]): SituationEntity => ({ parameter: parameter.name, id, named });
  if (drawn < shares.whole || (isFile && !vague && drawn < 0.65))
    return { ref: stream.pick(wholeForms(id, noun)), entity: entityOf("whole") };
  if (drawn < shares.whole + shares.partial + (isFile ? 0.35 : 0) && part !== null)
    return { ref: stream.pick(partialForms(part, noun)), entity: entityOf("partial") };
  const entity = entityOf("none");
  if (topic === "money" && !MONEY_MOVED.test(noun)) {
    const owned = [
      `my ${noun}`,
      `my other ${noun}`,
      `the ${noun} I share with my wife`,
      `my daughter's ${noun}`,
      `my old ${noun}`,
    ];
    return { ref: stream.pick(owned), entity };
  }
  // Where a new day is asked for, a thing that goes by its day would make two of them.
  const described = deck.draw(
    `described.${topic}`,
    DESCRIPTIONS[topic],
    (one) => !(phrases.needsWhen && one.includes("{day}")),
  ) as string;
  const said = described.replace("{day}", clock.day2);
  const thing = /^the ([a-z' ]+)$/.exec(said)?.[1];
  if (topic === "goods" && thing !== undefined && !/\bone\b|present/.test(thing) && tool.ask !== "refund") {
    const single = thing.replace(/^two /, "");
    return { ref: stream.pick([said, said, `the ${single} ${noun}`, `my ${single} ${noun}`]), entity };
  }
  const forms = [said];
  if (topic === "other" || stream.uniform() < 0.3) {
    const named = said.replace(/^the one (?=(?:from|I|we|my|at) ?)/, `the ${noun} `);
    forms.splice(0, 1, topic === "code" ? said : `my ${noun}`, named);
  }
  return { ref: stream.pick(forms), entity };
}

/** "the shipping address on order ORD-5", "my running shoes delivery", "the delivery of order ORD-5". */
export const referenceToAspect = (tool: ToolReading, record: string, stream: RandomStream): string => {
  const { aspect } = toolPhrases(tool);
  const noun = tool.entityNoun;
  if (aspect === null || noun === null) return record;
  if (aspect.joint === "for") {
    if (record.endsWith(` ${noun}`)) return `${record.slice(0, -noun.length)}${aspect.aspect}`;
    // Who waits for a parcel says the parcel, the order or the thing in it, and seldom that it is a delivery.
    if (stream.uniform() < 0.5) return record;
    return `the ${aspect.aspect} of ${withNoun(record, noun)}`;
  }
  return `the ${aspect.aspect} ${aspect.joint} ${withNoun(record, noun)}`;
};

const withNoun = (record: string, noun: string): string => record.replace(/^(the|my) ((?:\w+ )?)one\b/, `$1 $2${noun}`);
