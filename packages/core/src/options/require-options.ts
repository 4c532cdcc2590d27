import { OptionError } from "../errors/option-error.js";
import { isRecord } from "../json/json.js";
import type { OptionRule } from "./check-options.js";

/**
 * Refuses a group of options in which one that has no default is missing; `rules` are those of the options that must be there.
 *
 * @example
 * requireOptions("simulate", { row }, { step: optionRule.integer(0) }, "branchFrom.");
 * // OptionError: simulate: `branchFrom.step` is missing. It must be a whole number of at least 0.
 */
export function requireOptions(
  call: string,
  given: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  prefix = "",
): void {
  if (!isRecord(given)) return;
  for (const [name, rule] of Object.entries(rules)) {
    if (given[name] !== undefined) continue;
    throw new OptionError({
      option: prefix + name,
      received: undefined,
      message: `${call}: \`${prefix}${name}\` is missing.`,
      fix: `It must be ${rule(undefined) ?? "given"}.`,
    });
  }
}
