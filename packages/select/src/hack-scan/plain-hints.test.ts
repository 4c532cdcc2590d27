import { expect, test } from "vitest";
import { hackScan } from "./hack-scan.js";
import { hackScanDiff } from "./hack-scan-diff.js";

const rows = (name: string) =>
  Array.from({ length: 160 }, (_, index) => ({
    prompt: `${name} ${index % 20}`,
    reward: Math.floor(index / 20) % 2,
    final_text: `Reply ${index}${Math.floor(index / 20) % 2 ? " verified" : ""}`,
    steps: index % 3 === 0 ? [{ tool: "get_order" }] : [],
  }));

test("what matches no feature is answered with features, tools first", () => {
  const { notes } = hackScan(rows("ask"), { endorsed: ["qqqqqqqqqq"] });
  expect(notes.find(({ code }) => code === "endorsed_unmatched")?.fix).toMatch(/^Features are tool:get_order, /);
});

test("a diff says when no ask is on both sides", () => {
  const line = "no ask is on both sides";
  expect(`${hackScanDiff(rows("ask"), rows("other"))}`).toContain(line);
  expect(`${hackScanDiff(rows("ask"), rows("ask"))}`).not.toContain(line);
});
