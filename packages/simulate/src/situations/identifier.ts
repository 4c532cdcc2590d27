import type { RandomStream } from "@whileai/core";
import { samplePattern } from "../pattern/sample-pattern.js";
import type { ParameterReading } from "./tool-reading.js";

const PATHS: readonly string[] = [
  "src/dates.ts",
  "src/utils/parse_rows.py",
  "lib/billing/invoice.rb",
  "app/models/user.py",
  "src/components/Header.tsx",
  "internal/cache/lru.go",
  "tests/test_login.py",
  "scripts/nightly_export.sh",
  "src/report/export.ts",
  "src/server/session.ts",
  "packages/api/routes.ts",
  "src/payments/rounding.py",
  "lib/mailer.rb",
  "src/main.rs",
  "web/src/cart.ts",
  "core/retry.py",
];

const TEST_PATHS: readonly string[] = [
  "tests/test_login.py",
  "src/dates.test.ts",
  "tests/unit/test_rounding.py",
  "spec/invoice_spec.rb",
  "test/cart.test.js",
  "internal/cache/lru_test.go",
  "tests/test_parse_rows.py",
  "src/server/session.test.ts",
  "e2e/checkout.spec.ts",
  "tests/integration/test_export.py",
];

const FILES_BY_WORD: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\b(?:image|photo|picture|png|jpe?g)\b/,
    [
      "scans/receipt-march.png",
      "photos/kitchen.jpg",
      "img/banner_old.png",
      "uploads/passport.jpg",
      "photos/roof-2.jpg",
      "img/logo_final.png",
    ],
  ],
  [
    /\b(?:audio|sound|song|video|wav|mp3)\b/,
    [
      "recordings/interview2.wav",
      "audio/intro.mp3",
      "clips/garden.mp4",
      "audio/take_4.wav",
      "recordings/voicemail.mp3",
    ],
  ],
  [
    /\b(?:csv|data|dataset|spreadsheet|excel|regression|model|table)\b/,
    [
      "data/sales_2023.csv",
      "exports/signups.csv",
      "data/housing.csv",
      "reports/q3_costs.xlsx",
      "data/readings.csv",
      "exports/survey_clean.csv",
    ],
  ],
  [/\b(?:tests?)\b/, TEST_PATHS],
  [/\b(?:code|repo|repository|patch|diff|script|function|module|branch|commit|lint)\b/, PATHS],
  [
    /\b(?:pdf|document|doc|docx|letter|contract)\b/,
    [
      "contracts/lease.pdf",
      "letters/draft3.docx",
      "docs/offer-may.pdf",
      "notes/board_minutes.docx",
      "scans/warranty.pdf",
    ],
  ],
];

const pathsFor = (about: string): readonly string[] =>
  FILES_BY_WORD.find(([pattern]) => pattern.test(about))?.[1] ?? PATHS;

const digits = (stream: RandomStream, count: number): string => {
  let text = String(1 + stream.integer(9));
  while (text.length < count) text += String(stream.integer(10));
  return text;
};

/** The same shape with other letters of the same case and other digits. */
const likeExample = (example: string, stream: RandomStream): string =>
  example.replace(/\d+/g, (run) => digits(stream, run.length));

const SAMPLE = /['"`( ]([A-Z]{1,5}[-_#]?\d{2,10}|[a-z]{2,8}_[A-Za-z\d]*\d[A-Za-z\d]*|#\d{3,10})(?=['"`), .;]|$)/;

const samples = new WeakMap<ParameterReading, string | null>();

/** The identifier that a parameter's description gives as an example, or null. */
const sampleOf = (parameter: ParameterReading): string | null => {
  let sample = samples.get(parameter);
  if (sample === undefined) {
    sample = SAMPLE.exec(` ${parameter.description}`)?.[1] ?? null;
    samples.set(parameter, sample);
  }
  return sample;
};

const MOST_NOUNS = 1000;
const prefixByNoun = new Map<string, string>();

const prefixOf = (noun: string): string => {
  let prefix = prefixByNoun.get(noun);
  if (prefix === undefined) {
    prefix = makePrefix(noun);
    if (prefixByNoun.size < MOST_NOUNS) prefixByNoun.set(noun, prefix);
  }
  return prefix;
};

const makePrefix = (noun: string): string => {
  const letters = noun.toUpperCase().replace(/[^A-Z]/g, "");
  const first = letters.charAt(0);
  const consonants = letters.slice(1).replace(/[AEIOUY]/g, "");
  return `${first}${consonants}`.slice(0, 3).padEnd(2, "X");
};

/**
 * An identifier of the kind a parameter takes: after its pattern, format, example or the example its description gives,
 * else a prefix that is the same for every identifier of the parameter.
 */
export function makeIdentifier(parameter: ParameterReading, noun: string, stream: RandomStream, about = ""): string {
  const { schema } = parameter;
  if (typeof schema.pattern === "string" && schema.pattern.length < 80) {
    const made = samplePattern(schema.pattern, stream);
    if (made !== undefined && made !== "") return made;
  }
  if (schema.format === "uuid") {
    const hex = Array.from({ length: 32 }, () => stream.integer(16).toString(16)).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
  const type = schema.type;
  const examples = [...(Array.isArray(schema.examples) ? schema.examples : []), schema.example];
  const example = examples.find(
    (one) => (typeof one === "string" || typeof one === "number") && /\d/.test(String(one)),
  );
  if (example !== undefined) return likeExample(String(example), stream);
  if (type === "integer" || type === "number") {
    const least = typeof schema.minimum === "number" ? schema.minimum : 10_000;
    const most = typeof schema.maximum === "number" ? schema.maximum : Math.max(least * 9, least + 900);
    return String(Math.floor(least + stream.uniform() * (most - least)));
  }
  const sample = sampleOf(parameter);
  if (sample !== null) return likeExample(sample, stream);
  if (noun === "file") return stream.pick(pathsFor(about));
  return `${prefixOf(noun)}-${digits(stream, 5)}`;
}

/** The part of an identifier that people give, or null when it has no part worth giving. */
export function partOf(identifier: string): string | null {
  if (identifier.includes("/")) return identifier.split("/").at(-1) ?? null;
  const run = /\d{4,}$/.exec(identifier)?.[0];
  return run === undefined ? null : run.slice(-3);
}

/** Whether a person may mean this parameter's record by an identifier: by its pattern, its example, or the prefix it is given here. */
export function identifierFits(identifier: string, parameter: ParameterReading, noun: string): boolean {
  const { schema } = parameter;
  if (typeof schema.pattern === "string") {
    try {
      const pattern = new RegExp(schema.pattern, "u");
      return pattern.test(identifier) || pattern.test(identifier.toUpperCase());
    } catch {
      return false;
    }
  }
  const letters = /^[a-z]+/i.exec(identifier)?.[0].toLowerCase();
  if (letters === undefined) return schema.type === "integer" || schema.type === "number";
  const examples = [...(Array.isArray(schema.examples) ? schema.examples : []), schema.example];
  const example = examples.find((one) => typeof one === "string") ?? sampleOf(parameter);
  const prefix = typeof example === "string" ? /^[a-z]+/i.exec(example)?.[0] : prefixOf(noun);
  return prefix?.toLowerCase() === letters;
}
