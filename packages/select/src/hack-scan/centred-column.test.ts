import { derive } from "@whileai/core";
import { expect, test } from "vitest";
import { measureBeyond } from "./centred-column.js";
import { type Column, makeColumn } from "./column.js";
import { gradedRows } from "./graded-rows.js";

/** Graded rows with columns `a`, `b` and `noise`, and a reward that pays both. */
function made(seed: number) {
  const stream = derive(seed, "beyond");
  const facts = Array.from({ length: 60 }, () => [stream.integer(2), stream.integer(2), stream.uniform()] as const);
  const graded = gradedRows(
    facts.map(([a, b, noise], index) => ({
      prompt: `ask ${index % 7}`,
      rollout_id: `r${index}`,
      final_text: `${a} ${b} ${noise}`,
      reward: a + b + stream.uniform(),
    })),
  );
  const values = graded.texts.map((text) => text.split(" ").map(Number) as [number, number, number]);
  const column = (name: string, read: (each: [number, number, number]) => number) =>
    makeColumn(
      { name, rows: Int32Array.from(values.keys()), values: Float64Array.from(values, read) },
      graded,
    ) as Column;
  return { graded, column, a: column("a", ([a]) => a), b: column("b", ([, b]) => b) };
}

test("beyond one column it is the partial correlation", () => {
  for (let seed = 0; seed < 20; seed++) {
    const { graded, column, a } = made(seed);
    const mixed = column("mixed", ([first, second, noise]) => first + 2 * second + noise);
    const byA = gradedRows(graded.rows.map((row) => ({ ...row, reward: Number(`${row.final_text}`.split(" ")[0]) })));
    const shared = makeColumn({ name: "mixed", rows: mixed.rows, values: mixed.values }, byA)?.rho as number;
    const [own, known] = [mixed.rho as number, a.rho as number];
    const partial = (own - shared * known) / Math.sqrt((1 - shared ** 2) * (1 - known ** 2));
    expect(byA.texts).toEqual(graded.texts);
    expect(measureBeyond([a], graded)(mixed).partial).toBeCloseTo(Math.abs(partial), 10);
  }
});

test("nothing is left of a sum beside what it sums, however often that is named", () => {
  const { graded, column, a, b } = made(1);
  const sum = column("sum", ([first, second]) => 3 * first - second);
  expect(measureBeyond([a], graded)(sum).partial).toBeGreaterThan(0.1);
  expect(measureBeyond([a, b], graded)(sum).partial).toBe(0);
  expect(measureBeyond([a, a, b, sum], graded)(sum).partial).toBe(0);
  expect(measureBeyond([], graded)(sum).partial).toBeCloseTo(Math.abs(sum.rho as number), 10);
});
