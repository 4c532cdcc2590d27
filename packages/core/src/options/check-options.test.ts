import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OptionError } from "../errors/option-error.js";
import { checkOptions, optionRule } from "./check-options.js";
import { nearestName } from "./nearest-name.js";

const rules = {
  repeats: optionRule.integer(1),
  mode: optionRule.oneOf(["explore", "sft", "rl"]),
  share: optionRule.number(0, 1),
  limits: { concurrency: optionRule.integer(1, 1024) },
  names: optionRule.listOf(optionRule.text, 1),
  seed: optionRule.seed,
  lot: optionRule.either(optionRule.text, optionRule.integer(0)),
  onProgress: optionRule.callable,
  wait: optionRule.positive,
  dry: optionRule.flag,
  topic: optionRule.notBlank,
  extra: optionRule.record,
  signal: optionRule.signal,
  anything: optionRule.any,
};

const refusal = (given: unknown): OptionError => {
  try {
    checkOptions("simulate", given, rules);
  } catch (error) {
    return error as OptionError;
  }
  throw new Error("was accepted");
};

describe("unknown names", () => {
  test.each([
    ["repeat", "repeats"],
    ["repaets", "repeats"],
    ["on_progress", "onProgress"],
    ["Mode", "mode"],
  ])("%s is answered with %s", (written, meant) => {
    const error = refusal({ [written]: 1 });
    expect(error.option).toBe(written);
    expect(error.didYouMean).toBe(meant);
    expect(error.message).toContain(`Did you mean \`${meant}\`?`);
    expect(error.message).toContain("Known options: repeats, mode,");
  });

  test("a name far from all others is only told what there is", () => {
    expect(refusal({ colour: 1 }).didYouMean).toBeUndefined();
  });

  test("inside a group the whole path is named", () => {
    const error = refusal({ limits: { concurency: 4 } });
    expect(error.option).toBe("limits.concurency");
    expect(error.didYouMean).toBe("limits.concurrency");
  });

  test("a name of Object.prototype is not an option", () => {
    expect(refusal(JSON.parse('{"__proto__": 1}')).option).toBe("__proto__");
    expect(refusal({ constructor: 1 }).option).toBe("constructor");
  });

  test("every option with one letter missing is refused with the right name", () => {
    for (const name of Object.keys(rules)) {
      for (let index = 0; index < name.length; index++) {
        const written = name.slice(0, index) + name.slice(index + 1);
        if (Object.hasOwn(rules, written)) continue;
        expect(refusal({ [written]: 1 }).didYouMean).toBe(name);
      }
    }
  });
});

describe("bad values", () => {
  test.each([
    [{ repeats: 0 }, "`repeats` must be a whole number of at least 1, got 0."],
    [{ repeats: "4" }, '`repeats` must be a whole number of at least 1, got "4".'],
    [{ repeats: 1.5 }, "got 1.5"],
    [{ topic: " \n" }, '`topic` must be a text that is not blank, got " \\n".'],
    [{ topic: 5 }, "got 5"],
    [{ repeats: Number.NaN }, "got NaN"],
    [{ mode: "grpo" }, '`mode` must be one of "explore", "sft", "rl", got "grpo".'],
    [{ mode: "sfft" }, 'Did you mean "sft"?'],
    [{ share: 7 }, "`share` must be a number from 0 to 1, got 7."],
    [{ limits: { concurrency: 0 } }, "`limits.concurrency` must be a whole number from 1 to 1024, got 0."],
    [{ limits: 4 }, "`limits` must be an object, got 4."],
    [{ names: "a" }, '`names` must be an array, got "a".'],
    [{ names: [] }, "an array of at least 1"],
    [{ names: ["a", 1] }, "`names` must be an array whose item 1 is a string, not 1, got an array of 2."],
    [{ lot: -1 }, "a string, or a whole number of at least 0"],
    [{ seed: Number.NaN }, "`seed` must be a number or a string, got NaN."],
    [{ seed: null }, "a number or a string"],
    [{ onProgress: 1 }, "`onProgress` must be a function"],
    [{ wait: 0 }, "a number above 0"],
    [{ dry: 1 }, "true or false"],
    [{ extra: [] }, "`extra` must be an object, got an array of 0."],
    [{ signal: {} }, "an AbortSignal"],
    [{ repeats: () => 1 }, "got a function"],
    [{ mode: "x".repeat(100) }, "…"],
    [{ repeats: {} }, "got an object"],
    [[], "options must be an object"],
    [null, "options must be an object"],
  ])("%j", (given, text) => {
    expect(refusal(given).message).toContain(text);
  });
});

test("what is left out or undefined is fine", () => {
  expect(() => checkOptions("simulate", undefined, rules)).not.toThrow();
  expect(() => checkOptions("simulate", { repeats: undefined, limits: undefined }, rules)).not.toThrow();
  expect(() =>
    checkOptions(
      "simulate",
      { repeats: 1, mode: "rl", signal: new AbortController().signal, anything: Symbol("x") },
      rules,
    ),
  ).not.toThrow();
});

describe("nearestName", () => {
  test("counts a swap of neighbours as one edit and ignores separators", () => {
    expect(nearestName("mustnot_regress", ["mustNotRegress"])).toBe("mustNotRegress");
    expect(nearestName("budegt", ["budget"])).toBe("budget");
    expect(nearestName("abc", ["xyz"])).toBeUndefined();
    expect(nearestName("", [])).toBeUndefined();
  });

  test("a known name is its own nearest", () => {
    const known = Object.keys(rules);
    fc.assert(fc.property(fc.constantFrom(...known), (name) => nearestName(name, known) === name));
  });
});
