import type { RandomStream } from "@whileai/core";
import { THING_WORDS, THINGS, type ThingKind } from "./banks/things.js";
import type { Topic } from "./banks/topics.js";
import type { ParameterReading, ToolReading } from "./tool-reading.js";

/** How one value is said, and which part of a sentence it is. */
export interface SpokenValue {
  readonly parameter: string;
  readonly kind: ThingKind | "when" | "amount" | "number" | "choice" | "list" | "reason";
  readonly words: string;
  readonly said: string;
}

export const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const CLOCKS = [
  "9:30",
  "10:15",
  "half past two",
  "4 pm",
  "noon",
  "8:15",
  "3 o'clock",
  "11:45",
  "quarter past one",
  "5 pm",
] as const;
const CHOICE_WORDS: Readonly<Record<string, readonly string[]>> = {
  morning: ["in the morning", "before noon", "first thing"],
  afternoon: ["in the afternoon", "after lunch"],
  evening: ["in the evening", "any time after work"],
};

/** Numbers that tune a tool and that nobody says aloud. */
const SETTING =
  /\b(?:round|precision|decimals?|limit|top|page|offset|max|min|maximum|minimum|quantity|count|depth|iterations|seed|step|threshold|results|size|index|lat|lon|latitude|longitude|timeout|port|id)\b/;

const DATE = /\b(?:date|day|when|deadline|until|due|check in|check out|checkin|checkout)\b/;
const TIME = /\b(?:time|hour)\b/;
const OPEN_END = /^(?:(?:new )?(?:start|end))$/;
const PLACE = /\b(?:location|address|place|city|point)\b/;
const AMOUNT = /\b(?:amount|price|budget|cost|money|fee|salary|income|principal|loan)\b/;

/** A day in words, from the scenario's own day on: nothing here reads a clock. */
export const spokenDay = (stream: RandomStream): string => stream.pick(DAYS);

const spokenDate = (stream: RandomStream): string => {
  const day = spokenDay(stream);
  return stream.pick([
    day,
    `next ${day}`,
    `${day} week`,
    "tomorrow",
    `the ${2 + stream.integer(18)}th`.replace(/\b2th/, "2nd").replace(/\b3th/, "3rd"),
    `this ${day}`,
  ]);
};

const inRange = (
  schema: Readonly<Record<string, unknown>>,
  stream: RandomStream,
  low: number,
  high: number,
): number => {
  const given = (value: unknown, fallback: number): number =>
    typeof value === "number" && Number.isFinite(value) ? value : fallback;
  const least = given(schema.minimum, given(schema.exclusiveMinimum, low));
  const most = Math.max(least + 1, given(schema.maximum, given(schema.exclusiveMaximum, Math.max(high, least + high))));
  const drawn = least + stream.uniform() * (most - least);
  return schema.type === "integer" || most - least > 2
    ? Math.max(Math.ceil(least), Math.floor(drawn))
    : Math.round(drawn * 100) / 100;
};

/** What is searched for depends on where. */
const SOUGHT: Readonly<Partial<Record<Topic, ThingKind>>> = { goods: "product", code: "codeItem" };

/** What kind of thing a parameter holds, as its name or description says; null when they say none. */
export const thingKind = (parameter: ParameterReading, topic: Topic): ThingKind | null => {
  const words = parameter.words.replace(/\d+/g, "");
  for (const [kind, pattern] of THING_WORDS) {
    if (pattern.test(words)) return kind === "topic" ? (SOUGHT[topic] ?? kind) : kind;
  }
  if (topic === "code" && /\b(?:pattern|symbol|regex)\b/.test(words)) return "codeItem";
  // A description mentions many things; it is asked only where the name says nothing.
  if (!/^(?:name|value|input|item|target|data|object)$/.test(parameter.words)) return null;
  for (const [kind, pattern] of THING_WORDS.slice(3, 16)) {
    if (pattern.test(parameter.description.toLowerCase().split(/[.,(]/)[0] ?? "")) return kind;
  }
  return null;
};

const EXAMPLE = /(?:e\.g\.,?|such as|for example,?|like|example:)\s*['"`]([^'"`]{2,30})['"`]/i;

const speak = (parameter: ParameterReading, topic: Topic, stream: RandomStream): SpokenValue | null => {
  const { schema, words } = parameter;
  const as = (kind: SpokenValue["kind"], said: string): SpokenValue => ({
    parameter: parameter.name,
    kind,
    words,
    said,
  });
  const choices = Array.isArray(schema.enum) ? schema.enum.filter((one) => typeof one === "string" && one !== "") : [];
  if (choices.length > 0) {
    const choice = String(stream.pick(choices));
    const plain = choice.replace(/_/g, " ");
    const everyday = CHOICE_WORDS[plain.toLowerCase()];
    if (everyday) return as("when", stream.pick(everyday));
    return as("choice", /^[A-Z]{2,4}$|\d/.test(plain) ? plain : plain.toLowerCase());
  }
  const type = schema.type;
  if (type === "boolean" || type === "object") return null;
  if (type === "array") {
    const items = schema.items as Readonly<Record<string, unknown>> | undefined;
    if (items?.type === "number" || items?.type === "integer") {
      const numbers = Array.from({ length: 3 + stream.integer(3) }, () => String(1 + stream.integer(60)));
      return as("list", `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`);
    }
    const kind = thingKind(parameter, topic);
    if (kind === null || kind === "message") return null;
    const [first, second] = stream.shuffle<string>(THINGS[kind]);
    return as(kind, `${first} and ${second}`);
  }
  if (type === "number" || type === "integer") {
    if (SETTING.test(words)) return null;
    if (/\b(?:rate|percent|percentage|interest)\b/.test(words)) return as("number", `${1 + stream.integer(12)}%`);
    if (/\b(?:prob|probability|ratio|fraction|frequency|alpha|confidence)\b/.test(words))
      return as("number", `0.${1 + stream.integer(9)}`);
    if (AMOUNT.test(words)) return as("amount", `$${inRange(schema, stream, 15, 400)}`);
    if (/\b(?:guests|people|nights|adults|children|kids|rooms|seats|tickets|passengers|party size)\b/.test(words))
      return as("number", String(inRange(schema, stream, 2, 5)));
    if (/\byear\b/.test(words)) return as("number", String(inRange(schema, stream, 1995, 29)));
    return as("number", String(inRange(schema, stream, 2, 60)));
  }
  if (schema.format === "date" || schema.format === "date-time" || DATE.test(words))
    return as("when", spokenDate(stream));
  const isPlace = OPEN_END.test(words) && PLACE.test(parameter.description.toLowerCase());
  if (isPlace) return as("city", stream.pick<string>(THINGS.city));
  if (schema.format === "time" || TIME.test(words) || OPEN_END.test(words))
    return as("when", `at ${stream.pick(CLOCKS)}`);
  if (/\breason\b/.test(words)) return null;
  const kind = thingKind(parameter, topic);
  if (kind !== null) return as(kind, stream.pick<string>(THINGS[kind]));
  const sample = EXAMPLE.exec(parameter.description)?.[1];
  return sample !== undefined && !/[{}[\]<>\\]/.test(sample) ? as("choice", sample) : null;
};

/** Values a person would mention for a tool: those it needs, in words, at most five. The record's own id is not among them. */
export function spokenValues(tool: ToolReading, topic: Topic, stream: RandomStream): SpokenValue[] {
  const values: SpokenValue[] = [];
  for (const parameter of tool.parameters) {
    if (parameter.name === tool.entityParameter || values.length >= 5) continue;
    if (!parameter.required && stream.uniform() < 0.6) continue;
    const value = speak(parameter, topic, stream);
    // A title is an event's; of a film or a game it would have to be a real one.
    const fits = value?.kind !== "title" || /\b(?:event|meeting|calendar|appointment|reminder)\b/.test(tool.text);
    if (value !== null && fits) values.push(value);
  }
  return values;
}
