import { OptionError } from "@whileai/core";

/** Throws an `OptionError` unless two lists that describe the same items are of one length. */
export function requireSameLength(call: string, name: string, length: number, expected: number): void {
  if (length === expected) return;
  throw new OptionError({
    option: name,
    received: length,
    message: `${call}: \`${name}\` has ${length} items where ${expected} belong.`,
    fix: "Give one for each value, in the same order.",
  });
}
