import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { matchers } from "./index.js";

/** Rows of tasks whose rollouts pass as the digits say: "110" is three rollouts of one task. */
const rowsOf = (outcomes: readonly string[], more: Partial<Row> = {}): Row[] =>
  outcomes.flatMap((digits, task) =>
    [...digits].map((digit, rollout) => ({
      scenario_id: `task-${task}`,
      rollout_index: rollout,
      reward: digit === "?" ? null : Number(digit),
      ...more,
    })),
  );
const repeat = (count: number, outcome: string): string[] => Array.from({ length: count }, () => outcome);

function messageOf(assertion: () => unknown): string {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the assertion held");
}

const strong = rowsOf(repeat(40, "1"));
const mixed = rowsOf([...repeat(30, "1"), ...repeat(10, "0")]);
const weak = rowsOf(repeat(40, "0"));

describe("toPassAt", () => {
  test("holds when the lower end of the interval reaches the rate, and with a number alone", () => {
    expect(strong).toPassAt(0.9);
    expect(strong).toPassAt({ atLeast: 0.9 });
    expect(mixed).toPassAt({ atLeast: 0.59 });
    expect(mixed).not.toPassAt(0.75);
    expect(weak).toPassAt(0);
  });

  test("the message says the estimate, the interval, the report, and that more tasks would do", () => {
    expect(messageOf(() => expect(mixed).toPassAt({ atLeast: 0.7 }))).toMatchInlineSnapshot(`
      "expect(rows).toPassAt({ atLeast: 0.7 })

      pass@1 is 0.750, and the lower end of its 95% interval, 0.593, does not reach 0.700. The estimate does: more tasks would narrow the interval.

      pass@1 0.75 [0.59..0.86] | pass^1 (pass_pow_k) n/a | pass@1 n/a | headroom n/a (40 groups, k=1; pass^k and pass@k need k of at least 4, this run has 1)"
    `);
  });

  test("names a misspelt option, and tells no rows from ungraded ones", () => {
    expect(messageOf(() => expect(mixed).toPassAt({ atleast: 0.7 } as never))).toContain("Did you mean `atLeast`?");
    expect(messageOf(() => expect(mixed).toPassAt({} as never))).toContain("`atLeast` must be a number from 0 to 1");
    expect(messageOf(() => expect([]).toPassAt(0.7))).toContain("There are no rows.");
    expect(messageOf(() => expect(rowsOf(["?"])).toPassAt(0.7))).toContain("No row has a pass or fail");
  });

  test("a point estimate needs no interval", () => {
    expect(mixed).toPassAt({ atLeast: 0.75, point: true });
    expect(rowsOf(["1", "1"])).toPassAt({ atLeast: 1, point: true });
    expect(messageOf(() => expect(mixed).toPassAt({ atLeast: 0.76, point: true }))).toContain(
      "pass@1 is 0.750, which does not reach 0.760.",
    );
  });

  test("a lower confidence asks for less", () => {
    const lower = (confidence: number) => {
      const message = messageOf(() => expect(mixed).toPassAt({ atLeast: 1, confidence }));
      return Number(/interval, ([\d.]+), does not/.exec(message)?.[1]);
    };
    expect(lower(0.8)).toBeGreaterThan(lower(0.95));
    expect(lower(0.95)).toBeGreaterThan(lower(0.99));
    expect(messageOf(() => expect(mixed).toPassAt({ atLeast: 1, confidence: 0.8 }))).toContain("its 80% interval");
  });

  test("k is pass@k, or pass^k when all must pass", () => {
    const halves = rowsOf(repeat(20, "10"));
    expect(halves).toPassAt({ k: 2, atLeast: 0.8 });
    expect(halves).not.toPassAt({ k: 2, need: "all", atLeast: 0.2 });
    expect(messageOf(() => expect(halves).toPassAt({ k: 2, need: "all", atLeast: 0.2 }))).toContain("pass^2 is 0.000");
    expect(messageOf(() => expect(halves).not.toPassAt({ k: 2, atLeast: 0.8 }))).toContain("pass@2 is 1.000");
  });

  test.each<[string, Row[], Parameters<typeof matchers.toPassAt>[1], string]>([
    ["nothing graded", rowsOf(repeat(8, "?")), 0.5, "No row has a pass or fail: grade them first."],
    ["no rows", [], 0, "There are no rows."],
    ["ungraded rollouts", rowsOf([...repeat(20, "1"), "?", "?"]), 0.5, "2 rollouts have no pass or fail."],
    ["one ungraded", rowsOf([...repeat(20, "1"), "?"]), { atLeast: 0.5, point: true }, "1 rollout has no pass"],
    ["two tasks", rowsOf(["11111111", "11111111"]), 0.1, "An interval needs 3 independent tasks."],
    ["k without groups", strong, { k: 4, atLeast: 0.1 }, "No task has 4 graded rollouts, which pass@4 is about."],
    [
      "two clusters",
      strong.map((row, index) => ({ ...row, document: index % 2 })),
      { atLeast: 0.1, clusterBy: "document" },
      "An interval needs 3 independent tasks.",
    ],
  ])("fails with the reason, with .not too: %s", (_, rows, expected, reason) => {
    for (const assert of [() => expect(rows).toPassAt(expected), () => expect(rows).not.toPassAt(expected)]) {
      const message = messageOf(assert);
      expect(message).toContain("The rows cannot tell, so this fails with `.not` too.");
      expect(message).toContain(reason);
    }
  });

  test("ungraded rollouts can be left out by name", () => {
    expect(rowsOf([...repeat(40, "1"), "?"])).toPassAt({ atLeast: 0.9, ungraded: "leave out" });
  });

  test("runs that were filled after a probe have intervals of k-way rates at one level", () => {
    const plan = { sampling_plan: { policy: "probe", probe: 2, k: 4 } } as Partial<Row>;
    const rows = rowsOf([...repeat(6, "11"), ...repeat(4, "1011"), ...repeat(2, "00")], plan);
    expect(rows).toPassAt({ k: 4, atLeast: 0.3 });
    expect(messageOf(() => expect(rows).toPassAt({ k: 4, atLeast: 0.4, confidence: 0.9 }))).toContain("at 0.95 only");
  });

  test.each<[unknown, RegExp]>([
    [{}, /`atLeast` must be a number from 0 to 1/],
    [undefined, /`atLeast` must be a number from 0 to 1/],
    [1.2, /`atLeast` must be a number from 0 to 1/],
    [Number.NaN, /`atLeast` must be a number from 0 to 1/],
    [{ atLeast: 0.5, confidance: 0.9 }, /confidance.*confidence/s],
    [{ atLeast: 0.5, confidence: 1 }, /confidence/],
    [{ atLeast: 0.5, need: "most" }, /need/],
    ["0.5", /options/],
  ])("refuses %j", (expected, complaint) => {
    expect(() => expect(strong).toPassAt(expected as number)).toThrow(complaint);
    expect(() => expect(strong).not.toPassAt(expected as number)).toThrow(complaint);
  });

  test("refuses what is not a list of rows", () => {
    expect(() => expect(7).toPassAt(0.5)).toThrow(/rows/);
  });

  test("works through promises and inside other expectations", async () => {
    await expect(Promise.resolve(strong)).resolves.toPassAt(0.9);
    await expect(Promise.resolve(strong)).resolves.not.toPassAt(1);
    await expect(expect(Promise.resolve(weak)).resolves.toPassAt(0.9)).rejects.toThrow("pass@1 is 0.000");
  });
});

describe("toBeatBaseline", () => {
  test("holds for a shown gain, and not for the same or a loss", () => {
    expect(strong).toBeatBaseline(mixed);
    expect(mixed).not.toBeatBaseline(mixed);
    expect(mixed).not.toBeatBaseline(strong);
    expect(weak).toBeatBaseline(strong, { lowerIsBetter: true });
  });

  test("the message prints the report", () => {
    expect(messageOf(() => expect(mixed).toBeatBaseline(strong, { level: 0.9 }))).toMatchInlineSnapshot(`
      "expect(rows).toBeatBaseline(before, { level: 0.9 })

      Against the baseline: worse. On 40 shared tasks the interval -0.375..-0.150 leaves out 0; p=0.002 at alpha 0.100.

      pass_at_1                    1.000 -> 0.750  -0.250 [-0.375..-0.150]  DOWN  (40 paired)  p=0.002
        worse: On 40 shared tasks the interval -0.375..-0.150 leaves out 0; p=0.002 at alpha 0.100.
        would change it: Repeated runs: they show how much re-runs differ."
    `);
  });

  test.each<[string, Row[], Row[], RegExp]>([
    ["too few tasks", rowsOf(["1", "1"]), rowsOf(["0", "0"]), /not enough data/],
    ["no verdicts", rowsOf(repeat(9, "?")), rowsOf(repeat(9, "1")), /not enough data/],
    [
      "another prompt",
      rowsOf(repeat(9, "1"), { lineage: { system_prompt_sha: "a" } }),
      rowsOf(repeat(9, "0"), { lineage: { system_prompt_sha: "b" } }),
      /not comparable/,
    ],
  ])("fails with the reason, with .not too: %s", (_, rows, before, reason) => {
    for (const assert of [() => expect(rows).toBeatBaseline(before), () => expect(rows).not.toBeatBaseline(before)]) {
      expect(messageOf(assert)).toMatch(/The rows cannot tell, so this fails with `\.not` too\./);
      expect(messageOf(assert)).toMatch(reason);
    }
  });

  test("a declared change is comparable", () => {
    const [before, after] = ["0", "1"].map((digit) =>
      rowsOf(repeat(9, digit), { lineage: { system_prompt_sha: digit } }),
    ) as [Row[], Row[]];
    expect(after).toBeatBaseline(before, { changed: ["system_prompt"] });
  });

  test("a gain inside the noise of re-runs is none", () => {
    const before = rowsOf([...repeat(20, "1"), ...repeat(20, "0")]);
    const after = rowsOf([...repeat(28, "1"), ...repeat(12, "0")]);
    expect(after).toBeatBaseline(before);
    expect(after).not.toBeatBaseline(before, { runStd: 0.2 });
    expect(after).toBeatBaseline(before, { runStd: 0.01 });
  });

  test("re-runs on both sides are measured, and refused options of both kinds are named", () => {
    const run = (passes: number, name: string) =>
      rowsOf([...repeat(passes, "1"), ...repeat(40 - passes, "0")], { lineage: { eval_run: name } });
    const before = [...run(6, "a"), ...run(18, "b"), ...run(30, "c")];
    const after = [...run(16, "d"), ...run(28, "e"), ...run(40, "f")];
    expect(messageOf(() => expect(after).toBeatBaseline(before))).toContain("re-runs");
    expect(() => expect(strong).toBeatBaseline(mixed, { metrik: "x" } as object)).toThrow(/metrik.*metric/s);
  });
});

describe("notToRegress", () => {
  const slightlyWorse = rowsOf([...repeat(29, "1"), "0", ...repeat(10, "0")]);

  test("without a margin: no loss is shown, and the message says what would have gone unseen", () => {
    expect(mixed).notToRegress(mixed);
    expect(strong).notToRegress(mixed);
    expect(slightlyWorse).notToRegress(mixed);
    expect(weak).not.notToRegress(strong);
    expect(messageOf(() => expect(slightlyWorse).not.notToRegress(mixed))).toMatch(
      /A loss below 0\.\d+ would have gone unseen more than one time in five/,
    );
    expect(messageOf(() => expect(mixed).not.notToRegress(mixed))).toContain("cannot be told from these rows");
    expect(messageOf(() => expect(weak).notToRegress(mixed))).toContain("worse");
  });

  test("with a margin: a larger loss must be ruled out", () => {
    expect(slightlyWorse).notToRegress(mixed, { margin: 0.2 });
    expect(slightlyWorse).not.notToRegress(mixed, { margin: 0.03 });
    expect(messageOf(() => expect(slightlyWorse).notToRegress(mixed, { margin: 0.03 }))).toMatchInlineSnapshot(`
      "expect(rows).notToRegress(before, { margin: 0.03 })

      A loss of 0.03 is not ruled out: the interval allows one of up to 0.075. Against the baseline: no difference shown. On 40 shared tasks the interval -0.075..+0.000 holds 0; p=1.000 at alpha 0.050.

      pass_at_1                    0.750 -> 0.725  -0.025 [-0.075..+0.000]  flat  (40 paired)  p=1.000
        no difference shown: On 40 shared tasks the interval -0.075..+0.000 holds 0; p=1.000 at alpha 0.050.
        would change it: At least 6 shared tasks that differ, not 1: fewer cannot reach 0.050.
        a loss of 0.03 is not ruled out"
    `);
  });

  test("goes by its other name", () => {
    expect(mixed).toNotRegress(mixed, { margin: 0.05 });
    expect(weak).not.toNotRegress(strong);
  });

  test("too little data fails both ways", () => {
    const few = rowsOf(["1", "1"]);
    for (const assert of [() => expect(few).notToRegress(few), () => expect(few).not.notToRegress(few)])
      expect(messageOf(assert)).toContain("The rows cannot tell");
  });
});

test("matchers extend an expect by hand, and functions in options are named", () => {
  expect.extend(matchers);
  const clusterOf = (row: Row) => row.scenario_id;
  expect(messageOf(() => expect(weak).toPassAt({ atLeast: 1, clusterBy: clusterOf }))).toContain(
    "toPassAt({ atLeast: 1, clusterBy: clusterOf })",
  );
  expect(messageOf(() => expect(weak).toPassAt({ atLeast: 1, clusterBy: (row) => row.scenario_id }))).toContain(
    "clusterBy",
  );
  const result = matchers.toPassAt.call({}, strong, 0.9);
  expect(result.pass).toBe(true);
});
