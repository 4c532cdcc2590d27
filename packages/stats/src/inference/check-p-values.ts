import { OptionError } from "@whileai/core";

/** Throws an `OptionError` unless all are numbers from 0 to 1. */
export function checkPValues(call: string, pValues: readonly number[]): void {
  for (const [index, p] of pValues.entries())
    if (!(typeof p === "number" && p >= 0 && p <= 1))
      throw new OptionError({
        option: "pValues",
        received: p,
        message: `${call}: \`pValues\` must be numbers from 0 to 1, but item ${index} is ${String(p)}.`,
        fix: "Leave out what was not tested.",
      });
}
