/**
 * How often 95% intervals of pass@1 cover the truth, and how wide they are, for few and many tasks.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/coverage/coverage.ts [trials, default 4000]
 *
 * Prints the tables of docs/statistics/coverage.md. Exit code 1 when the recommended interval covers less than 92.5% in
 * a cell, or on average less than 94% or more than 97.5%.
 */

import { derive, type Interval } from "../../packages/core/src/index.js";
import { passAt } from "../../packages/stats/src/index.js";
import { CANDIDATES, type Candidate } from "./candidates.js";
import { betaTasks, fixedRun, type Population, probeThenFill, twoKinds } from "./task-runs.js";

const TRIALS = Number(process.argv[2] ?? 4000);
const TASKS = [5, 10, 20, 50, 200];
const ROLLOUTS = [1, 4, 8];
const MEANS = [0.5, 0.8, 0.95];
/** Task rates Beta(4 mean, 4 (1 - mean)): two rollouts of one task correlate with 0.2. */
const CORRELATION = 0.2;
const LEAST = 0.925;
const AVERAGE = { least: 0.94, most: 0.975 };
/** Sums of floats stand this far from the truth they are equal to. */
const ROUNDING = 1e-9;

interface Cell {
  readonly label: string;
  readonly coverage: Map<string, number>;
  readonly width: Map<string, number>;
}

function tallyOf(names: readonly string[], truth: number) {
  const hits = new Map(names.map((name) => [name, 0]));
  const widths = new Map(names.map((name) => [name, 0]));
  const tried = new Map(names.map((name) => [name, 0]));
  return {
    add(name: string, { low, high }: Interval): void {
      if (low <= truth + ROUNDING && high >= truth - ROUNDING) hits.set(name, (hits.get(name) ?? 0) + 1);
      widths.set(name, (widths.get(name) ?? 0) + high - low);
      tried.set(name, (tried.get(name) ?? 0) + 1);
    },
    cell(label: string): Cell {
      const share = (sums: Map<string, number>) =>
        new Map([...sums].map(([name, sum]) => [name, sum / (tried.get(name) as number)]));
      return { label, coverage: share(hits), width: share(widths) };
    },
  };
}

/** One cell of an eval whose tasks all have k rollouts. */
function fixedCell(population: Population, tasks: number, k: number, candidates: readonly Candidate[]): Cell {
  const stream = derive(0, "coverage", population.name, tasks, k);
  const drawing = derive(0, "coverage-draws", population.name, tasks, k);
  const known = new Map<string, Interval>();
  const tally = tallyOf(
    candidates.map(({ name }) => name),
    population.mean,
  );
  for (let trial = 0; trial < TRIALS; trial++) {
    const means = fixedRun(population, tasks, k, stream).sort((one, other) => one - other);
    const data = { means, k, stream: drawing };
    const seen = means.join();
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

/** One cell of an eval that probes twice and fills to k, through `passAt` itself. */
function probedCell(population: Population, tasks: number, k: number): Cell {
  const stream = derive(0, "coverage-probe", population.name, tasks, k);
  const tally = tallyOf(["percentile of group means", "percentile", "recommended"], population.mean);
  const sampling_plan = { policy: "probe" as const, probe: 2, k };
  for (let trial = 0; trial < TRIALS; trial++) {
    const groups = probeThenFill(population, tasks, k, stream);
    const rows = groups.flatMap((rewards, task) =>
      rewards.map((reward, rollout_index) => ({ scenario_id: `${task}`, rollout_index, reward, sampling_plan })),
    );
    // The k-way numbers are another matter and their refits would take most of the time.
    const report = passAt(rows, { minK: k + 1 });
    const naive = passAt(
      rows.map(({ scenario_id, reward }) => ({ scenario_id, reward })),
      { minK: k + 1 },
    );
    tally.add("percentile of group means", naive.ci95 as Interval);
    tally.add("percentile", report.ci95 as Interval);
    tally.add("recommended", report.smallSampleCi95 as Interval);
  }
  return tally.cell(`${tasks} | ${k} | ${population.mean}`);
}

const percent = (share: number) => (share * 100).toFixed(1);
const average = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const ofCells = (cells: readonly Cell[], name: string) => cells.map(({ coverage }) => coverage.get(name) as number);

function printCells(title: string, cells: readonly Cell[], names: readonly string[]): void {
  console.log(`\n${title}\n`);
  console.log(`| tasks | k | mean | ${names.map((name) => `${name} | width`).join(" | ")} |`);
  console.log(`|${"---:|".repeat(3 + 2 * names.length)}`);
  for (const { label, coverage, width } of cells) {
    const shown = names.map(
      (name) => `${percent(coverage.get(name) as number)} | ${(width.get(name) as number).toFixed(3)}`,
    );
    console.log(`| ${label} | ${shown.join(" | ")} |`);
  }
}

function printSummary(title: string, cells: readonly Cell[], names: readonly string[], against: string): void {
  console.log(`\n${title}\n\n| interval | average | worst cell (tasks, k, mean) | cells below 92.5% | width |`);
  console.log("|---|---:|---|---:|---:|");
  for (const name of names) {
    const covered = ofCells(cells, name);
    const worst = Math.min(...covered);
    const where = cells[covered.indexOf(worst)]?.label.replaceAll(" | ", ", ");
    const below = covered.filter((share) => share < LEAST).length;
    const width = average(cells.map((cell) => (cell.width.get(name) as number) / (cell.width.get(against) as number)));
    console.log(
      `| ${name} | ${percent(average(covered))} | ${percent(worst)} (${where}) | ${below} | ${width.toFixed(3)} |`,
    );
  }
}

const grid = TASKS.flatMap((tasks) => ROLLOUTS.flatMap((k) => MEANS.map((mean) => ({ tasks, k, mean }))));
const names = CANDIDATES.map(({ name }) => name);
const chosen = "recommended";
const wilson = "Wilson, effective n";
const python = names[0] as string;
const error = (share: number) => (100 * Math.sqrt((share * (1 - share)) / TRIALS)).toFixed(1);

const cells = grid.map(({ tasks, k, mean }) => fixedCell(betaTasks(mean, CORRELATION), tasks, k, CANDIDATES));
console.log(`${TRIALS} trials a cell: Monte Carlo error ${error(0.95)} points at 95%, ${error(0.8)} at 80%.`);
printCells("### Coverage in % and mean width", cells, [python, wilson, chosen]);
printSummary("### All candidates, width as a multiple of Wilson's on the effective n", cells, names, wilson);

const quick = CANDIDATES.filter(({ draws = false }) => !draws);
const quickNames = quick.map(({ name }) => name);
const others = [
  { title: "all tasks at one rate (correlation 0)", of: (mean: number) => betaTasks(mean, 0) },
  { title: "correlation 0.5", of: (mean: number) => betaTasks(mean, 0.5) },
  { title: "each task always passes or always fails (correlation 1)", of: (mean: number) => betaTasks(mean, 1) },
  { title: "some always pass, the others at 0.3", of: (mean: number) => twoKinds((mean - 0.3) / 0.7, 0.3) },
];
const further: number[][] = [];
for (const { title, of } of others) {
  const found = grid.map(({ tasks, k, mean }) => fixedCell(of(mean), tasks, k, quick));
  printSummary(`### Elsewhere: ${title}`, found, quickNames, wilson);
  further.push(ofCells(found, chosen));
}

const probed = TASKS.flatMap((tasks) =>
  [4, 8].flatMap((k) => MEANS.map((mean) => probedCell(betaTasks(mean, CORRELATION), tasks, k))),
);
printCells("### Probe twice, fill to k where the two disagree", probed, [
  "percentile of group means",
  "percentile",
  "recommended",
]);

const covered = [...ofCells(cells, chosen), ...ofCells(probed, chosen)];
const overall = average(ofCells(cells, chosen));
const worst = Math.min(...covered);
console.log(
  `\nrecommended: average ${percent(overall)}, worst cell ${percent(worst)}, probed average ${percent(average(ofCells(probed, chosen)))}`,
);
console.log(`recommended elsewhere: worst cells ${further.map((shares) => percent(Math.min(...shares))).join(", ")}`);
process.exitCode = worst >= LEAST && overall >= AVERAGE.least && overall <= AVERAGE.most ? 0 : 1;
