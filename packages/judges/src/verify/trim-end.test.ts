import { runOne } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { trimEnd } from "./trim-end.js";
import { verify } from "./verify.js";

describe("trimEnd", () => {
  it.each([
    ["42.", "42"],
    ["42!?.", "42"],
    ["4.2", "4.2"],
    ["...", ""],
    ["", ""],
  ])("%j is %j", (text, trimmed) => {
    expect(trimEnd(text, ".!?")).toBe(trimmed);
  });
});

describe("a reply with a long run of marks that ends nowhere is judged in time", () => {
  const runs = [..."!')\"._*"].map((mark) => `it is 1${mark.repeat(200_000)}x`);
  it.each([verify.ExactMatch(), verify.MathEqual(), verify.Numeric()])("by $name", async (verifier) => {
    for (const final_text of runs) expect((await runOne({ final_text, answer: "42" }, verifier)).reward).toBe(0);
  });
});
