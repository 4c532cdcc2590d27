import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cellIds, promptId } from "./scenario-id.js";

const cell = {
  tool: "get_order",
  rule: 'Say "café" – 返金 \u{1f600}',
  stance: "ordinary",
  world_state: "entity exists",
  tool_condition: "success",
  history: "fresh",
};

/** As `json.dumps(assignment, sort_keys=True)` prints it in Python 3.11. */
const json = (pass: string): string =>
  `{"history": "fresh", ${pass}"rule": "Say \\"caf\\u00e9\\" \\u2013 \\u8fd4\\u91d1 \\ud83d\\ude00", "stance": "ordinary", "tool": "get_order", "tool_condition": "success", "world_state": "entity exists"}`;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("cellIds", () => {
  it.each([
    [0, "", 10],
    [1, '"pass": 1, ', 10],
    [63, '"pass": 63, ', 10],
    [64, '"pass": 64, ', 16],
  ])("hashes what Python prints, pass %i", (pass, printed, digits) => {
    expect(cellIds(cell)(pass)).toBe(`sc-${hashOf(json(printed)).slice(0, digits)}`);
  });

  it("does not look at the order of the axes", () => {
    const turned = Object.fromEntries(Object.entries(cell).reverse()) as typeof cell;
    expect(cellIds(turned)(3)).toBe(cellIds(cell)(3));
  });
});

describe("promptId", () => {
  it("has six digits, and more where another prompt has those", () => {
    const hash = hashOf("Where is it?");
    expect(promptId("Where is it?", new Set())).toBe(`probe_${hash.slice(0, 6)}`);
    const taken = new Set([6, 7].map((digits) => `probe_${hash.slice(0, digits)}`));
    expect(promptId("Where is it?", taken)).toBe(`probe_${hash.slice(0, 8)}`);
  });
});
