import { optionRule } from "@whileai/core";

/** What the options of every reader must be. */
export const READING_RULES = {
  name: optionRule.text,
  onBadEntry: optionRule.oneOf(["skip", "throw"]),
};

/** What a pass value must be. */
export const passValueRule = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value) ? undefined : "a string, a number or a boolean";
