/**
 * How often 95% intervals of pass@1 cover the truth when tasks come in clusters of one to five that share a rate:
 * with tasks taken as independent, with `clusterBy`, and with the cluster-robust t interval.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/coverage/clusters.ts [trials, default 4000]
 *
 * Prints a table of docs/statistics/coverage.md. Exit code 1 when the recommended interval over clusters covers less
 * than 92.5% in a cell.
 */

import { derive, type Interval } from "../../packages/core/src/index.js";
import { passAt } from "../../packages/stats/src/pass-at/pass-at.js";
import { countArgument } from "../count-argument.js";
import { type Cell, CellTally, coverageOf, LEAST_COVERAGE, printCells } from "./cell-tally.js";
import { betaTasks, CORRELATION } from "./task-runs.js";

const TRIALS = countArgument("TRIALS", 4000);
const MOST_TASKS = 5;
const ROLLOUTS = 4;
const INDEPENDENT = "recommended, clusters ignored";
const ROBUST = "cluster-robust t";
const CHOSEN = "recommended, clusterBy";

function cell(mean: number, clusters: number): Cell {
  const population = betaTasks(mean, CORRELATION);
  const stream = derive(0, "coverage-clusters", mean, clusters);
  const tally = new CellTally(mean);
  for (let trial = 0; trial < TRIALS; trial++) {
    const rows = Array.from({ length: clusters }, (_, cluster) => {
      const rollOut = population.begin(stream);
      return Array.from({ length: (1 + stream.integer(MOST_TASKS)) * ROLLOUTS }, (_row, index) => ({
        scenario_id: `${cluster}/${Math.floor(index / ROLLOUTS)}`,
        reward: rollOut(),
        semantic_cluster: `${cluster}`,
      }));
    }).flat();
    const clustered = passAt(rows, { clusterBy: "semantic_cluster", interval: "t", minK: ROLLOUTS + 1 });
    tally.add(INDEPENDENT, passAt(rows, { minK: ROLLOUTS + 1 }).smallSampleCi95 as Interval);
    tally.add(ROBUST, clustered.ci95 as Interval);
    tally.add(CHOSEN, clustered.smallSampleCi95 as Interval);
  }
  return tally.cell(`${clusters} clusters | ${ROLLOUTS} | ${mean}`);
}

const cells = [5, 10, 20, 50].flatMap((clusters) => [0.5, 0.8, 0.95].map((mean) => cell(mean, clusters)));
printCells(`Clusters of 1 to ${MOST_TASKS} tasks; ${TRIALS} trials a cell`, cells, [INDEPENDENT, ROBUST, CHOSEN]);
process.exitCode = Math.min(...coverageOf(cells, CHOSEN)) >= LEAST_COVERAGE ? 0 : 1;
