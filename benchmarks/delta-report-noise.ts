/**
 * How often `deltaReport` says that something moved when three runs a side are compared: of one agent, where every move
 * is false, and of two whose pass rates differ. Runs drift: each run's rates are shifted by a normal amount of its own.
 * "interval and p" is the comparison without a noise band, "t" and "twice" are the two bands alone, "max" is the default.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/delta-report-noise.ts [trials, default 1000]
 */

import { derive, type RandomStream, type Row } from "../packages/core/src/index.js";
import { type BandRule, deltaReport } from "../packages/stats/src/index.js";
import { countArgument } from "./count-argument.js";
import { normal } from "./random-draws.js";

const TRIALS = countArgument("TRIALS", 1000);
const RUNS = 3;
const ROLLOUTS = 2;
const TASKS = [10, 20, 50];
/** Standard deviation of a run's shift, and the true gain. */
const CELLS = [
  { drift: 0, gain: 0 },
  { drift: 0.03, gain: 0 },
  { drift: 0.06, gain: 0 },
  { drift: 0, gain: 0.15 },
  { drift: 0.03, gain: 0.15 },
  { drift: 0.03, gain: 0.3 },
];
const BANDS: readonly BandRule[] = ["t", "twice", "max"];

/** Three runs over tasks with these pass rates. */
function side(stream: RandomStream, rates: readonly number[], drift: number): Row[] {
  return Array.from({ length: RUNS }, (_, run) => {
    const shift = drift * normal(stream);
    return rates.flatMap((rate, task) =>
      Array.from({ length: ROLLOUTS }, (_, rollout) => ({
        scenario_id: `t${task}`,
        rollout_index: rollout,
        reward: stream.uniform() < rate + shift ? 1 : 0,
        final_text: `reply ${run} ${task} ${rollout}`,
        lineage: { eval_run: run },
      })),
    );
  }).flat();
}

console.log("| drift | gain | tasks | interval and p | t | twice | max |\n|---|---|---|---|---|---|---|");
for (const { drift, gain } of CELLS)
  for (const tasks of TASKS) {
    const counts = { plain: 0, t: 0, twice: 0, max: 0 };
    for (let trial = 0; trial < TRIALS; trial++) {
      const stream = derive(trial, "delta-report-noise", drift, gain, tasks);
      const rates = Array.from({ length: tasks }, () => 0.2 + 0.5 * stream.uniform());
      const before = side(stream, rates, drift);
      const gained = rates.map((rate) => rate + gain);
      const after = side(stream, gained, drift);
      for (const bandRule of BANDS) {
        const { headlineVerdict, metrics } = deltaReport(before, after, { bandRule });
        if (headlineVerdict.startsWith("moved")) counts[bandRule]++;
        if (bandRule === "max" && metrics.get("pass_at_1")?.verdict !== "no_difference_detected") counts.plain++;
      }
    }
    const share = (count: number) => `${((100 * count) / TRIALS).toFixed(1)}%`;
    const cells = [drift, gain, tasks, share(counts.plain), share(counts.t), share(counts.twice), share(counts.max)];
    console.log(`| ${cells.join(" | ")} |`);
  }
