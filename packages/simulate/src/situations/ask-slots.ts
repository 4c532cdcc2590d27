import type { RandomStream } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";
import { THINGS, WEEKDAYS } from "./banks/things.js";
import type { Topic } from "./banks/topics.js";
import { pronounFor } from "./pronoun.js";
import { type ReferenceOptions, recordReference, referenceToAspect } from "./record-reference.js";
import { Slots } from "./slots.js";
import { toolPhrases } from "./tool-phrases.js";
import type { ToolReading } from "./tool-reading.js";
import { type Clock, type SpokenValue, spokenDay, spokenValues } from "./values.js";
import { valuesPhrase } from "./values-phrase.js";
import type { WordingDeck } from "./wording-deck.js";

/** Everything a text about one tool can say, decided before any wording is chosen. */
export interface AskSlots {
  readonly slots: Slots;
  readonly entity: SituationEntity;
  readonly topic: Topic;
  /** Whether the person works with an assistant here, and not with a company's service. */
  readonly working: boolean;
  /** What of the tool's arguments can be said, as it is said. */
  readonly values: readonly SpokenValue[];
  /** What stands for the thing once it has been named. */
  readonly pronoun: string;
}

export interface AskSlotOptions extends ReferenceOptions {
  /** Say no amount of money. */
  readonly withoutAmount?: boolean | undefined;
}

const TIMES = [
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
] as const;
const SPANS = ["an hour", "half an hour", "45 minutes", "an hour", "half an hour"] as const;

/** Slots that need no tool: names, days, minutes, a time. */
type PlainSlots = Readonly<Record<"name" | "name2" | "name3" | "name4" | "name5" | "mins" | "time", string>> & Clock;

/** `count` different ones, in a drawn order. */
const several = <T>(items: readonly T[], count: number, stream: RandomStream): T[] => {
  const left = [...items];
  for (let at = 0; at < count; at++) {
    const other = at + stream.integer(left.length - at);
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left.slice(0, count);
};

export const plainSlots = (stream: RandomStream): PlainSlots => {
  const [day, day2] = several(WEEKDAYS, 2, stream) as [string, string];
  const [name, name2, name3, name4, name5] = several(THINGS.person, 5, stream);
  return {
    name: name as string,
    name2: name2 as string,
    name3: name3 as string,
    name4: name4 as string,
    name5: name5 as string,
    day,
    // Another day: what is named by its day did not happen on the day that is talked of.
    day2,
    mins: String(4 + stream.integer(37)),
    time: stream.pick(TIMES),
  };
};

const onDay = (when: string): string =>
  /^(?:[A-Z]|the \d)/.test(when) ? `on ${when}` : /^(?:\d|half|quarter|noon)/.test(when) ? `at ${when}` : when;

/** The day and the time of a request, one after the other: "Thursday any time after work". */
const whenOf = (values: readonly SpokenValue[]): string | null => {
  const [when, second] = values.filter((one) => one.kind === "when");
  const window = values.find((one) => one.kind === "window");
  if (when === undefined) return null;
  const said = second === undefined ? when.said : `${when.said} ${second.said}`;
  const isTimed = / at /.test(said);
  return (window === undefined || isTimed ? said : `${said} ${window.said}`).replace(/^at /, "");
};

const CHANGED_TO: readonly SpokenValue["kind"][] = ["address", "email", "phone", "title", "colour"];
const SOUGHT: readonly SpokenValue["kind"][] = ["product", "topic"];

/** Decides what a text about a tool is about: the record, the values, the names and days in it. */
export function askSlots(
  tool: ToolReading,
  deck: WordingDeck,
  stream: RandomStream,
  options: AskSlotOptions = {},
): AskSlots {
  const phrases = toolPhrases(tool);
  const { ask } = tool;
  const clock = plainSlots(stream);
  const { ref: record, entity } = recordReference(tool, deck, stream, clock, options);
  const ref = referenceToAspect(tool, record, stream);
  const said = spokenValues(tool, phrases.topic, stream, clock);
  const values = options.withoutAmount ? said.filter((one) => one.kind !== "amount") : said;
  const find = (kind: SpokenValue["kind"]): string | undefined => values.find((one) => one.kind === kind)?.said;
  const when = whenOf(values) ?? (phrases.needsWhen ? spokenDay(stream, clock) : null);
  const hasRecord = entity.parameter !== null;
  const base =
    phrases.isTests && hasRecord
      ? `the tests ${/^(?:the|my) /.test(ref) ? "for" : "in"} ${ref}`
      : (phrases.sameNoun && !phrases.makesNew) || phrases.aspect !== null
        ? ref
        : hasRecord
          ? `${phrases.object} ${ask === "run" || tool.entityNoun === "file" ? "in" : "for"} ${ref}`
          : phrases.object;
  const inPhrase = values.filter((one) =>
    ask === "schedule" ? one.kind === "title" || one.kind === "city" : !(hasRecord && one.kind === "number"),
  );
  const sought = ask === "search" ? inPhrase.find((one) => SOUGHT.includes(one.kind)) : undefined;
  const objFor =
    sought === undefined
      ? `${base}${valuesPhrase(inPhrase)}`
      : `${sought.kind === "topic" ? `${base} on ` : ""}${sought.said}${valuesPhrase(inPhrase.filter((one) => one !== sought))}`;
  const changeTo =
    values.find((one) => CHANGED_TO.includes(one.kind))?.said ?? values.find((one) => one.kind === "when")?.said;
  const isPlural = sought?.kind === "product" || phrases.isPlural;
  const isMeeting = ask === "slots" || ask === "schedule";
  const named = ask === "run" ? base : ref;
  const slots = new Slots(clock).with({
    record,
    ref,
    objFor,
    objOf: tool.entityNoun === "file" && hasRecord && ask === "apply" ? phrases.object : base,
    is: isPlural ? "are" : "is",
    isAre: isPlural ? "are" : "is",
    when,
    on: when === null ? null : onDay(when),
    to: changeTo === undefined ? "" : ` to ${changeTo.replace(/^at /, "")}`,
    amount: find("amount") ?? null,
    person: find("person") ?? (isMeeting ? stream.pick(THINGS.person) : null),
    span: find("span") ?? (isMeeting ? stream.pick(SPANS) : null),
    target: ask === "searchCode" ? (find("codeItem") ?? stream.pick(THINGS.codeItem)) : null,
    message: find("message") ?? null,
    title: find("title") ?? (isMeeting && phrases.topic === "event" ? stream.pick(THINGS.title) : null),
    reason: values.find((one) => one.kind === "reason")?.member ?? null,
    act: `${phrases.verb} ${objFor}`,
  });
  return { slots, entity, topic: phrases.topic, working: phrases.working, values, pronoun: pronounFor(named) };
}
