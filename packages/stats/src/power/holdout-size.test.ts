import { derive, OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdoutSize } from "./holdout-size.js";
import type { HoldoutSize } from "./holdout-size-types.js";

const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);

/** Rows of tasks at rates spread over [0, 1], each with k rollouts. */
function rows(nTasks: number, k: number, seed: string, gain = 0): Row[] {
  const stream = derive(seed, "rows");
  return Array.from({ length: nTasks }, (_, task) => {
    const rate = (task + 0.5) / nTasks;
    const chance = rate + (1 - rate) * gain;
    return Array.from({ length: k }, () => ({ task_id: task, reward: stream.uniform() < chance ? 1 : 0 }));
  }).flat();
}

describe("the number for the rule that decides", () => {
  // Sizes whose simulated power benchmarks/holdout-power.ts measured.
  test.each([
    [1, 0.05, 1247],
    [1, 0.1, 320],
    [1, 0.2, 82],
    [4, 0.05, 315],
    [4, 0.1, 83],
    [4, 0.2, 24],
    [8, 0.05, 160],
    [8, 0.1, 44],
    [8, 0.2, 14],
  ])("k=%i, effect %f: %i tasks", (k, effect, nTasks) => {
    expect(holdoutSize(effect, { k })).toMatchObject({
      nTasksForVerdict: nTasks,
      taskModel: "repair",
      concentration: 4,
    });
  });

  test("a spread that is given is met with the t test's extra tasks", () => {
    const report = holdoutSize(0.02, { taskStd: 0.2, k: 64 });
    expect(report).toMatchObject({ nTasks: 785, taskModel: "normal", nTasksConcentrated: null });
    // Two more for the tails of the t test (statsmodels' TTestPower asks for 786.8), and the lattice of 64 rollouts.
    expect(report.nTasksForVerdict).toBe(789);
  });

  test("an earlier comparison speaks for its own differences", () => {
    const report = holdoutSize(0.1, { before: rows(60, 4, "a"), after: rows(60, 4, "b", 0.2) });
    expect(report).toMatchObject({ sdSource: "rows", taskModel: "measured", nPaired: 60, concentration: null });
    expect(Math.abs((report.nTasksForVerdict as number) - report.nTasks)).toBeLessThan(12);
  });

  test("an earlier run says how much its tasks differ", () => {
    const alike = Array.from({ length: 40 }, (_, task) =>
      [1, 1, 0, 0].map((reward) => ({ task_id: task, reward })),
    ).flat();
    const apart = Array.from({ length: 40 }, (_, task) =>
      [0, 0, 0, 0].map((_, index) => ({ task_id: task, reward: task % 2 === 0 || (task === 1 && index < 2) ? 1 : 0 })),
    ).flat();
    expect(holdoutSize(0.1, { before: alike }).concentration).toBeCloseTo(49, 6);
    expect(holdoutSize(0.1, { before: apart }).concentration).toBeCloseTo(1 / 0.9 - 1, 6);
    expect(holdoutSize(0.1, { before: apart, concentration: 4 }).concentration).toBe(4);
    expect(holdoutSize(0.1, { before: rows(40, 1, "a") }).concentration).toBe(4);
  });

  test("the noise band is left too, or nothing shows", () => {
    const plain = holdoutSize(0.05);
    const banded = holdoutSize(0.05, { noiseBand: 0.04 });
    // (0.8416 × 0.3106 / 0.01)², with the spread of the model's differences.
    expect(banded.nTasksForVerdict).toBe(684);
    expect(banded.nTasks).toBe(plain.nTasks);
    expect(holdoutSize(0.05, { noiseBand: 0.001 }).nTasksForVerdict).toBe(plain.nTasksForVerdict);
    const hopeless = holdoutSize(0.05, { noiseBand: 0.05 });
    expect(hopeless.nTasksForVerdict).toBeNull();
    expect(codes(hopeless)).toContain("effect_inside_noise");
    expect(`${hopeless}`).toContain("no number of tasks gives a verdict");
  });

  test.each([
    [1, 0.1, 320],
    [4, 0.05, 367],
    [4, 0.1, 105],
    [8, 0.2, 23],
  ])("k=%i, effect %f: %i tasks when few of them carry the gain", (k, effect, nTasks) => {
    expect(holdoutSize(effect, { k }).nTasksForVerdictConcentrated).toBe(nTasks);
    expect(holdoutSize(effect, { k, taskStd: 0.3 }).nTasksForVerdictConcentrated).toBeNull();
  });

  test("asks for no less than an exact test can reject on", () => {
    expect(holdoutSize(0.9, { base: 0.05, k: 64 })).toMatchObject({ nTasks: 2, nTasksForVerdict: 6 });
  });
});

describe("what cannot be sized", () => {
  test.each<[string, number, object, RegExp]>([
    ["no effect", 0, {}, /effect/],
    ["a sure thing", 1, {}, /effect/],
    ["NaN", Number.NaN, {}, /effect/],
    ["more than is left", 0.2, { base: 0.95 }, /out of reach/],
    ["more than the rows leave", 0.5, { before: rows(20, 4, "a", 0.5) }, /out of reach/],
    ["an after side alone", 0.1, { after: [] }, /without `before`/],
    ["ungraded rows", 0.1, { before: [{ task_id: "a" }] }, /no row of `before`/],
    ["too few shared tasks", 0.1, { before: rows(9, 2, "a"), after: rows(2, 2, "b") }, /share 2 graded tasks/],
    [
      "a mean reward without its spread",
      0.1,
      { metric: "mean_reward", before: rows(9, 2, "a") },
      /follows from no pass rate/,
    ],
    ["an unknown metric", 0.1, { metric: "pass_at1" }, /pass_at_1/],
    ["a rate above 1", 0.1, { base: 1.5 }, /base/],
    ["no rollouts", 0.1, { k: 0 }, /k/],
    ["no spread", 0.1, { taskStd: 0 }, /taskStd/],
    ["a spread beyond all measuring", 0.1, { taskStd: 1e308 }, /taskStd/],
    ["a gain that no number of tasks shows", 1e-200, {}, /takes more than/],
    ["a spread that hides the gain", 1e-6, { taskStd: 1e6 }, /takes more than/],
    ["tasks more alike than numbers tell", 0.1, { concentration: 1e308 }, /concentration/],
    ["an unknown option", 0.1, { pwoer: 0.9 }, /Did you mean `power`/],
    ["rows that are a path", 0.1, { before: "rows.jsonl" }, /rows/],
  ])("%s", (_, effect, options, message) => {
    expect(() => holdoutSize(effect, options)).toThrow(OptionError);
    expect(() => holdoutSize(effect, options)).toThrow(message);
  });

  test("the whole gap can be asked for, as decimals are", () => {
    expect(holdoutSize(0.4).nTasks).toBeGreaterThan(1);
    expect(holdoutSize(0.3, { base: 0.7 }).nTasks).toBeGreaterThan(1);
  });

  test("rows without spread are answered by the model, with a warning", () => {
    const same = rows(20, 4, "a");
    const report = holdoutSize(0.05, { before: same, after: same });
    expect(report).toMatchObject({ saturated: true, sdSource: "model", nTasks: 367, nTasksLow: null });
    expect(codes(report)).toContain("degenerate");
    const solved = same.map((row) => ({ ...row, reward: 1 }));
    expect(codes(holdoutSize(0.05, { before: solved }))).toContain("ceiling");
  });

  test("a base that is given beats that of saturated rows", () => {
    const solved = rows(20, 4, "a").map((row) => ({ ...row, reward: 1 }));
    expect(holdoutSize(0.05, { before: solved, base: 0.5 })).toMatchObject({ saturated: false, base: 0.5 });
  });
});

test("other metrics are sized by their own differences", () => {
  const graded = (seed: string, gain: number) =>
    rows(30, 4, seed).map((row, index) => ({ ...row, reward: (index % 7) / 10 + gain * ((index * 3) % 5) }));
  const report = holdoutSize(0.05, { before: graded("a", 0), after: graded("b", 0.05), metric: "mean_reward" });
  expect(report).toMatchObject({ metric: "mean_reward", taskModel: "measured", sdSource: "rows" });
  expect(holdoutSize(0.05, { metric: "marker:refusal", taskStd: 0.2 }).nTasks).toBe(126);
});

test.each([
  ["differences", { after: rows(1200, 4, "b", 0.2) }],
  ["rates", {}],
])("the range from many tasks is near that of the bootstrap, by %s", (_, side) => {
  const before = rows(1200, 4, "a", 0.3);
  const whole = holdoutSize(0.05, { before, ...side });
  expect(whole.nTasksRangeMethod).toBe("normal approximation over tasks");
  const isKept = ({ task_id }: Row) => (task_id as number) % 4 !== 0;
  const kept = Object.fromEntries(Object.entries(side).map(([name, given]) => [name, given.filter(isKept)]));
  const part = holdoutSize(0.05, { before: before.filter(isKept), ...kept });
  expect(part.nTasksRangeMethod).toBe("bootstrap over tasks");
  const width = ({ nTasksLow, nTasksHigh }: typeof part) => (nTasksHigh as number) - (nTasksLow as number);
  // The range from three quarters of the tasks is wider by √(4/3).
  expect(Math.abs(width(part) / width(whole) - Math.sqrt(4 / 3))).toBeLessThan(0.1);
  expect(whole.nTasksLow).toBeLessThan(whole.nTasks);
  expect(whole.nTasksHigh).toBeGreaterThan(whole.nTasks);
});

test("prints the plan", () => {
  expect(`${holdoutSize(0.05)}`).toBe(
    [
      "holdout 367 paired tasks for a +0.050 gain at k=4 (base 0.60, power 0.80, alpha 0.05)",
      "  a verdict needs 315 tasks (task rates Beta, failures repaired alike)",
      "  task SD 0.342 (from the base rate), interval half-width 0.035",
      "  367 tasks if few tasks carry the whole gain",
    ].join("\n"),
  );
  const measured = `${holdoutSize(0.05, { before: rows(30, 4, "a") })}`;
  expect(measured).toMatch(/\n {2}range \d+\.\.\d+ \(bootstrap over tasks\)\n/);
  expect(measured).toContain("comparing task by task takes that out, so the normal formula is on the high side.");
  expect(JSON.parse(JSON.stringify(holdoutSize(0.05)))).toMatchObject({ kind: "holdout_size", nTasks: 367 });
});

test("smaller effects, more power and fewer rollouts need more tasks", () => {
  const base = fc.double({ min: 0.05, max: 0.7, noNaN: true });
  const effect = fc.double({ min: 0.02, max: 0.25, noNaN: true });
  fc.assert(
    fc.property(base, effect, fc.integer({ min: 1, max: 10 }), (rate, gain, k) => {
      const size = (options: object, wanted = gain) => holdoutSize(wanted, { base: rate, k, ...options });
      const plan = size({});
      for (const field of ["nTasks", "nTasksForVerdict"] as const) {
        expect(size({ power: 0.9 })[field]).toBeGreaterThanOrEqual(plan[field] as number);
        expect(size({ alpha: 0.01 })[field]).toBeGreaterThanOrEqual(plan[field] as number);
        expect(size({ k: k + 1 })[field]).toBeLessThanOrEqual(plan[field] as number);
        expect(size({}, gain / 2)[field]).toBeGreaterThanOrEqual(plan[field] as number);
      }
    }),
    { numRuns: 60 },
  );
});

test("the order of rows changes no digit", () => {
  const before = rows(25, 3, "a");
  const after = rows(25, 3, "b", 0.2);
  const forward = holdoutSize(0.1, { before, after });
  const backward = holdoutSize(0.1, { before: [...before].reverse(), after: [...after].reverse() });
  expect(JSON.stringify(backward)).toBe(JSON.stringify(forward));
});

test("an effect that no rate can rise by is refused, also by a hair", () => {
  for (const [effect, base] of [
    [1e-20, 1],
    [0.05, 1],
  ] as const)
    expect(() => holdoutSize(effect, { base })).toThrow("out of reach");
  const { nTasksConcentrated, verdictPowerAtNTasks } = holdoutSize(0.4, { base: 1 - 0.4 + 5e-13 });
  expect([nTasksConcentrated, verdictPowerAtNTasks].every(Number.isFinite)).toBe(true);
});

test("more power never needs fewer tasks, also where chance alone gives it", () => {
  const sizes = [1e-6, 0.01, 0.025, 0.1, 0.5, 0.8, 0.99].map((power) => holdoutSize(0.05, { power }));
  for (const of of [(size: HoldoutSize) => size.nTasks, (size: HoldoutSize) => size.nTasksForVerdict as number])
    expect(sizes.map(of)).toEqual(sizes.map(of).sort((one, other) => one - other));
  expect(sizes[0]?.nTasks).toBe(2);
});

test("a band as wide as the effect leaves no number of tasks, whoever carries the gain", () => {
  expect(holdoutSize(0.05, { noiseBand: 0.05 })).toMatchObject({
    nTasksForVerdict: null,
    nTasksForVerdictConcentrated: null,
  });
});

describe("metrics on a scale of their own", () => {
  const marked = (values: readonly number[]) => values.map((x, at) => ({ scenario_id: `t${at}`, markers: { x } }));
  const metric = "marker:x";

  test("have no ceiling", () => {
    const before = marked([100, 101, 102]);
    const size = holdoutSize(0.5, { metric, before, after: marked([100, 102, 104]) });
    expect(size).toMatchObject({ sdSource: "rows", saturated: false, taskStd: 1, independenceRatio: null, notes: [] });
  });

  test("are not sized by a pass rate where nothing moved", () => {
    const before = marked([3, 4, 5]);
    expect(() => holdoutSize(0.5, { metric, before, after: before })).toThrow("no task's marker:x moved");
  });
});

test("what is no list of rows, and a hopeless concentration, are refused by name", () => {
  for (const [option, value] of [
    ["before", "rows.jsonl"],
    ["after", {}],
    ["concentration", 1e-16],
  ] as const)
    expect(() => holdoutSize(0.05, { before: [{ scenario_id: "a", reward: 1 }], [option]: value } as object)).toThrow(
      `holdoutSize: \`${option}\` must be`,
    );
});
