import { expect, it } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { requireRows } from "./require-rows.js";

it.each([["rows.jsonl"], [null], [undefined], [5], [{}], [Promise.resolve([])], [() => []]])("refuses %j", (given) => {
  expect(() => requireRows("optimize", given as never)).toThrow(OptionError);
  expect(() => requireRows("optimize", given as never)).toThrow(/^optimize: `rows` must be a list of rows, got \w+\./);
});

it.each([[[]], [new Set()], [(function* () {})()]])("takes any iterable object", (given) => {
  expect(requireRows("optimize", given as never)).toBe(given);
});
