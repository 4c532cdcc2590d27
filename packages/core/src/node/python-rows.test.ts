import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { behaviorSignature, conversation } from "../index.js";
import { detectShape, fromAnyShape, validateRow } from "../schema/index.js";
import { loadRows } from "./read-rows.js";

// Written by the Python package's offline quickstart, see conformance/README.md at the root.
const rows = await loadRows(fileURLToPath(new URL("./__fixtures__/python.rows.jsonl", import.meta.url)));

test("the Python package's rows are rows here", () => {
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    expect(detectShape(row)).toBe("v1");
    expect(validateRow(row, "row", { strict: true })).toEqual([]);
    expect(fromAnyShape(row)).toEqual(row);
  }
});

test("its stored signatures and messages are what we read out of the steps", () => {
  for (const row of rows) {
    expect(behaviorSignature(row)).toBe(row.behavior_signature);
    const rebuilt = conversation({ ...row, messages: [] });
    expect(rebuilt.map((message) => message.role)).toEqual(row.messages?.map((message) => message.role));
    expect(rebuilt.at(-1)).toEqual(row.messages?.at(-1));
  }
});
