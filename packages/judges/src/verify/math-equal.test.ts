import { type Judgment, OptionError, type Row, runOne } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { type AlgebraSystem, MathEqual, type MathEqualOptions } from "./math-equal.js";

const judge = (final_text: string, row: Row, options?: MathEqualOptions): Promise<Judgment> =>
  runOne({ final_text, ...row }, MathEqual(options));
const reward = async (reply: string, answer: unknown, options?: MathEqualOptions): Promise<number | null> =>
  (await judge(reply, { answer }, options)).reward;

describe("MathEqual", () => {
  it.each<[string, unknown, number | null]>([
    ["So \\boxed{\\frac{2}{4}}.", "0.5", 1],
    ["So \\boxed{\\frac{2}{5}}.", "0.5", 0],
    ["42", 42, 1],
    ["1e21", 1e21, 1],
    ["0", 0, 1],
    ["false", false, 1],
    ["7", ["5", "7"], 1],
    ["8", ["5", "7"], 0],
    ["\\boxed{7}", "Seven of them: 3 + 4 = 7\n#### 7", 1],
    ["no idea", "42", 0],
    ["", "42", 0],
    ["42", "", null],
    ["42", "  ", null],
    ["42", null, null],
    ["42", [], null],
    ["42", "))((", null],
    ["", "))((", null],
    ["8", ["7", "))(("], null],
    ["7", ["7", "))(("], 1],
    ["42", { a: 1 }, null],
    ["7/0", "7", 0],
    ["7", "7/0", null],
    ["\\frac{1", "1", 0],
  ])("%j against %j: %j", async (reply, answer, expected) => {
    expect(await reward(reply, answer)).toBe(expected);
  });

  it("quotes the reference only where it is no secret", async () => {
    const open = await judge("\\boxed{41}", { answer: "42" });
    expect(open.reason).toBe('not equal: "41", not "42"');
    const secret = await judge("\\boxed{41}", { privileged: { reference: "42" } });
    expect(secret.reason).toBe('not equal: "41"');
    expect(secret.judge_meta).toMatchObject({ verifier: "MathEqual", gold_source: "privileged.reference" });
    expect((await judge("\\boxed{}", { answer: "42" })).reason).toBe("no answer found");
    expect((await judge("\\boxed{42}", { answer: "42" })).reason).toBe('equal: "42"');
  });

  it("reads the named field alone", async () => {
    expect((await judge("5", { answer: "6", info: { gold: "5" } }, { field: "info.gold" })).reward).toBe(1);
    expect((await judge("5", { answer: "5" }, { field: "info.gold" })).reward).toBeNull();
  });

  it("is strict, or wants a box, where it is told to", async () => {
    expect(await reward("$5$", "5", { strict: true })).toBe(1);
    expect(await reward("The answer is 5", "5", { strict: true })).toBe(0);
    expect(await reward("It is 5", "5", { requireBox: true })).toBe(0);
    expect(await reward("It is \\boxed{5}", "5", { requireBox: true })).toBe(1);
  });

  it("refuses options that it does not know", () => {
    expect(() => MathEqual({ tol: 1 } as MathEqualOptions)).toThrow(OptionError);
    expect(() => MathEqual({ strict: "yes" } as unknown as MathEqualOptions)).toThrow(OptionError);
    expect(() => MathEqual({ cas: "sympy" } as unknown as MathEqualOptions)).toThrow(OptionError);
  });

  it("has a version that its options decide, and none with code of the caller", () => {
    expect(MathEqual().version).toBe(MathEqual({ name: "math" }).version);
    expect(MathEqual().version).not.toBe(MathEqual({ strict: true }).version);
    expect(MathEqual({ cas: () => null }).version).toBeUndefined();
  });
});

describe("an algebra system", () => {
  const asked: string[][] = [];
  const says =
    (verdict: boolean | null): AlgebraSystem =>
    (...sides) => {
      asked.push(sides);
      return verdict;
    };

  it.each<[boolean | null, number | null]>([
    [true, 1],
    [false, 0],
    [null, null],
  ])("that says %j about a reference that cannot be read gives %j", async (verdict, expected) => {
    expect(await reward("\\boxed{x}", "\\sum_k a_k", { cas: says(verdict) })).toBe(expected);
    expect(asked.at(-1)).toEqual(["x", "\\sum_k a_k"]);
  });

  it("decides about an answer that cannot be read", async () => {
    expect(await reward("\\boxed{\\sum_k a_k}", "x", { cas: async () => true })).toBe(1);
    expect(await reward("\\boxed{\\sum_k a_k}", "x", { cas: () => null })).toBe(0);
  });

  it("is not asked about what is decided", async () => {
    asked.length = 0;
    expect(await reward("\\boxed{2}", "1", { cas: says(true) })).toBe(0);
    expect(await reward("\\boxed{1}", "1", { cas: says(false) })).toBe(1);
    expect(asked).toEqual([]);
  });

  it("that throws makes the verdict an error", async () => {
    const cas = (): never => {
      throw new TypeError("no licence");
    };
    const judged = await judge("\\boxed{\\sum_k a_k}", { answer: "x" }, { cas });
    expect([judged.reward, judged.judge_status]).toEqual([null, "error"]);
  });
});
