import { describe, expect, it } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { optionRule } from "./check-options.js";
import { requireOptions } from "./require-options.js";

const RULES = { row: optionRule.record, step: optionRule.integer(0), note: optionRule.any };

describe("requireOptions", () => {
  it.each([
    [{ row: {}, step: 0, note: 1 }, undefined],
    [{ row: null, step: "x", note: 1, other: 2 }, undefined],
    [undefined, undefined],
    ["text", undefined],
    [{ row: {}, note: 1 }, "simulate: `branchFrom.step` is missing. It must be a whole number of at least 0."],
    [{ row: undefined, step: 1 }, "simulate: `branchFrom.row` is missing. It must be an object."],
    [{ row: {}, step: 1 }, "simulate: `branchFrom.note` is missing. It must be given."],
  ])("%j", (given, message) => {
    const call = () => requireOptions("simulate", given, RULES, "branchFrom.");
    if (message === undefined) expect(call).not.toThrow();
    else {
      expect(call).toThrow(OptionError);
      expect(call).toThrow(message);
    }
  });
});
