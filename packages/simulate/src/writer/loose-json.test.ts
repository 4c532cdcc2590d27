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

  it.each<[string, string]>([
    ["opening braces", "{".repeat(50_000)],
    ["opening brackets", "[".repeat(50_000)],
    ["braces in braces", `${"{".repeat(100_000)}${"}".repeat(100_000)}`],
    ["broken objects in objects", `${'{"a":'.repeat(30_000)}x${"}".repeat(30_000)}`],
    ["escaped quotes", `{"${'\\"'.repeat(100_000)}`],
    ["escaped quotes and half an escape", `{"${'\\"'.repeat(100_000)}\\`],
    ["commas", `{${",\n".repeat(100_000)}`],
  ])("gives up on a reply of nothing but %s before long", (_, reply) => {
    expect(looseJson(reply)).toBeUndefined();
  });
});
