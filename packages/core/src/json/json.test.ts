import { expect, test } from "vitest";
import { recordsOf } from "./json.js";

test.each<[unknown, unknown[]]>([
  [
    [{ id: 1 }, null, "x", [2], undefined, { id: 3 }],
    [{ id: 1 }, { id: 3 }],
  ],
  [{ 0: {}, length: 1 }, []],
  ["[{}]", []],
  [null, []],
  [undefined, []],
])("recordsOf(%j)", (value, records) => {
  expect(recordsOf(value)).toEqual(records);
});
