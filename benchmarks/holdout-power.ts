/**
 * How often `compareRuns` says "better" on as many tasks as `holdoutSize` asks for, when the gain is there: it should be
 * close to the 80% that was asked for. Rows are drawn task by task, with code of its own, and compared as a user would.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/holdout-power.ts [trials a cell, default 4000]
 */

import { derive, type RandomStream, type Row } from "../packages/core/src/index.js";
import { compareRuns, holdoutSize } from "../packages/stats/src/index.js";
import { countArgument } from "./count-argument.js";
import { betaRate } from "./random-draws.js";

const TRIALS = countArgument("TRIALS", 4000);
const POWER = { low: 0.78, high: 0.84 };

/** How a change moves a task's rate. Each gives the wanted gain on average. */
type Change = (rate: number, base: number, effect: number, stream: RandomStream) => number;

const repair: Change = (rate, base, effect) => rate + ((1 - rate) * effect) / (1 - base);
/** A few tasks go to 1, the others stay: the same gain on average as `repair`, in fewer tasks. */
const solveSome: Change = (rate, base, effect, stream) => (stream.uniform() < effect / (1 - base) ? 1 : rate);

interface Cell {
  readonly base: number;
  readonly effect: number;
  readonly k: number;
  readonly concentration: number;
  readonly change: Change;
}

function rollouts(task: number, rate: number, k: number, stream: RandomStream): Row[] {
  return Array.from({ length: k }, () => ({ task_id: task, reward: stream.uniform() < rate ? 1 : 0 }));
}

function shareBetter(nTasks: number, cell: Cell): number {
  const { base, effect, k, concentration, change } = cell;
  const stream = derive(0, "holdout-power", base, effect, k, concentration, change.name);
  let better = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const before: Row[] = [];
    const after: Row[] = [];
    for (let task = 0; task < nTasks; task++) {
      const rate = betaRate(stream, base, concentration);
      before.push(...rollouts(task, rate, k, stream));
      after.push(...rollouts(task, change(rate, base, effect, stream), k, stream));
    }
    if (compareRuns(before, after).verdict === "b_better") better++;
  }
  return better / TRIALS;
}

const column = (text: string | number) => String(text).padStart(10);
const header = (names: readonly string[]) => console.log(names.map(column).join(""));

console.log(
  `Share of "better" over ${TRIALS} comparisons, wanted 0.80; task rates Beta(4·base, 4·(1-base)), failures repaired alike.`,
);
header(["base", "effect", "k", "nTasks", "power", "nVerdict", "power"]);
let outside = 0;
const promised = [1, 4, 8].flatMap((k) => [0.05, 0.1, 0.2].map((effect) => ({ base: 0.6, effect, k })));
const further = [0.3, 0.85].map((base) => ({ base, effect: 0.1, k: 4 }));
for (const { base, effect, k } of [...promised, ...further]) {
  const cell = { base, effect, k, concentration: 4, change: repair };
  const { nTasks, nTasksForVerdict } = holdoutSize(effect, { base, k });
  const sized = shareBetter(nTasksForVerdict as number, cell);
  const plain = shareBetter(nTasks, cell);
  if (sized < POWER.low || sized > POWER.high) outside++;
  header([base, effect, k, nTasks, plain.toFixed(3), nTasksForVerdict ?? "", sized.toFixed(3)].map(String));
}

console.log("\nThe same number of tasks where tasks are not as the model has them (base 0.6, effect 0.1, k 4).");
header(["rates", "change", "nVerdict", "power"]);
const others: [string, string, number, Change][] = [
  ["Beta c=1", "repair", 1, repair],
  ["Beta c=2", "repair", 2, repair],
  ["Beta c=20", "repair", 20, repair],
  ["Beta c=4", "some to 1", 4, solveSome],
];
for (const [rates, name, concentration, change] of others) {
  const { nTasksForVerdict } = holdoutSize(0.1);
  const cell = { base: 0.6, effect: 0.1, k: 4, concentration, change };
  header([rates, name, String(nTasksForVerdict), shareBetter(nTasksForVerdict as number, cell).toFixed(3)]);
}

console.log("\nWhere few tasks carry the whole gain, by nTasksForVerdictConcentrated (base 0.6).");
header(["effect", "k", "nVerdict", "power"]);
for (const [k, effect] of [
  [4, 0.1],
  [4, 0.2],
  [8, 0.2],
] as const) {
  const { nTasksForVerdictConcentrated } = holdoutSize(effect, { k });
  const cell = { base: 0.6, effect, k, concentration: 4, change: solveSome };
  const power = shareBetter(nTasksForVerdictConcentrated as number, cell);
  if (power < POWER.low || power > POWER.high) outside++;
  header([effect, k, nTasksForVerdictConcentrated ?? "", power.toFixed(3)].map(String));
}

console.log(`\n${outside} cells outside ${POWER.low}..${POWER.high}`);
process.exitCode = outside === 0 ? 0 : 1;
