import { isRecord, type RandomStream } from "@whileai/core";
import { CHOICE_WORDS } from "./banks/choices.js";
import { THING_WORDS, THINGS, type ThingKind, WEEKDAYS } from "./banks/things.js";
import type { Topic } from "./banks/topics.js";
import { numberSpeaker } from "./number-values.js";
import type { ParameterReading, ToolReading } from "./tool-reading.js";
import { article, wordsOf } from "./words.js";

/** How one value is said, and which part of a sentence it is. */
export interface SpokenValue {
  readonly parameter: string;
  readonly kind: ThingKind | "when" | "window" | "span" | "amount" | "number" | "plain" | "choice" | "reason" | "list";
  /** The words of the parameter's name. */
  readonly words: string;
  readonly said: string;
  /** The value as a phrase of its own, with the space before it, where its kind alone does not say how to put it. */
  readonly phrase?: string | undefined;
  /** The value with what it measures, to be listed after a "with": "a base of 6". */
  readonly measure?: string | undefined;
  /** The schema's own member, for a choice of several. */
  readonly member?: string | undefined;
}

/** Says a value of one parameter, another one each time. */
type Speaker = (stream: RandomStream, clock: Clock) => Omit<SpokenValue, "parameter" | "words"> | null;

/** Days that other parts of a text speak of. */
export type Clock = { readonly day: string; readonly day2: string };

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

const DATE = /\b(?:date|day|when|deadline|until|due|check in|check out|checkin|checkout)\b/;
const TIME = /\b(?:time|hour)\b/;
const OPEN_END = /^(?:(?:new )?(?:start|end))$/;
const PLACE = /\b(?:location|address|place|city|point)\b/;
/** Longest member of an enum that anybody says. */
const LONGEST_CHOICE = 40;
/** Share of optional parameters that a person mentions, and of those that only tune the answer. Conventions. */
const OPTIONAL_SHARE = 0.4;
const MOST_VALUES = 5;

/** A day in words, none of those that the text speaks of otherwise: nothing here reads a clock. */
export const spokenDay = (stream: RandomStream, { day, day2 }: Clock): string => {
  let found: string = stream.pick(WEEKDAYS);
  while (found === day || found === day2) found = stream.pick(WEEKDAYS);
  return found;
};

const ordinal = (date: number): string => {
  const ending =
    date % 10 === 1 && date !== 11
      ? "st"
      : date % 10 === 2 && date !== 12
        ? "nd"
        : date % 10 === 3 && date !== 13
          ? "rd"
          : "th";
  return `${date}${ending}`;
};

const spokenDate = (stream: RandomStream, clock: Clock): string => {
  const day = spokenDay(stream, clock);
  switch (stream.integer(7)) {
    case 0:
      return `next ${day}`;
    case 1:
      return "tomorrow";
    case 2:
      return `the ${ordinal(3 + stream.integer(25))}`;
    case 3:
      return `this ${day}`;
    case 4:
      return `${day} week`;
    default:
      return day;
  }
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

const choiceSpeaker = (members: readonly string[], words: string): Speaker => {
  const isReason = /\breason\b/.test(words);
  const frame = /\b(?:unit|units|format|scale)\b/.test(words)
    ? "in"
    : /\b(?:time ?frame|period|duration|range|length|frequency|interval)\b/.test(words)
      ? "period"
      : null;
  return (stream) => {
    const member = stream.pick(members);
    const plain = member.replace(/[_-]/g, " ");
    if (isReason) return { kind: "reason", said: plain.toLowerCase(), member };
    const window = CHOICE_WORDS[plain.toLowerCase()];
    if (window !== undefined) return { kind: "window", said: stream.pick(window), member };
    const said = /^[A-Z]{2,4}$|\d/.test(plain) ? plain : plain.toLowerCase();
    const regular = /^(?:hourly|daily|weekly|monthly|quarterly|yearly|annual|annually)$/.test(said);
    const phrase = regular
      ? ` on ${said.startsWith("an") ? "an annual" : said === "hourly" ? "an hourly" : `a ${said}`} basis`
      : frame === "in"
        ? ` in ${said}`
        : frame === "period" && / ago$|^(?:last|next|this)/.test(said)
          ? ` for the ${said}`.replace("the this", "this")
          : "";
    return { kind: "choice", said, phrase, member };
  };
};

/** Says the entries of a list: numbers, rows of numbers, things, or records with a name and a number. */
const listSpeaker = (parameter: ParameterReading, topic: Topic): Speaker | null => {
  const items = isRecord(parameter.schema.items) ? parameter.schema.items : {};
  const listed = (parts: readonly string[]): string => `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
  if (items.type === "number" || items.type === "integer")
    return (stream) => ({
      kind: "list",
      said: listed(Array.from({ length: 3 + stream.integer(3) }, () => String(1 + stream.integer(60)))),
    });
  if (items.type === "array" && isRecord(items.items) && /^(?:number|integer)$/.test(String(items.items.type)))
    return (stream) => {
      const row = (): string => `[${stream.integer(7)}, ${1 + stream.integer(9)}]`;
      return { kind: "list", said: `[${row()}, ${row()}]` };
    };
  const properties = Object.entries(isRecord(items.properties) ? items.properties : {});
  if (properties.length > 0) {
    const readings = properties.map(([name, schema]) => subParameter(name, schema));
    const kind = readings.map((one) => thingKind(one, topic)).find((one) => one !== null && one !== "message") ?? null;
    if (kind === null) return null;
    const isShare = readings.some((one) => /\b(?:weight|share|percent|percentage|allocation)\b/.test(one.words));
    const isCount = readings.some((one) => /\b(?:quantity|count|amount|number)\b/.test(one.words));
    return (stream) => {
      const things = stream.shuffle<string>(THINGS[kind]).slice(0, 2 + stream.integer(2));
      let left = 100;
      const parts = things.map((thing, index) => {
        const share = index === things.length - 1 ? left : 10 * (2 + stream.integer(3));
        left -= share;
        return isShare ? `${share}% ${thing}` : isCount ? `${2 + stream.integer(4)} ${thing}` : thing;
      });
      return { kind: "list", said: listed(parts) };
    };
  }
  const kind = thingKind(parameter, topic);
  if (kind === null || kind === "message") return null;
  return (stream) => {
    const [first, second] = stream.shuffle<string>(THINGS[kind]);
    return { kind, said: stream.uniform() < 0.4 ? (first as string) : `${first} and ${second}` };
  };
};

const subParameter = (name: string, given: unknown): ParameterReading => {
  const schema = isRecord(given) ? given : {};
  return {
    name,
    words: wordsOf(name).join(" "),
    required: true,
    schema,
    description: typeof schema.description === "string" ? schema.description : "",
  };
};

/** An object's properties are said like parameters of their own; of optional ones, one at a time. */
const objectSpeaker = (parameter: ParameterReading, topic: Topic): Speaker | null => {
  const { properties, required } = parameter.schema;
  if (!isRecord(properties)) return null;
  const needed = new Set(Array.isArray(required) ? required : []);
  const speakers = Object.entries(properties).flatMap(([name, schema]) => {
    const reading = subParameter(name, schema);
    const speaker = isRecord(schema) && schema.type !== "object" ? speakerOf(reading, topic) : null;
    return speaker === null ? [] : [{ speaker, words: reading.words, isNeeded: needed.has(name) }];
  });
  if (speakers.length === 0) return null;
  return (stream, clock) => {
    const { speaker, words } = speakers.find((one) => one.isNeeded) ?? stream.pick(speakers);
    const value = speaker(stream, clock);
    if (value?.phrase !== undefined || value?.measure !== undefined) return value;
    // A bare value without the name of what it is would not be understood.
    return value?.kind === "amount"
      ? { ...value, kind: "number", measure: `${article(words)} ${words} of ${value.said}` }
      : null;
  };
};

const speakerOf = (parameter: ParameterReading, topic: Topic): Speaker | null => {
  const { schema, words } = parameter;
  const members = Array.isArray(schema.enum)
    ? schema.enum.filter((one): one is string => typeof one === "string" && one !== "" && one.length < LONGEST_CHOICE)
    : [];
  if (members.length > 0) return choiceSpeaker(members, words);
  const { type } = schema;
  if (type === "boolean") return null;
  if (type === "object") return objectSpeaker(parameter, topic);
  if (type === "array") return listSpeaker(parameter, topic);
  if (type === "number" || type === "integer") return numberSpeaker(schema, words);
  if (schema.format === "date-time") {
    return (stream, clock) => {
      const date = spokenDate(stream, clock);
      return { kind: "when", said: stream.uniform() < 0.5 ? date : `${date} at ${stream.pick(CLOCKS)}` };
    };
  }
  if (schema.format === "date" || DATE.test(words))
    return (stream, clock) => ({ kind: "when", said: spokenDate(stream, clock) });
  if (OPEN_END.test(words) && PLACE.test(parameter.description.toLowerCase()))
    return (stream) => ({ kind: "city", said: stream.pick<string>(THINGS.city) });
  if (schema.format === "time" || TIME.test(words) || OPEN_END.test(words))
    return (stream) => ({ kind: "when", said: `at ${stream.pick(CLOCKS)}` });
  if (/\breason\b/.test(words)) return null;
  const kind = thingKind(parameter, topic);
  if (kind !== null) return (stream) => ({ kind, said: stream.pick<string>(THINGS[kind]) });
  const sample = EXAMPLE.exec(parameter.description)?.[1];
  if (sample === undefined || /[{}[\]<>\\]/.test(sample)) return null;
  return () => ({ kind: "choice", said: sample });
};

interface ToolSpeaker {
  readonly parameter: ParameterReading;
  readonly speaker: Speaker;
}

const speakersByTool = new WeakMap<ToolReading, readonly ToolSpeaker[]>();

const speakersOf = (tool: ToolReading, topic: Topic): readonly ToolSpeaker[] => {
  let known = speakersByTool.get(tool);
  if (known === undefined) {
    // A title is an event's; of a film or a game it would have to be a real one.
    const hasTitles = /\b(?:event|meeting|calendar|appointment|reminder)\b/.test(tool.text);
    known = tool.parameters.flatMap((parameter) => {
      if (parameter.name === tool.entityParameter) return [];
      if (!hasTitles && thingKind(parameter, topic) === "title") return [];
      const speaker = speakerOf(parameter, topic);
      return speaker === null ? [] : [{ parameter, speaker }];
    });
    speakersByTool.set(tool, known);
  }
  return known;
};

/** Values a person would mention for a tool: those it needs, in words, at most five. The record's own id is not among them. */
export function spokenValues(tool: ToolReading, topic: Topic, stream: RandomStream, clock: Clock): SpokenValue[] {
  const values: SpokenValue[] = [];
  for (const { parameter, speaker } of speakersOf(tool, topic)) {
    if (values.length >= MOST_VALUES) break;
    if (!parameter.required && stream.uniform() >= OPTIONAL_SHARE) continue;
    const value = speaker(stream, clock);
    if (value !== null) values.push({ ...value, parameter: parameter.name, words: parameter.words });
  }
  return values;
}
