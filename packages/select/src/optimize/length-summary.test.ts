import type { Row } from "@whileai/core";
import { expect, test } from "vitest";
import { summarizeLength } from "./length-summary.js";

const replies = (prompt: string, lengths: readonly number[], truncated = false) =>
  lengths.map((length) => ({ row: { prompt, final_text: "x".repeat(length) } as Row, truncated }));

test("lengths, cut replies, and prompts whose longest reply is more than four times the median one", () => {
  const summary = summarizeLength([
    ...replies("wide", [10, 10, 41]),
    ...replies("at the edge", [10, 10, 40]),
    ...replies("alone", [500], true),
  ]);
  expect(summary).toEqual({
    n: 7,
    medianChars: 10,
    maxChars: 500,
    nTruncated: 1,
    nGroupsMulti: 2,
    nGroupsWideSpread: 1,
    maxSpread: 4,
  });
});

test("beside replies that say nothing a few characters are no wide spread", () => {
  expect(summarizeLength(replies("calls alone", [0, 0, 4])).nGroupsWideSpread).toBe(0);
  expect(summarizeLength(replies("calls alone", [0, 0, 5])).nGroupsWideSpread).toBe(1);
  expect(summarizeLength([])).toMatchObject({ n: 0, medianChars: 0, maxChars: 0 });
});
