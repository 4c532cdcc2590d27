import { normalizeTools } from "@whileai/core";
import { expect, it } from "vitest";
import { readTool } from "../situations/tool-reading.js";
import { seedSituations } from "./seed-situations.js";
import { ShareMeter } from "./share-meter.js";

const record = (name: string, description: string, parameter: string, schema: object = { type: "string" }) => ({
  name,
  description,
  parameters: { type: "object", properties: { [parameter]: schema }, required: [parameter] },
});
const tools = normalizeTools([
  record("get_order", "Look up an order.", "order_id", { type: "string", pattern: "^ORD-\\d{5}$" }),
  record("read_file", "Read a file of the repository.", "path"),
]).map(readTool);
const NONE = { parameter: null, id: null, named: "none" };

const read = (...seeds: string[]) => [...seedSituations(seeds, { tools, faults: new ShareMeter(0) })];

it.each([
  [
    "Where is my order ORD-20418?",
    "get_order",
    { parameter: "order_id", id: "ORD-20418", named: "whole" },
    { ask_family: "tool", tool_known: true, intent_known: true },
  ],
  ["Any news on order XX-1?", "get_order", NONE, { ask_family: "tool", tool_known: true, intent_known: true }],
  ["Any news on my order?", "get_order", NONE, { ask_family: "vague", tool_known: true, intent_known: true }],
  [
    "Orders ORD-20418 and ORD-20419, any news on either order?",
    "get_order",
    NONE,
    { ask_family: "tool", tool_known: true, intent_known: true },
  ],
  [
    "What does src/dates.ts do?",
    "read_file",
    { parameter: "path", id: "src/dates.ts", named: "whole" },
    { ask_family: "tool", tool_known: true, intent_known: true },
  ],
  ["How tall is a giraffe?", "unspecified", NONE, { ask_family: "general", tool_known: false, intent_known: true }],
  ["Hm.", "unspecified", NONE, { ask_family: "general", tool_known: false, intent_known: false }],
])("claims of %j what it shows", (prompt, tool, entity, labels) => {
  const [situation] = read(prompt);
  expect(situation).toMatchObject({ prompt, entity, dimensions: { tool }, worldState: null, arm: "pinned" });
  expect(situation?.labels).toEqual(labels);
});

it("gives each seed once, with an id of its own", () => {
  const situations = read("One thing?", "Another thing?", "One thing?");
  expect(situations.map((one) => one.prompt)).toEqual(["One thing?", "Another thing?"]);
  expect(new Set(situations.map((one) => one.scenarioId)).size).toBe(2);
});
