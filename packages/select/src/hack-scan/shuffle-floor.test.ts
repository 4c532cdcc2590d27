import { derive } from "@whileai/core";
import { expect, test } from "vitest";
import { type Column, dot, makeColumn } from "./column.js";
import { gradedRows } from "./graded-rows.js";
import { shuffleFloor, shuffleInside } from "./shuffle-floor.js";

const stream = derive(1, "floor");
const graded = gradedRows(
  Array.from({ length: 48 }, (_, index) => ({
    prompt: `ask ${index >> 3}`,
    rollout_id: `r${index}`,
    final_text: `reply ${index}`,
    reward: stream.uniform(),
  })),
);
const columns = Array.from({ length: 5 }, (_, index) => {
  const values = Float64Array.from(graded.rows, () => stream.uniform());
  return makeColumn({ name: `c${index}`, rows: Int32Array.from(values.keys()), values }, graded) as Column;
});

/** The strongest |rho| of each shuffle, the weakest first. */
function strongestOfEach(permutations: number): number[] {
  const shuffles = derive(2, "shuffles");
  const shuffled = graded.centred.slice();
  const scale = Math.sqrt(graded.squares);
  return Array.from({ length: permutations }, () => {
    shuffleInside(shuffled, graded.starts, shuffles);
    return Math.max(...columns.map((column) => Math.abs(dot(column, shuffled)) / (column.norm * scale)));
  }).sort((left, right) => left - right);
}

test.each([
  [99, 0.05, 95],
  [50, 0.05, 49],
  [19, 0.05, 19],
  [39, 0.1, 36],
  [4, 0.2, 4],
  [20, 1, 1],
])(
  "of %d shuffles at %d the floor is number %d, so that chance passes it in no more",
  (permutations, alpha, number) => {
    const settings = { permutations, alpha, floor: "refit" as const, seeds: 12 };
    const tau = shuffleFloor(columns, null, graded, settings, derive(2, "shuffles"));
    expect(tau).toBe(strongestOfEach(permutations)[number - 1]);
    // The chance that one more shuffle is above the number-th of them.
    expect((permutations + 1 - number) / (permutations + 1)).toBeLessThanOrEqual(alpha + 1e-12);
  },
);

test("the fixed floor is the lower one of the Python package", () => {
  const settings = { permutations: 50, alpha: 0.05, floor: "fixed" as const, seeds: 12 };
  expect(shuffleFloor(columns, null, graded, settings, derive(2, "shuffles"))).toBe(strongestOfEach(50)[47]);
});

test("rewards stay in their asks", () => {
  const vector = graded.reward.slice();
  shuffleInside(vector, graded.starts, derive(3, "inside"));
  expect(vector).not.toEqual(graded.reward);
  for (let ask = 0; ask < 6; ask++) {
    const of = (values: Float64Array) => [...values.subarray(8 * ask, 8 * ask + 8)].sort();
    expect(of(vector)).toEqual(of(graded.reward));
  }
});
