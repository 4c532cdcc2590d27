import { OptionError } from "../errors/option-error.js";
import { nearestName } from "./nearest-name.js";

/** Says how one option is checked: returns a complaint, or undefined when the value is fine. */
export type OptionRule = (value: unknown) => string | undefined;

const show = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
};

/** What a value is, without the value: text in the place of options may be a key. */
const kindOf = (value: unknown): string => (typeof value === "string" ? "a string" : show(value));

/** Ready-made rules. Each complaint completes the sentence "`option` must be …". */
export const optionRule = {
  any: (): string | undefined => undefined,
  integer:
    (lowest: number, highest = Number.MAX_SAFE_INTEGER): OptionRule =>
    (value) =>
      Number.isSafeInteger(value) && (value as number) >= lowest && (value as number) <= highest
        ? undefined
        : highest === Number.MAX_SAFE_INTEGER
          ? `a whole number of at least ${lowest}`
          : `a whole number from ${lowest} to ${highest}`,
  number:
    (lowest: number, highest: number): OptionRule =>
    (value) =>
      typeof value === "number" && value >= lowest && value <= highest
        ? undefined
        : highest >= Number.MAX_VALUE
          ? `a number of at least ${lowest}`
          : `a number from ${lowest} to ${highest}`,
  positive: (value: unknown): string | undefined =>
    typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY ? undefined : "a number above 0",
  text: (value: unknown): string | undefined => (typeof value === "string" ? undefined : "a string"),
  notBlank: (value: unknown): string | undefined =>
    typeof value === "string" && value.trim() !== "" ? undefined : "a text that is not blank",
  flag: (value: unknown): string | undefined => (typeof value === "boolean" ? undefined : "true or false"),
  callable: (value: unknown): string | undefined => (typeof value === "function" ? undefined : "a function"),
  oneOf:
    (allowed: readonly unknown[]): OptionRule =>
    (value) =>
      allowed.includes(value) ? undefined : `one of ${allowed.map((name) => JSON.stringify(name)).join(", ")}`,
  listOf:
    (rule: OptionRule, minimum = 0): OptionRule =>
    (value) => {
      if (!Array.isArray(value)) return "an array";
      if (value.length < minimum) return `an array of at least ${minimum}`;
      for (const [index, item] of value.entries()) {
        const complaint = rule(item);
        if (complaint) return `an array whose item ${index} is ${complaint}, not ${show(item)}`;
      }
      return undefined;
    },
  record: (value: unknown): string | undefined =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "an object",
  signal: (value: unknown): string | undefined =>
    typeof value === "object" && value !== null && "aborted" in value ? undefined : "an AbortSignal",
  /** What random streams are derived from. */
  seed: (value: unknown): string | undefined =>
    typeof value === "string" || Number.isFinite(value) ? undefined : "a number or a string",
  either:
    (...rules: readonly OptionRule[]): OptionRule =>
    (value) => {
      const complaints = rules.map((rule) => rule(value));
      return complaints.includes(undefined) ? undefined : complaints.join(", or ");
    },
} as const;

/**
 * Refuses unknown options and bad values before anything is spent.
 *
 * An unknown name throws an {@link OptionError} that names the nearest known one (at most two edits away) and lists the
 * rest; a value that breaks its rule throws one that says what the option must be and what came. `undefined` counts as
 * not given. A nested record of rules checks a group of options (`limits.concurrency`).
 *
 * @example
 * checkOptions("passAt", { k: 0 }, { k: optionRule.integer(1) });
 * // OptionError: passAt: `k` must be a whole number of at least 1, got 0.
 */
export function checkOptions(call: string, given: unknown, rules: OptionRules, prefix = ""): void {
  if (given === undefined) return;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    const name = prefix ? `\`${prefix.slice(0, -1)}\`` : "options";
    throw new OptionError({
      option: prefix.slice(0, -1),
      received: given,
      message: `${call}: ${name} must be an object, got ${kindOf(given)}.`,
      fix: `Known options: ${Object.keys(rules).join(", ")}.`,
    });
  }
  const known = Object.keys(rules);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(rules, name)) {
      const near = nearestName(name, known);
      throw new OptionError({
        option: prefix + name,
        received: value,
        didYouMean: near === undefined ? undefined : prefix + near,
        message: `${call}: unknown option \`${prefix}${name}\`.`,
        fix: `${near === undefined ? "" : `Did you mean \`${prefix}${near}\`? `}Known options: ${known.join(", ")}.`,
      });
    }
    if (value === undefined) continue;
    const rule = rules[name] as OptionRule | OptionRules;
    if (typeof rule !== "function") {
      checkOptions(call, value, rule, `${prefix}${name}.`);
      continue;
    }
    const complaint = rule(value);
    if (complaint !== undefined) {
      const near = typeof value === "string" ? nearestName(value, quotedNames(complaint)) : undefined;
      throw new OptionError({
        option: prefix + name,
        received: value,
        didYouMean: near,
        message: `${call}: \`${prefix}${name}\` must be ${complaint}, got ${show(value)}.`,
        fix: near === undefined ? "" : `Did you mean ${JSON.stringify(near)}?`,
      });
    }
  }
}

/** Rules by option name; a nested record is a group of options. */
export interface OptionRules {
  readonly [name: string]: OptionRule | OptionRules;
}

const quotedNames = (complaint: string): string[] =>
  [...complaint.matchAll(/"([^"]+)"/g)].map((match) => match[1] as string);
