import { derive, signFlipP } from "@whileai/core";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { type Stratum, stratifiedExactP } from "../inference/stratified-exact-p.js";
import { twoSamplePermutationP } from "../inference/two-sample-permutation-p.js";
import { type TaskRollouts, twoSampleRolloutsP } from "../inference/two-sample-rollouts-p.js";
import type { TaskCount } from "./cell-board.js";
import { compareWithRest } from "./rest-comparison.js";

const stratum = (inside: number, insideEvents: number, all: number, allEvents: number): Stratum => ({
  inside,
  insideEvents,
  all,
  allEvents,
});
const rollouts = (events: number, size: number): TaskRollouts => ({ events, rollouts: size });
const count = (failures: number, graded: number): TaskCount => ({ failures, graded });

test.each<[string, Stratum[], number]>([
  ["four cups of eight, three right", [stratum(4, 3, 8, 4)], 34 / 70],
  ["four cups of eight, all right", [stratum(4, 4, 8, 4)], 2 / 70],
  ["two tasks, both failures inside", [stratum(1, 1, 4, 1), stratum(1, 1, 4, 1)], 1 / 16],
  ["tasks that all pass, or lie inside", [stratum(2, 0, 8, 0), stratum(3, 2, 3, 2)], 1],
  ["no tasks", [], 1],
])("dealing failures out in %s", (_, strata, p) => {
  expect(stratifiedExactP(strata).p).toBeCloseTo(p, 12);
});

/** Deals failures out in all ways. */
function byEnumeration(strata: readonly Stratum[]): number {
  const centre = strata.reduce((sum, { inside, all, allEvents }) => sum + (inside * allEvents) / all, 0);
  const observed = strata.reduce((sum, { insideEvents }) => sum + insideEvents, 0);
  let [far, ways] = [0, 0];
  const visit = (index: number, failures: number): void => {
    const one = strata[index];
    if (one === undefined) {
      ways++;
      if (Math.abs(failures - centre) >= Math.abs(observed - centre) - 1e-9) far++;
      return;
    }
    for (let set = 0; set < 2 ** one.all; set++) {
      const chosen = [...set.toString(2)].filter((bit) => bit === "1").length;
      const within = [...(set % 2 ** one.inside).toString(2)].filter((bit) => bit === "1").length;
      if (chosen === one.allEvents) visit(index + 1, failures + within);
    }
  };
  visit(0, 0);
  return far / ways;
}

const anyStratum = fc
  .record({ all: fc.integer({ min: 2, max: 5 }), inside: fc.nat(4), failures: fc.nat(5), within: fc.nat(5) })
  .map(({ all, inside, failures, within }) => {
    const size = 1 + (inside % (all - 1));
    const allEvents = failures % (all + 1);
    const least = Math.max(0, size + allEvents - all);
    return stratum(size, least + (within % (Math.min(size, allEvents) - least + 1)), all, allEvents);
  });

it("is the share of all ways to deal failures out, whatever the order of the tasks", () => {
  fc.assert(
    fc.property(fc.array(anyStratum, { minLength: 1, maxLength: 3 }), (strata) => {
      const { p } = stratifiedExactP(strata);
      expect(p).toBeCloseTo(byEnumeration(strata), 9);
      expect(stratifiedExactP([...strata].reverse()).p).toBe(p);
    }),
  );
});

it("goes over to the normal distribution where tasks are huge", () => {
  const big = Array.from({ length: 30 }, () => stratum(4000, 2030, 8000, 4000));
  const { p, excess } = stratifiedExactP(big);
  expect(excess).toBe(900);
  const spread = Math.sqrt((30 * (4000 * 4000 * 4000 * 4000)) / (8000 * 8000 * 7999));
  expect(p).toBeLessThan(0.0001);
  expect(stratifiedExactP([...big.slice(1), stratum(4000, 2000 - 870 + Math.round(spread), 8000, 4000)]).p).toBeCloseTo(
    0.317,
    1,
  );
});

it("flips signs where both sides have as many rollouts, and takes the larger p where they have not", () => {
  const differences = [0.5, 1, 1, 0.5, 1, 1, 0.5, 1];
  const even = new Map(differences.map((rate, task) => [`${task}`, count(rate * 2, 2)]));
  const all = new Map(differences.map((rate, task) => [`${task}`, count(rate * 2, 4)]));
  expect(compareWithRest(even, all, 5).pValue).toBe(signFlipP(differences).p);

  // One rollout of eight, which fails now and then: flipping takes three lone failures for news.
  const lone = new Map(Array.from({ length: 30 }, (_, task) => [`${task}`, count(task < 3 ? 1 : 0, 1)]));
  const whole = new Map(Array.from({ length: 30 }, (_, task) => [`${task}`, count(task < 6 ? 1 : 0, 8)]));
  const strata = [...whole].map(([task, { failures, graded }]) =>
    stratum(1, lone.get(task)?.failures ?? 0, graded, failures),
  );
  const flipped = signFlipP([...Array(3).fill(1), ...Array(3).fill(-1 / 7), ...Array(24).fill(0)]).p;
  const { p } = stratifiedExactP(strata);
  expect(compareWithRest(lone, whole, 5).pValue).toBe(Math.max(p, flipped));
});

it("says nothing where the tasks and the rollouts point apart", () => {
  const inside = new Map<string, TaskCount>();
  const all = new Map<string, TaskCount>();
  for (let task = 0; task < 5; task++) {
    // Tasks of few rollouts lean one way; one with many leans the other.
    inside.set(`${task}`, task === 0 ? count(0, 100) : count(1, 1));
    all.set(`${task}`, task === 0 ? count(40, 140) : count(1, 3));
  }
  expect(compareWithRest(inside, all, 5)).toMatchObject({ comparison: "paired", pValue: 1 });
});

it("deals tasks out as they are where both sides have about as many rollouts a task", () => {
  const all = new Map([1, 1, 2, 0, 1, 4, 4, 3, 4, 4].map((failures, task) => [`${task}`, count(failures, 4)]));
  const inside = new Map([...all].slice(5));
  const { p } = twoSamplePermutationP([0.25, 0.25, 0.5, 0, 0.25], [1, 1, 0.75, 1, 1]);
  expect(compareWithRest(inside, all, 5)).toMatchObject({ comparison: "two_sample", pValue: p });
});

it("does not take tasks of one rollout for better ones because each passes or fails", () => {
  const stream = derive(3, "even agent");
  const trial = (): number => {
    const rolled = (size: number) =>
      rollouts(Array.from({ length: size }, () => stream.uniform() < 0.1).filter(Boolean).length, size);
    return twoSampleRolloutsP(
      Array.from({ length: 8 }, () => rolled(1)),
      Array.from({ length: 32 }, () => rolled(8)),
    ).p;
  };
  const found = Array.from({ length: 60 }, trial).filter((p) => p <= 0.05);
  // As they are, more than a third of such trials have p under 0.05.
  expect(found.length).toBeLessThan(8);
});

it("finds what is far apart with two rollouts a task beside eight, in any order of the tasks", () => {
  const one = Array.from({ length: 8 }, (_, task) => rollouts(1 + (task % 2), 2));
  const other = Array.from({ length: 30 }, (_, task) => rollouts(task % 3 === 0 ? 1 : 0, 8));
  const { p, method } = twoSampleRolloutsP(one, other);
  expect(method).toBe("bounded");
  expect(p).toBeLessThan(0.01);
  expect(twoSampleRolloutsP([...one].reverse(), [...other].reverse()).p).toBe(p);
  expect(twoSampleRolloutsP(other, one).p).toBe(p);
});
