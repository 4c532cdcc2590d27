import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JUDGE_STATUSES } from "../row/row.js";
import { normalizeJudgeResult, REASON_CHARS } from "./normalize-judge-result.js";

const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error("no reading");
    },
  },
);
const circular: Record<string, unknown> = { reward: 1 };
circular.self = circular;

describe("normalizeJudgeResult", () => {
  it.each([
    ["true", true, 1, "ok"],
    ["a fraction", 0.25, 0.25, "ok"],
    ["minus zero", -0, 0, "ok"],
    ["NaN", Number.NaN, null, "invalid_result"],
    ["infinity", Number.POSITIVE_INFINITY, null, "invalid_result"],
    ["above one", 1.5, null, "invalid_result"],
    ["below zero", -0.5, null, "invalid_result"],
    ["a numeric string", "1", null, "invalid_result"],
    ["null", null, null, "invalid_result"],
    ["undefined", undefined, null, "invalid_result"],
    ["a list", [1], null, "invalid_result"],
    ["a bigint", 1n, null, "invalid_result"],
    ["a symbol", Symbol("x"), null, "invalid_result"],
    ["a function", () => 1, null, "invalid_result"],
    ["reward before score", { reward: 0, score: 1 }, 0, "ok"],
    ["reward undefined", { reward: undefined, score: 1 }, 1, "ok"],
    ["an explicit null", { reward: null, score: 1 }, null, "missing_reward"],
    ["no verdict key", { verdict: 1 }, null, "missing_reward"],
    ["a string reward", { reward: "1" }, null, "invalid_result"],
    ["its own status", { reward: null, judge_status: "timeout" }, null, "timeout"],
    ["its own ok", { reward: null, judge_status: "ok" }, null, "missing_reward"],
    ["an unknown own status", { reward: null, judge_status: "unsure" }, null, "missing_reward"],
    ["an object that throws when read", throwing, null, "invalid_result"],
    ["an object with a cycle", circular, 1, "ok"],
  ])("%s", (_name, returned, reward, status) => {
    expect(normalizeJudgeResult(returned)).toMatchObject({ reward, judge_status: status });
  });

  it("never leaves minus zero", () => {
    expect(Object.is(normalizeJudgeResult(-0).reward, 0)).toBe(true);
  });

  it("says what it refused", () => {
    expect(normalizeJudgeResult(Number.NaN).judge_meta).toEqual({ reward_out_of_range: "NaN" });
    expect(normalizeJudgeResult("pass").judge_meta).toEqual({ returned_type: "string", returned: "pass" });
    expect(normalizeJudgeResult({ reward: "1", k: 2 }).judge_meta).toEqual({
      k: 2,
      reward_type: "string",
      returned: "1",
    });
    expect(normalizeJudgeResult({ b: 1, a: 2 }).judge_meta).toEqual({ a: 2, b: 1, returned_keys: ["a", "b"] });
    expect(normalizeJudgeResult(throwing).judge_meta).toEqual({ unreadable: "Error: no reading" });
  });

  it("keeps extras as plain JSON and lets the nested meta win", () => {
    const judged = normalizeJudgeResult({
      reward: 1,
      x: 1,
      nan: Number.NaN,
      big: 10n,
      when: new Date(0),
      skip: () => 1,
      judge_meta: { x: 2 },
    });
    expect(judged.judge_meta).toEqual({ x: 2, nan: "NaN", big: "10", when: "1970-01-01T00:00:00.000Z" });
    expect(normalizeJudgeResult({ reward: 1, judge_meta: 5 }).judge_meta).toEqual({ judge_meta: 5 });
    expect(normalizeJudgeResult(circular).judge_meta).toEqual({ self: "[circular]" });
  });

  it("keeps a hostile key as a key", () => {
    const judged = normalizeJudgeResult(JSON.parse('{"reward": 1, "__proto__": {"polluted": 1}}'));
    expect(JSON.stringify(judged.judge_meta)).toBe('{"__proto__":{"polluted":1}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("turns any reason into text and marks a cut", () => {
    expect(normalizeJudgeResult({ reward: 1, reason: 5 }).reason).toBe("5");
    expect(normalizeJudgeResult({ reward: 1, reason: ["a"] }).reason).toBe('["a"]');
    const long = normalizeJudgeResult({ reward: 1, reason: `${"x".repeat(REASON_CHARS - 1)}😀 tail` }).reason;
    expect(long.endsWith("...[7 chars omitted]")).toBe(true);
    expect(long).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it("marks data nested too deep instead of overflowing", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level++) deep = [deep];
    expect(JSON.stringify(normalizeJudgeResult({ reward: 1, deep }).judge_meta)).toContain("[too deep]");
  });

  it.each([
    [3, 0.5, { rating: 3, scale: [1, 5] }],
    [{ rating: 2.3 }, 0.325, { rating: 2.3, scale: [1, 5] }],
    [{ rating: 4, score: 2, reward: 1 }, 0.75, { rating: 4, scale: [1, 5] }],
    [{ score: 2, reward: 1 }, 0.25, { rating: 2, scale: [1, 5] }],
  ])("reads %j on a scale", (returned, reward, meta) => {
    expect(normalizeJudgeResult(returned, { scale: [1, 5] })).toMatchObject({ reward, judge_meta: meta });
  });

  it.each([true, "4", 0, 6, Number.NaN, { rating: "4" }])("refuses %j on a scale", (returned) => {
    expect(normalizeJudgeResult(returned, { scale: [1, 5] }).judge_status).toBe("invalid_result");
  });

  it.each([[[5, 1]], [[1, 1]], [["1", "5"]], [[0, Number.POSITIVE_INFINITY]], ["1-5"]])(
    "refuses the scale %j",
    (scale) => {
      expect(() => normalizeJudgeResult(1, { scale: scale as never })).toThrow("`scale` must be two finite numbers");
    },
  );

  it("gives a reward in [0, 1] with status ok, or null with another status, whatever came", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (returned) => {
        const judged = normalizeJudgeResult(returned);
        expect(JUDGE_STATUSES).toContain(judged.judge_status);
        if (judged.reward === null) expect(judged.judge_status).not.toBe("ok");
        else expect(judged.reward >= 0 && judged.reward <= 1 && judged.judge_status === "ok").toBe(true);
        JSON.stringify(judged);
      }),
    );
  });
});
