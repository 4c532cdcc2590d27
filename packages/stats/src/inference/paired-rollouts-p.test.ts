import { signFlipP } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairedRolloutsP } from "./paired-rollouts-p.js";
import { type Stratum, stratifiedExactP } from "./stratified-exact-p.js";

const task = fc.record({ a: fc.integer({ min: 1, max: 8 }), b: fc.integer({ min: 1, max: 8 }) }).chain(({ a, b }) =>
  fc.record({
    a: fc.constant(a),
    b: fc.constant(b),
    ofA: fc.integer({ min: 0, max: a }),
    ofB: fc.integer({ min: 0, max: b }),
  }),
);
type Task = { a: number; b: number; ofA: number; ofB: number };
const differenceOf = ({ a, b, ofA, ofB }: Task) => ofB / b - ofA / a;
const stratumOf = ({ a, b, ofA, ofB }: Task): Stratum => ({
  inside: b,
  insideEvents: ofB,
  all: a + b,
  allEvents: ofA + ofB,
});
const pOf = (tasks: readonly Task[]) => pairedRolloutsP(tasks.map(differenceOf), tasks.map(stratumOf));
const mirrored = ({ a, b, ofA, ofB }: Task): Task => ({ a: b, b: a, ofA: ofB, ofB: ofA });

describe("pairedRolloutsP", () => {
  test("is the sign flip where both sides have as many rollouts", () => {
    const tasks = [1, 2, 3, 4, 5, 6].map(() => ({ a: 4, b: 4, ofA: 1, ofB: 2 }));
    expect(pOf(tasks)).toEqual(signFlipP(tasks.map(differenceOf)));
  });

  test("is stricter where one rollout stands beside eight and nearly all pass", () => {
    // Of 30 tasks six have one failure among their eight: each looks like a small loss, and the sign flip counts six of six.
    const tasks = Array.from({ length: 30 }, (_, index) => ({ a: 1, b: 8, ofA: 1, ofB: index < 6 ? 7 : 8 }));
    expect(signFlipP(tasks.map(differenceOf)).p).toBe(0.03125);
    // Each failure falls on the one rollout of a with chance 1/9: none of six, (8/9)^6 = 0.493, and all as far the other way.
    const { p, method } = pOf(tasks);
    expect(method).toBe("stratified");
    expect(p).toBeGreaterThan(0.49);
  });

  test("the order of the tasks and which side is which change no digit, and it is never below the sign flip", () => {
    fc.assert(
      fc.property(fc.array(task, { minLength: 1, maxLength: 12 }), (tasks) => {
        const { p } = pOf(tasks);
        expect(pOf([...tasks].reverse()).p).toBe(p);
        expect(pOf(tasks.map(mirrored)).p).toBe(p);
        expect(p).toBeGreaterThanOrEqual(signFlipP(tasks.map(differenceOf)).p);
        expect(p).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });
});

// From whole-number binomials.
test.each([
  [600, 24, 0.16584432697053839],
  [2000, 45, 0.15471887839930137],
])("a task of %i rollouts a side has its p-value: no chance leaves the range of doubles", (n, more, p) => {
  const stratum = { inside: n, insideEvents: n / 2 + more, all: 2 * n + 1, allEvents: n + more };
  expect(stratifiedExactP([stratum]).p).toBeCloseTo(p, 10);
});
