import type { RandomStream } from "@whileai/core";
import type { SpokenValue } from "./values.js";
import { article } from "./words.js";

/** Numbers that tune a tool and that nobody says aloud. */
const SETTING =
  /\b(?:round|precision|decimals?|limit|top|page|offset|max|min|maximum|minimum|quantity|count|depth|iterations|seed|step|threshold|results|size|index|lat|lon|latitude|longitude|timeout|port|id|line)\b/;
const AMOUNT =
  /\b(?:amount|price|budget|cost|money|fee|salary|income|principal|loan|deposit|investment|payment|rent)\b/;
/** Sums that are larger than what anybody pays in a shop. */
const LARGE = /\b(?:principal|loan|salary|income|budget|investment|mortgage)\b/;
const RATE = /\b(?:rate|percent|percentage|interest|yield|apr)\b/;
const SHARE = /\b(?:prob|probability|ratio|fraction|frequency|alpha|confidence|weight)\b/;
const PEOPLE = /\b(?:guests|people|nights|adults|children|kids|rooms|seats|tickets|passengers|party size)\b/;
const LASTS = /\b(?:duration|minutes|length)\b/;
const UNIT = /(?:^|\s)(years|months|weeks|days|hours|minutes|nights)$/;
/** Names of parameters that are numbers and nothing more. */
const NUMBER_ONLY = /^(?:num|number|value|val|int|integer|operand|addend|factor) ?(?:\d|one|two|three|a|b)?$/;
const MEASURED = /^(.+) (kg|km|cm|mm|celsius|fahrenheit|meters)$/;
const COUNTED = /^(?:num|number of|n|total|no of) (.+s)$/;

const SPANS: readonly (readonly [minutes: number, said: string])[] = [
  [15, "a quarter of an hour"],
  [20, "20 minutes"],
  [30, "half an hour"],
  [45, "45 minutes"],
  [60, "an hour"],
  [90, "an hour and a half"],
  [120, "two hours"],
];
const TIMES_PER_PERIOD = [2, 4, 12] as const;
const ROUND = 100;

type Said = Omit<SpokenValue, "parameter" | "words">;

const bound = (value: unknown, fallback: number): number =>
  typeof value === "number" && Number.isFinite(value) ? value : fallback;

/** Draws numbers between the schema's bounds, or between these where it has none. */
const ranged = (schema: Readonly<Record<string, unknown>>, low: number, high: number) => {
  const least = bound(schema.minimum, bound(schema.exclusiveMinimum, low));
  const top = bound(schema.maximum, bound(schema.exclusiveMaximum, Math.max(high, least + high)));
  const most = Math.max(least + 1, top);
  const isWhole = schema.type === "integer" || most - least > 2;
  return (stream: RandomStream): number => {
    const drawn = least + stream.uniform() * (most - least);
    return isWhole ? Math.max(Math.ceil(least), Math.floor(drawn)) : Math.round(drawn * 100) / 100;
  };
};

/** How a number of this name is said: "a base of 6", "12 steps", "a weight of 70 kg". */
const measure = (words: string): ((count: number) => string) => {
  const counted = COUNTED.exec(words)?.[1];
  if (counted !== undefined) return (count) => `${count} ${counted}`;
  const plain = words
    .replace(/^(?:num|n) /, "number of ")
    .replace(/\bprob\b/, "probability of")
    .replace(/\btemp\b/, "temperature");
  const measured = MEASURED.exec(plain);
  if (measured) return (count) => `${article(measured[1] as string)} ${measured[1]} of ${count} ${measured[2]}`;
  if (/[a-z]{2,}[^su]s(?: per \w+)?$/.test(plain)) return (count) => `${count} ${plain}`;
  return (count) => `${article(plain)} ${plain} of ${count}`;
};

/** Says numbers of a parameter by what its name makes of them, or null where nobody would say one. */
export function numberSpeaker(
  schema: Readonly<Record<string, unknown>>,
  words: string,
): ((stream: RandomStream) => Said) | null {
  if (SETTING.test(words)) return null;
  if (RATE.test(words)) {
    return (stream) => {
      const said = `${1 + stream.integer(11)}${stream.uniform() < 0.3 ? ".5" : ""}%`;
      return { kind: "number", said, phrase: ` at ${said}` };
    };
  }
  if (AMOUNT.test(words)) {
    const isLarge = LARGE.test(words);
    const draw = ranged(schema, isLarge ? 800 : 15, isLarge ? 24_000 : 400);
    return (stream) => {
      const drawn = draw(stream);
      const sum = isLarge && drawn > 10 * ROUND ? Math.round(drawn / ROUND) * ROUND : drawn;
      const said = `$${sum.toLocaleString("en-US")}`;
      return { kind: "amount", said, phrase: isLarge ? ` of ${said}` : undefined };
    };
  }
  const unit = UNIT.exec(words)?.[1];
  if (LASTS.test(words) && (unit === undefined || unit === "minutes")) {
    const [low, high] = [bound(schema.minimum, 15), bound(schema.maximum, 120)];
    const fitting = SPANS.filter(([minutes]) => minutes >= low && minutes <= high);
    if (fitting.length > 0) return (stream) => ({ kind: "span", said: stream.pick(fitting)[1] });
  }
  if (SHARE.test(words)) {
    const say = measure(words);
    return (stream) => {
      const share = (1 + stream.integer(9)) / 10;
      return { kind: "number", said: String(share), measure: say(share) };
    };
  }
  if (PEOPLE.test(words)) {
    const draw = ranged(schema, 2, 5);
    const say = measure(words);
    return (stream) => {
      const count = draw(stream);
      return { kind: "number", said: String(count), phrase: ` for ${say(count)}` };
    };
  }
  if (unit !== undefined) {
    const draw = ranged(schema, 2, unit === "years" ? 25 : unit === "days" ? 30 : 18);
    return (stream) => {
      const said = `${draw(stream)} ${unit}`;
      return { kind: "number", said, phrase: ` over ${said}` };
    };
  }
  if (/\byear$/.test(words) && !/\bper year$/.test(words)) {
    const draw = ranged(schema, 1995, 29);
    return (stream) => {
      const said = String(draw(stream));
      return { kind: "number", said, phrase: ` in ${said}` };
    };
  }
  const draw = / per (?:year|month|week|day)$/.test(words)
    ? (stream: RandomStream): number => stream.pick(TIMES_PER_PERIOD)
    : ranged(schema, 2, 60);
  if (NUMBER_ONLY.test(words)) return (stream) => ({ kind: "plain", said: String(draw(stream)) });
  const isShort = words.length <= 2;
  const say = measure(words);
  return (stream) => {
    const count = draw(stream);
    const said = String(count);
    return { kind: "number", said, measure: isShort ? `${words} = ${said}` : say(count) };
  };
}
