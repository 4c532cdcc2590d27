import { describe, expect, it } from "vitest";
import { looseJson } from "./loose-json.js";

describe("looseJson", () => {
  it.each<[string, unknown]>([
    ['{"a": [1, 2,], }', { a: [1, 2] }],
    ['{"a": ",]", "b": "\\",",}', { a: ",]", b: '",' }],
    ['say {"a": {"b": 1}} and {"c": 2', { a: { b: 1 } }],
    ['{ nope {"d": 4} }', [{ d: 4 }]],
    ["5", undefined],
    ["", undefined],
  ])("%j", (text, expected) => {
    expect(looseJson(text)).toEqual(expected);
  });

  it("gives up on a reply of nothing but brackets before long", () => {
    expect(looseJson("{".repeat(50_000))).toBeUndefined();
    expect(looseJson("[".repeat(50_000))).toBeUndefined();
  });
});
