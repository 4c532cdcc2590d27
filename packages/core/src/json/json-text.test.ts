import { expect, test } from "vitest";
import { jsonText } from "./json-text.js";

const loop: Record<string, unknown> = { a: 1 };
loop.again = loop;

test.each<[string, unknown, string]>([
  ["plain data", { a: [1, "é", null] }, '{"a":[1,"é",null]}'],
  ["a bigint", { id: 12345678901234567890n }, '{"id":"12345678901234567890"}'],
  ["a loop", loop, '{"a":1,"again":"[circular]"}'],
  ["nothing", undefined, ""],
  ["a function", () => 1, ""],
  [
    "a getter that throws",
    {
      get a() {
        throw new Error("no");
      },
    },
    "",
  ],
  [
    "nesting deeper than the stack",
    JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`),
    expect.stringContaining("too deep"),
  ],
])("writes %s", (_, value, text) => {
  expect(jsonText(value)).toEqual(text);
});
