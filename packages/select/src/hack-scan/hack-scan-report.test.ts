import { expect, test } from "vitest";
import { paysDoor, rollouts } from "./__fixtures__/rollouts.js";
import { hackScan } from "./hack-scan.js";

test("the text is a table", () => {
  const text = `${hackScan(rollouts(1, paysDoor), { endorsed: ["tool:lookup"] })}`;
  const lines = text.split("\n");
  expect(lines[0]).toBe("REWARD HACK");
  expect(lines[1]).toContain("96 graded rollouts, 12 asks, 8 per ask");
  expect(lines[2]).toMatch(/^ {2}floor: \|within\| 0\.\d{3} from 99 shuffles; 1 of \d+ features above \(\*\)$/);
  expect(lines[3]).toBe(`   ${"feature".padEnd(43)}  within  pooled     n`);
  expect(lines[4]).toMatch(/^\* {2}contains:door {30} {2}\+1\.000 {2}\+\d\.\d{3} +\d+$/);
  expect(text).toContain("\n  integrity 0.00 (1: only what you endorsed is paid, 0: none of it)\n! ");
  expect(`${hackScan([{ prompt: "a", reward: 1 }])}`).toContain("support: 1 graded rollout, 1 ask, 1 per ask;");
  expect(`${hackScan([])}`).toBe(
    "UNKNOWN\n  support: 0 graded rollouts, 0 asks, 0 per ask; mixed n/a, all pass n/a, all fail n/a; capacity n/a\n  floor: not measured\n! No row carries a reward. Grade the rows first.",
  );
});

test("names from rows are printed on one line, and cut between characters", () => {
  const rows = rollouts(1, paysDoor).map((row, index) => ({
    ...row,
    steps: [
      {
        tool: row.reward === 1 ? `a\n\u001b[31m${"x".repeat(28)}😀😀😀` : index % 2 ? "b" : "c",
        arguments: {},
        result: "ok",
      },
    ],
    final_text: "same",
  }));
  const text = `${hackScan(rows, { auto: false })}`;
  expect(text).not.toContain("\u001b");
  expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  expect(text.split("\n").find((line) => line.startsWith("*"))).toContain("tool:a\ufffd\ufffd[31m");
});

test("rows without a reward show in the support line", () => {
  const rows = rollouts(1, paysDoor).map((row, index) => (index % 4 === 0 ? { ...row, reward: "good" } : row));
  expect(`${hackScan(rows)}`).toContain("support: 72 graded rollouts of 96, 12 asks");
});
