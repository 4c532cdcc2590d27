import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { rowJsonSchema } from "./row-json-schema.js";
import { preferenceRowSchema, rowSchema, trainingRowSchema } from "./row-schema.js";

const published = JSON.parse(readFileSync(new URL("../../schema/row-v1.json", import.meta.url), "utf8"));

test("the published file is what the code says", () => {
  expect(rowJsonSchema()).toEqual(published);
});

test("every reference inside the document leads to a definition", () => {
  const references = [...JSON.stringify(published).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map((match) => match[1]);
  expect(references.length).toBeGreaterThan(3);
  for (const name of references) expect(Object.keys(published.$defs)).toContain(name);
});

const base = { schema_version: "1", prompt: "p", steps: [], final_text: "x" };
const cases: [kind: "row" | "training_row" | "preference_row", row: unknown, valid: boolean][] = [
  ["row", base, true],
  ["row", { ...base, steps: [{ tool: "f", arguments: { a: 1 }, result: null }, { user: "u" }] }, true],
  ["row", { ...base, anything: { at: "all" }, reward: null, stance: 3 }, true],
  ["row", { ...base, prompt: [{ type: "text", text: "p" }] }, true],
  ["row", { schema_version: "1" }, false],
  ["row", { ...base, schema_version: 1 }, false],
  ["row", { ...base, reward: true }, false],
  ["row", { ...base, steps: [1] }, false],
  ["row", { ...base, calibration: { n: 0, pass_rate: 0.5 } }, false],
  ["row", { ...base, judge_status: "unsure" }, false],
  ["row", { ...base, markers: { m: "1" } }, false],
  ["row", { ...base, sampling_plan: { policy: "probe", probe: 2, k: 8 } }, true],
  ["training_row", { messages: [{ role: "user", content: "x" }], loss_mask: [0] }, true],
  ["training_row", { messages: [] }, false],
  ["training_row", { messages: [{ content: "x" }] }, false],
  ["training_row", { messages: [{ role: "user" }], loss_mask: [2] }, false],
  ["preference_row", { prompt: "p", chosen: [{ role: "assistant" }], rejected: [{ role: "assistant" }] }, true],
  ["preference_row", { prompt: "p", chosen: [], rejected: [{ role: "assistant" }] }, false],
];

const SCHEMAS = { row: rowSchema, training_row: trainingRowSchema, preference_row: preferenceRowSchema };

test.each(cases)("%s %j: code and document agree on %s", (kind, row, valid) => {
  const fromDocument = z.fromJSONSchema({ ...published, $ref: `#/$defs/${kind}` });
  expect(SCHEMAS[kind].safeParse(row).success).toBe(valid);
  expect(fromDocument.safeParse(row).success).toBe(valid);
});
