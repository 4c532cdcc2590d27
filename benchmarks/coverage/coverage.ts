/**
 * How often 95% intervals of pass@1 cover the truth, and how wide they are, for few and many tasks.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/coverage/coverage.ts [trials, default 4000]
 *
 * Prints tables of docs/statistics/coverage.md. Exit code 1 when the recommended interval covers less than 92.5% in a
 * cell, or on average less than 94% or more than 97.5%.
 */

import { derive, type Interval } from "../../packages/core/src/index.js";
import { countArgument } from "../count-argument.js";
import { CANDIDATES, type Candidate, taskMeans } from "./candidates.js";
import { type Cell, CellTally, coverageOf, printCells, printSummary, verdict } from "./cell-tally.js";
import { betaTasks, CORRELATION, fixedRun, type Population, twoKinds } from "./task-runs.js";

const TRIALS = countArgument("TRIALS", 4000);
const GRID = [5, 10, 20, 50, 200].flatMap((tasks) =>
  [1, 4, 8].flatMap((k) => [0.5, 0.8, 0.95].map((mean) => ({ tasks, k, mean }))),
);
const PYTHON = "percentile, 2000 draws (Python)";
const WILSON = "Wilson, effective n";
const CHOSEN = "recommended";

/** Other populations, for an interval that is not made for one; and the candidates that come near there. */
const ELSEWHERE = [
  { title: "all tasks at one rate (correlation 0)", of: (mean: number) => betaTasks(mean, 0) },
  { title: "correlation 0.5", of: (mean: number) => betaTasks(mean, 0.5) },
  { title: "each task always passes or always fails (correlation 1)", of: (mean: number) => betaTasks(mean, 1) },
  { title: "some always pass, the others at 0.3", of: (mean: number) => twoKinds((mean - 0.3) / 0.7, 0.3) },
];
const NEAR = ["t with two pseudo-tasks", WILSON, "Clopper-Pearson, effective n", CHOSEN];

function cell(
  population: Population,
  { tasks, k }: { readonly tasks: number; readonly k: number },
  candidates: readonly Candidate[],
  trials: number,
): Cell {
  const stream = derive(0, "coverage", population.name, tasks, k);
  const drawing = derive(0, "coverage-draws", population.name, tasks, k);
  const known = new Map<string, Interval>();
  const tally = new CellTally(population.mean);
  for (let trial = 0; trial < trials; trial++) {
    const means = fixedRun(population, tasks, k, stream).sort((one, other) => one - other);
    const data = taskMeans(means, k, drawing);
    const counts = new Array<number>(k + 1).fill(0);
    for (const value of means) counts[Math.round(value * k)] = (counts[Math.round(value * k)] as number) + 1;
    const seen = counts.join();
    for (const { name, draws = false, oneIn = 1, interval } of candidates) {
      if (trial % oneIn !== 0) continue;
      const key = `${name} ${seen}`;
      const found = draws ? interval(data) : (known.get(key) ?? interval(data));
      if (!draws) known.set(key, found);
      tally.add(name, found);
    }
  }
  return tally.cell(`${tasks} | ${k} | ${population.mean}`);
}

const error = (share: number) => (100 * Math.sqrt((share * (1 - share)) / TRIALS)).toFixed(1);
console.log(`${TRIALS} trials a cell: Monte Carlo error ${error(0.95)} points at 95%, ${error(0.8)} at 80%.`);

const cells = GRID.map((size) => cell(betaTasks(size.mean, CORRELATION), size, CANDIDATES, TRIALS));
printCells("Coverage in % and mean width", cells, [PYTHON, WILSON, CHOSEN]);
const names = CANDIDATES.map(({ name }) => name);
printSummary("All candidates, width as a multiple of Wilson's", cells, { names, against: WILSON });

for (const { title, of } of ELSEWHERE) {
  const near = CANDIDATES.filter(({ name }) => NEAR.includes(name));
  const found = GRID.map((size) => cell(of(size.mean), size, near, TRIALS / ELSEWHERE.length));
  printSummary(`Elsewhere: ${title}`, found, { names: NEAR, against: WILSON });
}
verdict(coverageOf(cells, CHOSEN));
