import type { RandomStream } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";
import { THINGS } from "./banks/things.js";
import { DESCRIPTIONS, type Topic } from "./banks/topics.js";
import type { Slots } from "./fill-slots.js";
import { fillSlots } from "./fill-slots.js";
import { makeIdentifier, partOf } from "./identifier.js";
import type { ToolReading } from "./tool-reading.js";
import { topicOf } from "./tool-topic.js";
import { DAYS, type SpokenValue, spokenDay, spokenValues } from "./values.js";
import type { WordingDeck } from "./wording-deck.js";
import { article } from "./words.js";

/** How often a text names its record wholly, in part, or not at all. Convention: two of five leave the number out. */
const NAMED = { whole: 0.42, partial: 0.2 };
/** The same where a tool call is wanted: one of ten leaves it out. */
const NAMED_FOR_A_CALL = { whole: 0.65, partial: 0.25 };

/** Everything a text about one tool can say, decided before any wording is chosen. */
export interface AskSlots {
  readonly slots: Slots;
  readonly entity: SituationEntity;
  readonly topic: Topic;
  /** Whether the person works with an assistant here, and not with a company's service. */
  readonly working: boolean;
  /** Whether a value of the tool's arguments is among the slots. */
  readonly hasValues: boolean;
}

const MASS =
  /(?:information|access|weather|advice|help|money|data|traffic|news|feedback|support|knowledge|research|software|equipment|insurance|availability)$/i;
/** Names of parameters that are numbers and nothing more. */
const NUMBER_ONLY = /^(?:num|number|value|val|int|integer|operand|addend|factor) ?(?:\d|one|two|three|a|b)?$/;
/** Records that are one movement of money, as against what it moves on. */
const MONEY_MOVED = /payment|transaction|transfer|invoice|bill|charge|debit|refund/;
const PRONOUNED: readonly Topic[] = ["account", "goods", "money", "travel", "ticket"];

const clockSlots = (stream: RandomStream): Record<string, string> => {
  const [day, day2] = stream.shuffle<string>(DAYS);
  const [name, name2, name3, name4, name5] = stream.shuffle<string>(THINGS.person);
  return {
    name: name as string,
    name2: name2 as string,
    name3: name3 as string,
    name4: name4 as string,
    name5: name5 as string,
    day: day as string,
    // Another day: what is named by its day did not happen on the day that is talked of.
    day2: day2 as string,
    mins: String(4 + stream.integer(37)),
    time: stream.pick([
      "four",
      "noon",
      "half past five",
      "nine tonight",
      "three",
      "ten tomorrow",
      "6 pm",
      "quarter to two",
      "one o'clock",
      "eight",
    ]),
  };
};

/** Slots that need no tool. */
export const plainSlots = (stream: RandomStream): Record<string, string> => clockSlots(stream);

const withArticle = (object: string, plural: boolean, definite: boolean): string => {
  if (plural || MASS.test(object)) return definite ? `the ${object}` : object;
  if (/^(?:my|your|the|this|all|every|whether|how|if)\b/i.test(object) || /^[A-Z]{2,}\S*$/.test(object)) return object;
  return definite ? `the ${object}` : `${article(object)} ${object}`;
};

const listed = (items: readonly string[]): string =>
  items.length <= 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

const onDay = (when: string): string =>
  /^(?:[A-Z]|the \d)/.test(when) ? `on ${when}` : /^(?:\d|half|quarter|noon)/.test(when) ? `at ${when}` : when;

const choicePhrase = (text: string, words: string): string => {
  if (/unit|format|scale/.test(words)) return ` in ${text}`;
  if (/\b(?:time ?frame|period|duration|range|length)\b/.test(words))
    return / ago$|^(?:last|next|this)/.test(text) ? ` for the ${text}`.replace("the this", "this") : "";
  return "";
};

/** Names of parameters that are the first or the last day of a stay. */
const STAY = /\b(?:check in|check out|checkin|checkout|start|end|from|to|arrival|departure)\b/;

/** "in Lisbon with a base of 6 and a height of 9", with the space before it, or "". */
const valuesPhrase = (given: readonly SpokenValue[]): string => {
  let said = "";
  const places = given.filter(
    (one) => one.kind === "city" && !/\b(?:from|to|origin|destination|departure|arrival|source)\b/.test(one.words),
  );
  const [first, second] = places;
  if (first !== undefined && second !== undefined) said += ` between ${first.said} and ${second.said}`;
  const [from, until] = given.filter((one) => one.kind === "when" && STAY.test(one.words));
  if (from !== undefined && until !== undefined) said += ` from ${from.said} to ${until.said}`;
  const isSaid = (one: SpokenValue): boolean =>
    (second !== undefined && places.includes(one)) || (until !== undefined && (one === from || one === until));
  const values = given.filter((one) => !isSaid(one));
  const years = values.filter((one) => one.kind === "number" && /\byear\b/.test(one.words));
  const numbers = values.filter((one) => one.kind === "number" && !years.includes(one) && one.words !== "number");
  const spokenNumber = ({ words, said: count }: SpokenValue): string => {
    const counted = /^(?:num|number of|n|total|no of) (.+s)$/.exec(words)?.[1];
    const plain = words
      .replace(/^(?:num|n) /, "number of ")
      .replace(/\bprob\b/, "probability of")
      .replace(/\btemp\b/, "temperature");
    const measured = /^(.+) (kg|km|cm|mm|celsius|fahrenheit|meters)$/.exec(plain);
    if (measured) return `${article(measured[1] as string)} ${measured[1]} of ${count} ${measured[2]}`;
    if (counted === undefined && /[a-z]{2,}[^su]s$/.test(plain) && /^\d+$/.test(count)) return `${count} ${plain}`;
    return counted !== undefined ? `${count} ${counted}` : `${article(plain)} ${plain} of ${count}`;
  };
  for (const { kind, said: text, words } of values) {
    if (kind === "city" || kind === "country")
      said += /\b(?:from|origin|departure|source)\b/.test(words)
        ? ` from ${text}`
        : /\b(?:to|destination|arrival)\b/.test(words)
          ? ` to ${text}`
          : ` in ${text}`;
    else if (kind === "address") said += ` to ${text}`;
    else if (kind === "title") said += ` for ${text}`;
    else if (kind === "message") said += ` saying "${text}"`;
    else if (kind === "when")
      said += /^(?:at|in|before|any|first|after|tomorrow)\b/.test(text) ? ` ${text}` : ` for ${text}`;
    else if (kind === "amount") said += /\bof \$|for \$/.test(said) ? `, ${words} ${text}` : ` for ${text}`;
    else if (kind === "choice") said += choicePhrase(text, words);
    else if (kind === "colour") said += ` in ${text}`;
    else if (kind === "language")
      said += /\b(?:from|source)\b/.test(words) ? ` from ${text}` : / in /.test(said) ? "" : ` in ${text}`;
    else if (kind !== "number" && kind !== "reason") said += said.includes(" for ") ? ` and ${text}` : ` for ${text}`;
  }
  const plain = numbers.filter((one) => NUMBER_ONLY.test(one.words));
  if (plain.length > 1) said += ` for ${listed(plain.map((one) => one.said))}`;
  const told = plain.length > 1 ? numbers.filter((one) => !plain.includes(one)) : numbers;
  if (told.length > 0) {
    const short = told.every((one) => one.words.length <= 2);
    const parts = told.map((one) => (short ? `${one.words} = ${one.said}` : spokenNumber(one)));
    said += ` with ${listed(parts)}`;
  }
  for (const year of years) said += ` in ${year.said}`;
  return said;
};

const reference = (
  tool: ToolReading,
  topic: Topic,
  deck: WordingDeck,
  stream: RandomStream,
  clock: Slots,
  { vague, mustName }: AskSlotOptions,
): { ref: string; entity: SituationEntity } => {
  const parameter = tool.parameters.find((one) => one.name === tool.entityParameter);
  const noun = tool.entityNoun;
  if (parameter === undefined || noun === null) {
    const own = PRONOUNED.includes(topic) && !tool.plural && tool.object.split(" ").length <= 2;
    return {
      ref: own ? `my ${tool.object}` : withArticle(tool.object, tool.plural, true),
      entity: { parameter: null, id: null, named: "none" },
    };
  }
  const id = makeIdentifier(parameter, noun, stream, tool.text.replace(/_/g, " "));
  const part = partOf(id);
  const shares = mustName ? NAMED_FOR_A_CALL : NAMED;
  const drawn = vague ? shares.whole + stream.uniform() * (1 - shares.whole) : stream.uniform();
  const isFile = noun === "file";
  if (drawn < shares.whole || (isFile && !vague && drawn < 0.65)) {
    const forms = isFile
      ? [id]
      : /^\d+$/.test(id)
        ? [`${noun} ${id}`, `${noun} number ${id}`, `my ${noun} ${id}`]
        : [`${noun} ${id}`, `my ${noun} ${id}`, id, `${noun} ${id}`];
    return { ref: stream.pick(forms), entity: { parameter: parameter.name, id, named: "whole" } };
  }
  if (drawn < shares.whole + shares.partial + (isFile ? 0.35 : 0) && part !== null) {
    const forms = isFile
      ? [part]
      : [`the ${noun} ending in ${part}`, `my ${noun} ending ${part}`, `the one that ends in ${part}`];
    const ref = stream.pick(forms);
    return { ref, entity: { parameter: parameter.name, id, named: "partial" } };
  }
  if (topic === "money" && !MONEY_MOVED.test(noun)) {
    const owned = [
      `my ${noun}`,
      `my other ${noun}`,
      `the ${noun} I share with my wife`,
      `my daughter's ${noun}`,
      `my old ${noun}`,
    ];
    return { ref: stream.pick(owned), entity: { parameter: parameter.name, id, named: "none" } };
  }
  const described = deck.draw(`described.${topic}`, DESCRIPTIONS[topic]) as string;
  const said = fillSlots(described, { ...clock, day: clock.day2 ?? null });
  const forms = [said];
  if (topic === "other" || stream.uniform() < 0.3)
    forms.splice(
      0,
      1,
      topic === "code" ? said : `my ${noun}`,
      said.replace(/^the one (?=(?:from|I|we|my|at) ?)/, `the ${noun} `),
    );
  const thing = /^the ([a-z' ]+)$/.exec(said)?.[1];
  if (topic === "goods" && thing !== undefined && !/\bone\b|present/.test(thing) && tool.ask !== "refund") {
    forms.splice(
      0,
      forms.length,
      `the ${thing.replace(/^two /, "")} ${noun}`,
      `my ${thing.replace(/^two /, "")} ${noun}`,
    );
  }
  return { ref: stream.pick(forms), entity: { parameter: parameter.name, id, named: "none" } };
};

export interface AskSlotOptions {
  /** Never name the record wholly: a text with two readings must leave room for both. */
  readonly vague?: boolean | undefined;
  /** Mostly name the record. */
  readonly mustName?: boolean | undefined;
  /** Say no amount of money. */
  readonly withoutAmount?: boolean | undefined;
}

/** The part of a record that a tool is about: "shipping address" of an order; or what is done for it: the "delivery" of one. */
const aspectOf = (tool: ToolReading): { aspect: string; joint: string } | null => {
  const { object, entityNoun: noun, ask } = tool;
  if (noun === null || tool.entityParameter === null) return null;
  const part = new RegExp(`^(.+?) of (?:an? |the )?(?:\\w+ )?${noun}$`, "i").exec(object)?.[1];
  if (part !== undefined && ask !== "cancel" && ask !== "refund") return { aspect: part, joint: "on" };
  const isOther = ask === "move" && !object.toLowerCase().includes(noun) && object.split(" ").length <= 2;
  return isOther ? { aspect: object, joint: "for" } : null;
};

/** "the shipping address on order ORD-5", "my running shoes delivery", "the delivery for the order from Friday". */
const ofAspect = ({ aspect, joint }: { aspect: string; joint: string }, record: string, noun: string): string => {
  const own = joint === "for" ? new RegExp(`^((?:the|my) .+) ${noun}$`).exec(record)?.[1] : undefined;
  if (own !== undefined) return `${own} ${aspect}`;
  return `the ${aspect} ${joint} ${record.replace(/^(the|my) ((?:\w+ )?)one\b/, `$1 $2${noun}`)}`;
};

/** Decides what a text about a tool is about: the record, the values, the names and days in it. */
export function askSlots(
  tool: ToolReading,
  deck: WordingDeck,
  stream: RandomStream,
  options: AskSlotOptions = {},
): AskSlots {
  const clock = clockSlots(stream);
  const topic = topicOf(tool);
  const { ref: record, entity } = reference(tool, topic, deck, stream, clock, options);
  const aspect = aspectOf(tool);
  const ref = aspect === null ? record : ofAspect(aspect, record, tool.entityNoun ?? "");
  const values = spokenValues(tool, topic, stream).filter((one) => !(options.withoutAmount && one.kind === "amount"));
  const find = (...kinds: readonly SpokenValue["kind"][]): SpokenValue | undefined =>
    values.find((one) => kinds.includes(one.kind));
  const whens = values.filter((one) => one.kind === "when").slice(0, 2);
  const needsWhen = tool.ask === "move" || tool.ask === "schedule" || tool.ask === "slots";
  const when =
    whens.length > 0
      ? whens
          .map((one) => one.said)
          .join(" ")
          .replace(/^at /, "")
      : needsWhen
        ? spokenDay(stream)
        : null;
  const makesNew = ["create", "schedule", "pay", "send", "convert", "search", "approve"].includes(tool.ask);
  const object = /^(?:money|funds)$/.test(tool.object)
    ? "a transfer"
    : withArticle(tool.object, tool.plural, !makesNew || (tool.article === "the" && tool.ask !== "create"));
  const aboutRecord = entity.parameter !== null;
  const sameNoun = aboutRecord && tool.entityNoun !== null && tool.object.toLowerCase().includes(tool.entityNoun);
  const isTests = tool.ask === "run" && tool.entityNoun === "file" && /\btests?\b/.test(tool.object);
  const base =
    isTests && aboutRecord
      ? `the tests in ${ref}`
      : (sameNoun && !makesNew) || aspect !== null
        ? ref
        : aboutRecord
          ? `${object} ${tool.ask === "run" || tool.entityNoun === "file" ? "in" : "for"} ${ref}`
          : object;
  const inPhrase = values.filter((one) =>
    tool.ask === "schedule" ? one.kind === "title" || one.kind === "city" : !(aboutRecord && one.kind === "number"),
  );
  const sought =
    tool.ask === "search" ? inPhrase.find((one) => one.kind === "product" || one.kind === "topic") : undefined;
  const objFor =
    sought === undefined
      ? `${base}${valuesPhrase(inPhrase)}`
      : `${sought.kind === "topic" ? `${base} on ` : ""}${sought.said}${valuesPhrase(inPhrase.filter((one) => one !== sought))}`;
  const changeTo = find("address", "email", "phone", "title", "colour") ?? whens[0];
  const isPlural =
    sought?.kind === "product" || (aspect === null ? tool.plural && !sameNoun : /[^su]s$/.test(aspect.aspect));
  const verb = tool.verb.replace(/_/g, " ");
  const slots: Record<string, string | null> = {
    ...clock,
    record,
    ref: ref.replace(/,$/, ""),
    objFor,
    objOf: tool.entityNoun === "file" && aboutRecord && tool.ask === "apply" ? object : base,
    is: isPlural ? "are" : "is",
    isAre: isPlural ? "are" : "is",
    when,
    on: when === null ? null : onDay(when),
    to: changeTo === undefined ? "" : ` to ${changeTo.said.replace(/^at /, "")}`,
    amount: find("amount")?.said ?? null,
    person:
      find("person")?.said ?? (tool.ask === "slots" || tool.ask === "schedule" ? stream.pick(THINGS.person) : null),
    target: tool.ask === "searchCode" ? (find("codeItem")?.said ?? stream.pick(THINGS.codeItem)) : null,
    message: find("message")?.said ?? null,
    title:
      find("title")?.said ??
      (topic === "event" && (tool.ask === "slots" || tool.ask === "schedule") ? stream.pick(THINGS.title) : null),
    act:
      tool.verb === "general"
        ? `do ${objFor}`
        : `${verb === "look" ? "look up" : verb === "set" ? "set" : verb} ${objFor}`,
  };
  const working =
    topic === "code" ||
    topic === "event" ||
    (topic === "other" && entity.parameter === null) ||
    // Whoever asks for something of their own account or order writes to a service.
    (!(entity.parameter !== null && PRONOUNED.includes(topic)) &&
      ["calculate", "convert", "info", "run", "readFile", "searchCode", "apply", "slots", "general"].includes(
        tool.ask,
      ));
  return { slots, entity, topic, working, hasValues: values.length > 0 };
}
