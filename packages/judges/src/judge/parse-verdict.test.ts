import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseVerdict } from "./parse-verdict.js";
import { PARSED_REASON_CHARS } from "./reason-text.js";

describe("parseVerdict", () => {
  it.each<[string, string, 0 | 1 | null]>([
    ["a quotation before the verdict", 'The answer says {"reward": 1} but the tool failed. {"reward": 0}', 0],
    ["a quotation inside a broken reason", '{"reason": "it says {"score": 1} in there", "score": 0}', null],
    ["a verdict after which another breaks off", 'Example {"score": 1}. Mine: {"reason": "bad", "score": 0', null],
    ["thinking that never ends", 'Sure. <think> maybe {"score": 1}', null],
    ["a verdict before thinking that never ends", '{"score": 0} <think> or {"score": 1}', 0],
    ["invisible characters", '{"score":\u200b1}', 1],
    ["a fenced number", "```\n1\n```", 1],
    ["a fenced object", '```json\n{"reason": "ok", "score": 1}\n```', 1],
    ["the word INCORRECT", "INCORRECT", null],
    ["a grade letter", "GRADE: C. There is no reason to downgrade: insufficient", null],
    ["a score of 10", '{"score": 10}', null],
    ["a broken off 0.5", '{"score": 0.5', null],
    ["a text score", '{"score": "1"}', null],
    ["both keys alike", '{"score": 1, "reward": 1}', 1],
    ["a doubled key in a nested object", '{"extra": {"a": 1, "a": 2}, "score": 1}', 1],
    ["a colon inside a reason", '{"reason": "a: b, \\"c\\": d", "score": 1}', 1],
    ["an inherited key", '{"__proto__": {"score": 1}}', null],
    ["two verdicts that say the same", '{"score": 0} {"score": 0}', 0],
  ])("%s", (_name, reply, score) => {
    expect(parseVerdict(reply).score).toBe(score);
  });

  it("keeps a reason within its length and whole", () => {
    const { reason } = parseVerdict(JSON.stringify({ reason: "😀".repeat(PARSED_REASON_CHARS + 1), score: 1 }));
    expect(reason).toBe("😀".repeat(PARSED_REASON_CHARS));
  });

  it("never invents a verdict and never throws", () => {
    const piece = fc.constantFrom(
      '{"score": 1}',
      '{"score": 0}',
      "{",
      "}",
      '"',
      "<think>",
      "</think>",
      " text ",
      "```",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { score } = parseVerdict(pieces.join(""));
        if (!pieces.some((part) => part.includes("score"))) expect(score).toBeNull();
      }),
    );
  });

  it("reads a reply full of brackets in time", () => {
    expect(parseVerdict("{".repeat(100_000)).score).toBeNull();
  });
});
