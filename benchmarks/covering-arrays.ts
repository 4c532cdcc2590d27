/**
 * Sizes of `coveringArray()` beside the fewest rows there can be and the sizes PICT publishes for its own arrays
 * (pairwise.org, "Efficiency"), each checked by `coverageOf()`, which shares no code with it. Seconds are processor time.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/covering-arrays.ts
 */

import { coverageOf } from "../packages/simulate/src/plan/coverage-of.js";
import { coveringArray } from "../packages/simulate/src/plan/covering-array.js";

const times = (count: number, levels: number): number[] => Array<number>(count).fill(levels);

interface Model {
  readonly name: string;
  readonly levels: readonly number[];
  readonly strength: 2 | 3;
  /** PICT's size where it is published. */
  readonly pict?: number;
  /** What the array must not exceed. */
  readonly most: number;
}

const axes = (name: string, levels: readonly number[], most: number, strength: 2 | 3 = 2): Model => ({
  name,
  levels,
  strength,
  most,
});

const models: readonly Model[] = [
  { name: "3^4", levels: times(4, 3), strength: 2, pict: 9, most: 9 },
  { name: "3^13", levels: times(13, 3), strength: 2, pict: 18, most: 18 },
  {
    name: "4^15 3^17 2^29",
    levels: [...times(15, 4), ...times(17, 3), ...times(29, 2)],
    strength: 2,
    pict: 37,
    most: 37,
  },
  { name: "4 3^39 2^35", levels: [4, ...times(39, 3), ...times(35, 2)], strength: 2, pict: 27, most: 27 },
  { name: "2^100", levels: times(100, 2), strength: 2, pict: 15, most: 15 },
  { name: "10^20", levels: times(20, 10), strength: 2, pict: 210, most: 210 },
  axes("order: 1 tool, no rule", [3, 1, 10, 6, 5, 5], 61),
  axes("shop: 4 tools, 5 rules", [6, 5, 10, 6, 5, 5], 61),
  axes("bank: 6 tools, 4 rules", [8, 4, 10, 6, 5, 5], 81),
  axes("coding: 5 tools, 2 rules", [7, 2, 10, 6, 5, 5], 71),
  axes("weather: 1 tool, no id", [3, 1, 10, 1, 5, 5], 51),
  axes("40 tools, 16 rules", [42, 16, 10, 6, 5, 5], 685),
  axes("order, triples", [3, 1, 10, 6, 5, 5], 360, 3),
  axes("shop, triples", [6, 5, 10, 6, 5, 5], 432, 3),
];

const cell = (text: string | number, width = 9): string => String(text).padStart(width);

console.log(
  `${"model".padEnd(28)}${["rows", "at least", "PICT", "seconds", "covered"].map((head) => cell(head)).join("")}`,
);
for (const { name, levels, strength, pict, most } of models) {
  const before = process.cpuUsage();
  const { rows } = coveringArray(levels, { strength });
  const { user, system } = process.cpuUsage(before);
  const { fraction } = coverageOf(rows, levels, { strength });
  const bound = [...levels].sort((a, b) => b - a).slice(0, strength).reduce((product, count) => product * count, 1); // biome-ignore format: one thought
  const isFine = fraction === 1 && rows.length <= most;
  console.log(
    name.padEnd(28) +
      cell(rows.length) +
      cell(bound) +
      cell(pict ?? "") +
      cell(((user + system) / 1e6).toFixed(2)) +
      cell(`${fraction * 100}%`) +
      (isFine ? "" : `  more than ${most}`),
  );
  if (!isFine) process.exitCode = 1;
}
