/**
 * How often 95% intervals of pass@1 cover the truth on runs that probe each task twice and fill it to k where the two
 * disagree, through `passAt` itself, beside the percentile rule over the means of such groups.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/coverage/probe-then-fill.ts [trials, default 4000]
 *
 * Prints a table of docs/statistics/coverage.md. Exit code 1 when the recommended interval covers less than 92.5% in a
 * cell, or on average less than 94% or more than 97.5%.
 */

import { derive, type Interval } from "../../packages/core/src/index.js";
import { passAt } from "../../packages/stats/src/pass-at/pass-at.js";
import { countArgument } from "../count-argument.js";
import { type Cell, CellTally, coverageOf, printCells, printSummary, verdict } from "./cell-tally.js";
import { betaTasks, CORRELATION, type Population, probeThenFill } from "./task-runs.js";

const TRIALS = countArgument("TRIALS", 4000);
/** Percentiles are slower and far off; they are tried in one trial of so many. */
const PERCENTILES_ONE_IN = 4;
const NAIVE = "percentile of group means";
const PRINTED = "percentile of probes (printed)";
const CHOSEN = "recommended";

function cell(population: Population, tasks: number, k: number): Cell {
  const stream = derive(0, "coverage-probe", population.name, tasks, k);
  const tally = new CellTally(population.mean);
  const sampling_plan = { policy: "probe" as const, probe: 2, k };
  // pass@1 alone: the k-way numbers have their own intervals, whose refits would take most of the time.
  const options = { minK: k + 1 };
  for (let trial = 0; trial < TRIALS; trial++) {
    const rows = probeThenFill(population, tasks, k, stream).flatMap((rewards, task) =>
      rewards.map((reward) => ({ scenario_id: `${task}`, reward, sampling_plan })),
    );
    tally.add(CHOSEN, passAt(rows, { ...options, interval: "recommended" }).ci95 as Interval);
    if (trial % PERCENTILES_ONE_IN !== 0) continue;
    const naive = rows.map(({ scenario_id, reward }) => ({ scenario_id, reward }));
    tally.add(NAIVE, passAt(naive, options).ci95 as Interval);
    tally.add(PRINTED, passAt(rows, options).ci95 as Interval);
  }
  return tally.cell(`${tasks} | ${k} | ${population.mean}`);
}

const cells = [5, 10, 20, 50, 200].flatMap((tasks) =>
  [4, 8].flatMap((k) => [0.5, 0.8, 0.95].map((mean) => cell(betaTasks(mean, CORRELATION), tasks, k))),
);
const names = [NAIVE, PRINTED, CHOSEN];
printCells(`Probe twice, fill to k where the two disagree; ${TRIALS} trials a cell`, cells, names);
printSummary("Over all cells", cells, { names, against: PRINTED });
verdict(coverageOf(cells, CHOSEN));
