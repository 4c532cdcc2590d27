import { expect, it } from "vitest";
import { endsInsideJson } from "./ends-inside-json.js";

it.each([
  ['{"a": "x', true],
  ['{"a": [1, {"b": 2}', true],
  ['  {"a": "\\"', true],
  ["{", true],
  ['{"a": 1}', false],
  ['{"a": 1]', false],
  ["{a: 1}", false],
  ['"text', false],
  ["[1", true],
  ['{"a": 1} and more', false],
  ["", false],
])("%j breaks off inside an object: %s", (text, isCut) => {
  expect(endsInsideJson(text)).toBe(isCut);
});
