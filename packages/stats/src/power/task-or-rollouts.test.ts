import { derive, OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { taskOrRollouts } from "./task-or-rollouts.js";

/** Tasks at the rates that `rateOf` gives, k rollouts each. */
function rows(nTasks: number, k: number, seed: string, rateOf: (task: number) => number): Row[] {
  const stream = derive(seed, "rows");
  return Array.from({ length: nTasks }, (_, task) =>
    Array.from({ length: k }, () => ({ task_id: task, reward: stream.uniform() < rateOf(task) ? 1 : 0 })),
  ).flat();
}
const spread = (task: number) => (task % 10) / 10 + 0.05;
const gained = (task: number) => spread(task) + (1 - spread(task)) * 0.2;

describe("taskOrRollouts", () => {
  test("splits the variance of rates as they were drawn", () => {
    const { components } = taskOrRollouts(rows(5000, 4, "a", spread));
    // Rates 0.05, 0.15 … 0.95: variance 0.0825, and mean p(1-p) 0.1675.
    expect(components?.betweenTasks).toBeCloseTo(0.0825, 2);
    expect(components?.withinTasks).toBeCloseTo(0.1675, 2);
    expect(components?.k).toBe(4);
  });

  test("by hand", () => {
    const four = [
      [1, 1],
      [1, 0],
      [0, 0],
      [1, 0],
    ];
    const given = four.flatMap((rewards, task) => rewards.map((reward) => ({ task_id: task, reward })));
    // Means 1, ½, 0, ½: variance 1/6. Two tasks with rollout variance ½: 1/4 on average, 1/8 in a mean of two.
    const report = taskOrRollouts(given);
    expect(report.components?.withinTasks).toBeCloseTo(1 / 4, 12);
    expect(report.components?.betweenTasks).toBeCloseTo(1 / 24, 12);
    expect(report.standardError).toBeCloseTo(Math.sqrt(1 / 24), 12);
    expect(report.rolloutShare).toBeCloseTo(3 / 4, 12);
    expect(report.withTwiceTheRollouts).toBeCloseTo(Math.sqrt((1 / 24 + 1 / 16) / 4), 12);
    expect(report.withTwiceTheTasks).toBeCloseTo(Math.sqrt(1 / 48), 12);
    expect(report.withEndlessRollouts).toBeCloseTo(Math.sqrt(1 / 96), 12);
    expect(report.notes.map(({ code }) => code)).toEqual(["few_tasks"]);
  });

  test("tasks, when they cost nothing; rollouts, when tasks are dear; either, when tasks do not differ", () => {
    const apart = rows(100, 4, "a", spread);
    expect(taskOrRollouts(apart)).toMatchObject({ answer: "tasks", bestRollouts: 1 });
    expect(taskOrRollouts(apart, { taskCost: 5 }).answer).toBe("tasks");
    expect(taskOrRollouts(apart, { taskCost: 200 })).toMatchObject({ answer: "rollouts" });
    const alike = Array.from({ length: 30 }, (_, task) => [1, 0].map((reward) => ({ task_id: task, reward }))).flat();
    expect(taskOrRollouts(alike)).toMatchObject({ answer: "either", withEndlessRollouts: 0, bestRollouts: 1 });
    const dear = taskOrRollouts(alike, { taskCost: 10 });
    expect(dear).toMatchObject({ answer: "rollouts", bestRollouts: null });
    expect(`${dear}`).toContain("as many rollouts as can be had");
    expect(taskOrRollouts(alike.map((row) => ({ ...row, reward: 1 })))).toMatchObject({
      rolloutShare: 0,
      standardError: 0,
    });
  });

  test("a comparison is about the difference", () => {
    const before = rows(2000, 4, "a", spread);
    const after = rows(2000, 4, "b", gained);
    const report = taskOrRollouts(before, { after });
    // The change is 0.2·(1-p): variance 0.04·0.0825. Rollouts of both sides: 0.1675 + E[q(1-q)].
    expect(report.components?.betweenTasks).toBeCloseTo(0.0033, 2);
    expect(report.components?.withinTasks).toBeCloseTo(0.1675 + 0.1675 - 0.02, 1);
    expect(report.rolloutShare).toBeGreaterThan(0.85);
    const plan = report.plans.find(({ k }) => k === 4);
    expect(plan?.nRollouts).toBe((plan?.nTasks as number) * 8);
    expect(report.plans.map(({ nTasks }) => nTasks)).toEqual(
      [...report.plans.map(({ nTasks }) => nTasks)].sort((a, b) => b - a),
    );
  });

  test("plans are for the effect, and there is none beyond the room", () => {
    const apart = rows(100, 4, "a", spread);
    const [small, large] = [0.05, 0.1].map((effect) => taskOrRollouts(apart, { effect }).plans[0]?.nTasks as number);
    expect(small).toBeGreaterThan(3 * (large as number));
    expect(taskOrRollouts(apart, { effect: 0.9 }).plans).toEqual([]);
    expect(`${taskOrRollouts(apart, { effect: 0.9 })}`).toContain("needs more room than there is");
  });

  test.each<[string, Row[], object, string]>([
    ["no rows", [], {}, "too_few_tasks"],
    ["one rollout a task", rows(30, 1, "a", spread), {}, "single_rollout"],
    ["one rollout on the other side", rows(30, 4, "a", spread), { after: rows(30, 1, "b", spread) }, "single_rollout"],
    ["no shared tasks", rows(30, 4, "a", spread), { after: [] }, "too_few_tasks"],
  ])("cannot tell with %s", (_, given, options, code) => {
    const report = taskOrRollouts(given, options);
    expect(report).toMatchObject({ answer: null, components: null, plans: [] });
    expect(report.notes[0]?.code).toBe(code);
    expect(`${report}`).toContain("cannot be told");
  });

  test("refuses bad options", () => {
    expect(() => taskOrRollouts([], { taskCost: -1 })).toThrow(OptionError);
    expect(() => taskOrRollouts([], { effect: 1e-200 })).toThrow(OptionError);
    expect(() => taskOrRollouts([], { tasksCost: 1 } as object)).toThrow(/taskCost/);
  });
});

test("what is no list of rows is refused in its own name", () => {
  expect(() => taskOrRollouts("rows.jsonl" as unknown as [])).toThrow("taskOrRollouts: `rows` must be");
  expect(() => taskOrRollouts([], { after: 3 as unknown as [] })).toThrow("taskOrRollouts: `after` must be");
});
