import { frozenCopy, OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ADVANTAGE_ESTIMATORS, type AdvantageEstimator, advantagesOf } from "./advantage-estimators.js";
import { groupAdvantages } from "./group-advantages.js";

const group = (prompt: string, rewards: readonly unknown[], extra: readonly Row[] = []): Row[] =>
  rewards.map((reward, index) => frozenCopy({ prompt, reward, ...extra[index] } as Row));
const advantages = (rows: Row[], estimator: AdvantageEstimator, epsilon = 0) =>
  groupAdvantages(rows, { estimator, epsilon }).rollouts.map((rollout) => rollout.advantage);

describe("one group by hand", () => {
  // Mean 1/4; deviations 3/4, -1/4, -1/4, -1/4; sample SD 1/2.
  test.each<[AdvantageEstimator, number[]]>([
    ["grpo", [1.5, -0.5, -0.5, -0.5]],
    ["dapo", [1.5, -0.5, -0.5, -0.5]],
    ["drGrpo", [0.75, -0.25, -0.25, -0.25]],
    ["rloo", [1, -1 / 3, -1 / 3, -1 / 3]],
  ])("%s", (estimator, expected) => {
    for (const [index, advantage] of advantages(group("a", [1, 0, 0, 0]), estimator).entries())
      expect(advantage).toBeCloseTo(expected[index] as number, 12);
  });

  test("the deviation is padded as trainers do it", () => {
    expect(groupAdvantages(group("a", [1, 0])).rollouts[0]?.advantage).toBeCloseTo(0.5 / (Math.SQRT1_2 + 1e-4), 12);
  });

  test.each<[AdvantageEstimator, number | null]>([
    ["grpo", 0],
    ["drGrpo", 0],
    ["rloo", 0],
    ["dapo", null],
  ])("%s of a group without spread", (estimator, expected) => {
    expect(advantages(group("a", [0.1, 0.1, 0.1]), estimator)).toEqual([expected, expected, expected]);
  });
});

test.each([1, 1e99, 1e101, 1e200])("rewards in units of %s are compared alike", (unit) => {
  for (const estimator of ADVANTAGE_ESTIMATORS) {
    const scaled = advantagesOf([unit, 0, 0.5 * unit], estimator, 1e-4 * unit) as number[];
    const expected = advantagesOf([1, 0, 0.5], estimator, 1e-4) as number[];
    const size = estimator === "grpo" || estimator === "dapo" ? 1 : unit;
    for (const [at, advantage] of scaled.entries()) expect(advantage / size).toBeCloseTo(expected[at] as number, 9);
  }
});

test("tokens are the row's own count, else those that were billed", () => {
  const tokens = (extra: Row) => groupAdvantages([{ prompt: "a", reward: 1, ...extra }]).rollouts[0]?.tokens;
  expect(tokens({ n_tokens: 7, usage: { output_tokens: 9 } } as Row)).toBe(7);
  expect(tokens({ n_tokens: 0, usage: { output_tokens: 9 } } as Row)).toBe(9);
  expect(tokens({ n_tokens: 2.5, usage: "many" } as unknown as Row)).toBeNull();
});

describe("the report", () => {
  test("counts groups, and says why a rollout has no advantage", () => {
    const rows = [
      ...group("mixed", [1, 0, null, 1]),
      ...group("flat", [1, 1]),
      ...group("single", [1]),
      ...group("failed", [1, 0], [{ judge_status: "error" }]),
      null as unknown as Row,
    ];
    const report = groupAdvantages(rows, { estimator: "dapo" });
    expect(report).toMatchObject({ nGroups: 4, nWithGradient: 1, nFlat: 1, nSingle: 2, nUngraded: 2, nSkipped: 1 });
    expect(report.rollouts.map(({ without }) => without)).toEqual([
      null,
      null,
      "ungraded",
      null,
      "filtered",
      "filtered",
      "single",
      "ungraded",
      "single",
    ]);
    expect(`${report}`).toContain("DAPO advantages: 1 of 4 groups with a gradient (1 without spread, 2 single)");
    expect(report.notes.map(({ code }) => code)).toEqual(["ungraded_rows", "skipped_entries", "tokens_unknown"]);
    expect(() => JSON.stringify(report)).not.toThrow();
  });

  test("a group is a task with a prompt", () => {
    const rows = [...group("one", [1, 1]), ...group("two", [0, 0])].map((row) => ({ ...row, scenario_id: "t" }));
    expect(groupAdvantages(rows).nWithGradient).toBe(0);
    expect(groupAdvantages(rows.map((row) => ({ ...row, prompt: "one" }))).nWithGradient).toBe(1);
  });

  test("nothing graded gives nulls", () => {
    expect(groupAdvantages([])).toMatchObject({ nGroups: 0, meanSize: null, largest: null, rollouts: [] });
    expect(`${groupAdvantages([])}`).toContain("mean size n/a");
  });

  test.each([
    [{ estimator: "ppo" }, '"grpo", "drGrpo"'],
    [{ epsilon: -1 }, "at least 0"],
    [{ estimate: "grpo" }, "Did you mean `estimator`"],
    [{ maxTokens: 0 }, "at least 1"],
  ])("%o is refused", (options, words) => {
    const call = () => groupAdvantages([], options as object);
    expect(call).toThrow(OptionError);
    expect(call).toThrow(words);
  });
});

describe("what a token weighs", () => {
  const rows = group("a", [1, 0], [{ n_tokens: 10 }, { usage: { output_tokens: 40 } }]);
  test.each<[AdvantageEstimator, [number, number]]>([
    ["grpo", [1 / 20, 1 / 80]],
    ["dapo", [1 / 50, 1 / 50]],
    ["drGrpo", [1 / 80, 1 / 80]],
    ["rloo", [1 / 2, 1 / 2]],
  ])("%s", (estimator, expected) => {
    expect(groupAdvantages(rows, { estimator }).rollouts.map((rollout) => rollout.tokenWeight)).toEqual(expected);
  });

  test("Dr. GRPO divides by the budget that is given", () => {
    const { rollouts } = groupAdvantages(rows, { estimator: "drGrpo", maxTokens: 100 });
    expect(rollouts[0]?.tokenWeight).toBe(1 / 200);
  });

  test("is unknown where token counts are missing", () => {
    const bare = group("a", [1, 0], [{ n_tokens: 10 }, { n_tokens: -1 }]);
    const weights = (estimator: AdvantageEstimator) =>
      groupAdvantages(bare, { estimator }).rollouts.map((rollout) => rollout.tokenWeight);
    expect(weights("grpo")).toEqual([1 / 20, null]);
    expect(weights("dapo")).toEqual([null, null]);
    expect(groupAdvantages(group("a", [1, 0]), { estimator: "drGrpo" }).rollouts[0]?.tokenWeight).toBeNull();
  });
});

describe("laws", () => {
  const rewards = fc.array(
    fc.integer({ min: 0, max: 40 }).map((step) => step / 40),
    { minLength: 2, maxLength: 12 },
  );
  const estimator = fc.constantFrom(...ADVANTAGE_ESTIMATORS);
  const solid = (values: readonly number[], kind: AdvantageEstimator, epsilon = 0) =>
    advantagesOf(values, kind, epsilon).map((advantage) => advantage ?? 0);
  const close = (left: readonly number[], right: readonly number[]) => {
    for (const [index, value] of left.entries()) expect(value).toBeCloseTo(right[index] as number, 8);
  };

  test("the advantages of a group sum to zero", () => {
    fc.assert(
      fc.property(rewards, estimator, (values, kind) => {
        expect(solid(values, kind, 1e-4).reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 8);
      }),
    );
  });

  test("a reward that is higher by a constant changes nothing", () => {
    fc.assert(
      fc.property(rewards, estimator, fc.integer({ min: -50, max: 50 }), (values, kind, shift) => {
        close(
          solid(
            values.map((value) => value + shift),
            kind,
            1e-4,
          ),
          solid(values, kind, 1e-4),
        );
      }),
    );
  });

  test("a larger scale changes nothing where the deviation is divided out, and scales the others", () => {
    fc.assert(
      fc.property(rewards, estimator, fc.integer({ min: 1, max: 100 }), (values, kind, scale) => {
        const scaled = solid(
          values.map((value) => value * scale),
          kind,
        );
        const factor = kind === "grpo" || kind === "dapo" ? 1 : scale;
        close(
          scaled.map((value) => value / factor),
          solid(values, kind),
        );
      }),
    );
  });

  test("GRPO has unit deviation, RLOO is n/(n-1) times Dr. GRPO", () => {
    fc.assert(
      fc.property(rewards, (values) => {
        const n = values.length;
        close(
          solid(values, "rloo"),
          solid(values, "drGrpo").map((value) => (value * n) / (n - 1)),
        );
        const squares = solid(values, "grpo").reduce((sum, value) => sum + value * value, 0);
        expect(squares / (n - 1)).toBeCloseTo(new Set(values).size === 1 ? 0 : 1, 8);
      }),
    );
  });

  test("RLOO is the reward minus the mean of the others", () => {
    fc.assert(
      fc.property(rewards, (values) => {
        const total = values.reduce((sum, value) => sum + value, 0);
        close(
          solid(values, "rloo"),
          values.map((value) => value - (total - value) / (values.length - 1)),
        );
      }),
    );
  });

  test("the order of the rows does not matter, and better rewards get better advantages", () => {
    fc.assert(
      fc.property(rewards, estimator, (values, kind) => {
        const own = solid(values, kind);
        close(solid(values.toReversed(), kind).toReversed(), own);
        for (const [left, value] of values.entries())
          for (const [right, other] of values.entries())
            if (value > other) expect(own[left] as number).toBeGreaterThan(own[right] as number);
      }),
    );
  });
});
