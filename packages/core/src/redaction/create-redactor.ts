import { isRecord } from "../json/json.js";
import { setOwn } from "../json/plain-json.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { PERSONAL_PATTERNS } from "./personal-patterns.js";
import { type RedactionPattern, SECRET_FIELD, SECRET_PATTERNS } from "./secret-patterns.js";

export interface RedactorOptions {
  /** Keys, tokens, passwords and private keys. Default true. */
  readonly secrets?: boolean | undefined;
  /** Mail addresses, telephone, card, account and social security numbers, network addresses. Default true. */
  readonly personalData?: boolean | undefined;
  /** Patterns of your own by the label that replaces what they find; each needs the flag `g`. */
  readonly patterns?: Readonly<Record<string, RegExp>> | undefined;
}

/** Gives a copy of JSON data without what must not leave. */
export type Redactor = <T>(value: T) => T;

/** Names of a row's own that carry nothing of a person and must stay what they are. */
const IDENTITY_FIELDS: ReadonlySet<string> = new Set([
  "rollout_id",
  "scenario_id",
  "task_id",
  "behavior_signature",
  "system_prompt_sha",
  "policy_version",
  "template_sha",
]);
/** Fields whose insides are a tool's or the caller's own: a name in there says nothing of what it carries. */
const FOREIGN_FIELDS: ReadonlySet<string> = new Set(["arguments", "result", "privileged"]);

/**
 * Makes a function that replaces secrets and personal data in all texts of a value by `[email 1]`, `[key 1]` and the like.
 *
 * Inside one value the same text always gets the same number, so an agent that repeats an address still visibly repeats it.
 * Names of fields, numbers and a row's own ids stay. Patterns find forms, not meaning: a name or a street stays unless a
 * pattern of yours names it. Everything is a copy; the input is not changed.
 *
 * @throws OptionError for an unknown option, or a pattern without the flag `g`.
 *
 * @example
 * const redact = createRedactor();
 * redact({ prompt: "I am ada@example.org, write to ada@example.org." });
 * // { prompt: "I am [email 1], write to [email 1]." }
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  checkOptions("createRedactor", options, {
    secrets: optionRule.flag,
    personalData: optionRule.flag,
    patterns: (given) =>
      isRecord(given) && Object.values(given).every((pattern) => pattern instanceof RegExp && pattern.global)
        ? undefined
        : "regular expressions with the flag g, by label, such as { order: /ORD-\\d+/g }",
  });
  const { secrets = true, personalData = true } = options;
  const patterns: readonly RedactionPattern[] = [
    ...Object.entries(options.patterns ?? {}).map(([label, pattern]) => ({ label, pattern })),
    ...(secrets ? SECRET_PATTERNS : []),
    ...(personalData ? PERSONAL_PATTERNS : []),
  ];
  return (value) => new Redaction(patterns, secrets).of(value) as typeof value;
}

/** One value's redaction: numbers what it finds. */
class Redaction {
  readonly #patterns: readonly RedactionPattern[];
  readonly #hidesFields: boolean;
  readonly #numbers = new Map<string, Map<string, number>>();

  constructor(patterns: readonly RedactionPattern[], hidesFields: boolean) {
    this.#patterns = patterns;
    this.#hidesFields = hidesFields;
  }

  of(value: unknown, isForeign = false): unknown {
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return value.map((entry) => this.of(entry, isForeign));
    if (!isRecord(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(value)) setOwn(copy, key, this.#field(key, entry, isForeign));
    return copy;
  }

  #field(key: string, value: unknown, isForeign: boolean): unknown {
    if (!isForeign && IDENTITY_FIELDS.has(key) && typeof value === "string") return value;
    if (this.#hidesFields && SECRET_FIELD.test(key) && typeof value === "string" && value !== "") {
      return this.#mark("secret", value);
    }
    return this.of(value, isForeign || FOREIGN_FIELDS.has(key));
  }

  #text(text: string): string {
    let rest = text;
    for (const { label, pattern, isReal } of this.#patterns) {
      rest = rest.replace(pattern, (found) =>
        found === "" || isReal?.(found) === false ? found : this.#mark(label, found),
      );
    }
    return rest;
  }

  #mark(label: string, found: string): string {
    let numbers = this.#numbers.get(label);
    if (numbers === undefined) {
      numbers = new Map();
      this.#numbers.set(label, numbers);
    }
    const number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    return `[${label} ${number}]`;
  }
}
