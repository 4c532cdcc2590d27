import fc from "fast-check";
import { expect, test } from "vitest";
import { createPassAt } from "./create-pass-at.js";
import { type Outcome, type PlaceInTask, TaskTallies } from "./task-tallies.js";

type Rollout = Outcome & PlaceInTask;

const outcome: fc.Arbitrary<Rollout> = fc
  .record({
    reward: fc.constantFrom(0, 1, 0.25, 0.5, null),
    rolloutIndex: fc.constantFrom(null, 0, 1, 31, 32, 33, 5000, 70_000, Number.MAX_SAFE_INTEGER),
    run: fc.constantFrom("", "0", "1"),
  })
  .map((row) => ({ ...row, label: row.reward === 0 || row.reward === 1 ? row.reward : null, plan: null }));

/** The same counts from all rows at once, as a reference that shares no code. */
function counted(rows: readonly Rollout[]) {
  const graded = new Map<unknown, Rollout>();
  const ungraded = new Set<unknown>();
  for (const [place, row] of rows.entries()) {
    const rollout = row.rolloutIndex === null ? place : `${row.run}/${row.rolloutIndex}`;
    if (row.reward === null) ungraded.add(rollout);
    else if (!graded.has(rollout)) graded.set(rollout, row);
  }
  const kept = [...graded.values()];
  const labels = kept.filter(({ label }) => label !== null);
  return {
    passSum: { sum: labels.filter(({ label }) => label === 1).length, count: labels.length },
    rewardSum: { sum: kept.reduce((sum, { reward }) => sum + (reward ?? 0), 0), count: kept.length },
    nMissing: kept.length - labels.length + [...ungraded].filter((rollout) => !graded.has(rollout)).length,
  };
}

test("tallies are what all rows of a task say, whichever evaluation run and index they name", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), outcome), { maxLength: 60 }), (rows) => {
      const tallies = new TaskTallies();
      for (const [key, row] of rows) tallies.add(tallies.number(key), row, row);
      for (const [task, key] of tallies.keys.entries())
        expect({
          passSum: tallies.passSum(task),
          rewardSum: tallies.rewardSum(task),
          nMissing: tallies.nMissing(task),
        }).toEqual(counted(rows.filter(([name]) => name === key).map(([, row]) => row)));
      const firsts = new Map<string, Rollout>();
      const others = rows.filter(([key, row]) => {
        if (row.reward === null || row.rolloutIndex === null) return false;
        const rollout = `${key}/${row.run}/${row.rolloutIndex}`;
        const first = firsts.get(rollout);
        if (first === undefined) firsts.set(rollout, row);
        return first !== undefined && row.label !== null && (row.label === 1) !== (first.label === 1);
      });
      expect(tallies.nContradicting).toBe(others.length);
    }),
  );
});

test("rewards sum to the same number in any order", () => {
  const reward = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(fc.array(reward, { minLength: 2, maxLength: 12 }), (rewards) => {
      const sumOf = (values: readonly number[]) => {
        const tallies = new TaskTallies();
        const task = tallies.number("a");
        for (const value of values) {
          const label = value === 0 || value === 1 ? value : null;
          tallies.add(task, { label, reward: value }, { rolloutIndex: null, run: "", plan: null });
        }
        return tallies.rewardSum(task).sum;
      };
      expect(sumOf([...rewards].reverse())).toBe(sumOf(rewards));
    }),
  );
});

test("a report stands when rows follow it, and the next one has them all", () => {
  const nTasks = 3000;
  const tally = createPassAt();
  for (let task = 0; task < nTasks; task++) tally.add({ scenario_id: `t${task}`, rollout_index: 0, reward: 1 });
  tally.add({ scenario_id: "ungraded", reward: null });
  const first = tally.report();
  expect(tally.report()).toEqual(first);
  tally.add({ scenario_id: "t2999", rollout_index: 1, reward: 0 });
  tally.add({ scenario_id: "ungraded", reward: 1 });
  tally.add({ scenario_id: "new", reward: 0 });
  const second = tally.report();
  expect(first).toMatchObject({ nRows: nTasks, nGroups: nTasks, passAt1: 1 });
  expect([...first.perTask].at(-1)).toEqual(["t2999", 1]);
  expect(second).toMatchObject({ nRows: nTasks + 3, nGroups: nTasks + 2 });
  expect([...second.perTask.keys()].slice(0, 2)).toEqual(["t0", "t1"]);
  expect([...second.perTask.values()].slice(-3)).toEqual([0.5, 1, 0]);
});
