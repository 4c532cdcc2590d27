/**
 * How fast the statistics are: CPU seconds on the files that the Python package is timed on, beside its own seconds in the same run;
 * the exact bootstrap beside scipy's vectorised one; and the memory of ten million streamed rows. Ends with 1 when a target is missed.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/stats-speed.ts [--python PYTHON] [--reference FILE] [--rows N]
 *
 * PYTHON is an interpreter with conformance/statistics/requirements.txt; FILE times the Python package (`gen DIR`, `run DIR`).
 * Without a reference the files are made here, byte for byte alike in what they say, and ours are timed alone.
 * CPU seconds are the best of several calls, as the reference counts them: the machine may be busy.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exactBootstrapMean, type Row } from "../packages/core/src/index.js";
import { compareRuns, createPassAt, deltaReport, passAt } from "../packages/stats/src/index.js";

const ROLLOUTS = 8;
const FEWEST_CALLS = 5;
/** Short calls are repeated for this long, until the engine has compiled them. */
const WARM_SECONDS = 1;
/** Rollouts a task of the streamed rows: as in the files, and as in a large run of one suite. */
const STREAMED = [ROLLOUTS, 100];
const RESAMPLES = 2000;
const MEMORY_MB = 500;

const { values: flags } = parseArgs({
  options: {
    python: { type: "string" },
    reference: { type: "string", default: "../shared/benchmarks/stats_reference.py" },
    rows: { type: "string", default: "10000000" },
    rollouts: { type: "string", default: String(ROLLOUTS) },
    stream: { type: "boolean", default: false },
  },
});

/** The linear congruential stream of the reference. */
function* uniforms(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  while (true) {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

function* benchmarkRows(count: number, seed: number, lift = 0, rollouts = ROLLOUTS): Generator<Row> {
  const [own, shared] = [uniforms(seed), uniforms(99)];
  for (let task = 0; task < Math.floor(count / rollouts); task++) {
    const rate = Math.min(1, 0.1 + 0.8 * shared.next().value + lift);
    for (let rollout = 0; rollout < rollouts; rollout++) {
      yield {
        scenario_id: `s${String(task).padStart(6, "0")}`,
        rollout_index: rollout,
        prompt: `ask ${task}`,
        reward: own.next().value < rate ? 1 : 0,
        final_text: "done",
        finish_reason: "stop",
        judge_status: "ok",
        markers: { honest: own.next().value < 0.9 ? 1 : 0 },
      };
    }
  }
}

if (flags.stream) {
  const tally = createPassAt();
  const before = process.cpuUsage();
  for (const row of benchmarkRows(Number(flags.rows), 1, 0, Number(flags.rollouts))) tally.add(row);
  const report = tally.report();
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({
      nRows: report.nRows,
      nGroups: report.nGroups,
      cpu: (user + system) / 1e6,
      maxRssMb: process.resourceUsage().maxRSS / 1024,
    }),
  );
  process.exit(0);
}

/** CPU seconds of the first call, and of the best one. */
function timed(call: () => unknown): { first: number; best: number } {
  const seconds: number[] = [];
  let spent = 0;
  while (seconds.length < FEWEST_CALLS || spent < WARM_SECONDS) {
    const before = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
    spent += seconds.at(-1) as number;
  }
  return { first: seconds[0] as number, best: Math.min(...seconds) };
}

function python(...args: string[]): string | null {
  if (flags.python === undefined) return null;
  const { status, stdout, stderr } = spawnSync(flags.python, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${flags.python} ${args[0]} ended with ${status}: ${stderr.slice(-1000)}`);
  return stdout;
}

const folder = mkdtempSync(join(tmpdir(), "whileai-speed-"));
const missed: string[] = [];
const untimed: string[] = [];
try {
  const isReferenced = flags.python !== undefined && existsSync(flags.reference);
  if (flags.python === undefined) untimed.push("nothing in Python without --python");
  else if (!isReferenced) untimed.push(`the Python package, as ${flags.reference} is not here`);
  if (isReferenced) python(flags.reference, "gen", folder);
  else {
    const write = (name: string, ...of: Parameters<typeof benchmarkRows>) =>
      writeFileSync(join(folder, name), `${[...benchmarkRows(...of)].map((row) => JSON.stringify(row)).join("\n")}\n`);
    for (const count of [1000, 10_000, 100_000]) write(`rows_${count}.jsonl`, count, count);
    write("before_10000.jsonl", 10_000, 7);
    write("after_10000.jsonl", 10_000, 8, 0.05);
  }
  const load = (name: string): Row[] =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const [before, after] = [load("before_10000.jsonl"), load("after_10000.jsonl")];
  const jobs: { name: string; key: string; call: () => unknown; within?: number; times?: number }[] = [
    ...[1000, 10_000, 100_000].map((count) => {
      const rows = load(`rows_${count}.jsonl`);
      const within = count === 100_000 ? 0.5 : undefined;
      const name = `passAt, ${count.toLocaleString("en")} rows`;
      return { name, key: `pass_at_${count}`, call: () => passAt(rows), times: 40, ...(within && { within }) };
    }),
    {
      name: "compareRuns, 2 x 10,000 rows",
      key: "compare_runs_2x10000",
      call: () => compareRuns(before, after),
      within: 0.1,
      times: 8,
    },
    {
      name: "deltaReport, 2 x 10,000 rows",
      key: "delta_report_2x10000",
      call: () => deltaReport(before, after, { target: "pass_at_1" }),
      within: 0.2,
      times: 40,
    },
  ];
  const ours = jobs.map(({ call }) => timed(call));
  const theirs = isReferenced ? JSON.parse(python(flags.reference, "run", folder) as string) : null;

  const line = (cells: readonly string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(34) : cell.padStart(13))).join(""));
  line(["CPU seconds", "first call", "best call", "target", "Python", "ratio", "target"]);
  for (const [index, { name, key, within, times }] of jobs.entries()) {
    const { first, best } = ours[index] as { first: number; best: number };
    const reference: number | undefined = theirs?.[key].seconds.cpu;
    const ratio = reference === undefined ? undefined : reference / best;
    line([
      name,
      first.toFixed(4),
      best.toFixed(4),
      within === undefined ? "" : `<= ${within}`,
      reference === undefined ? "not run" : reference.toFixed(3),
      ratio === undefined ? "" : `${ratio.toFixed(0)}x`,
      times === undefined ? "" : `>= ${times}x`,
    ]);
    if (within !== undefined && best > within) missed.push(`${name}: ${best} s`);
    if (ratio !== undefined && times !== undefined && ratio < times) missed.push(`${name}: ${ratio.toFixed(1)}x`);
  }

  const SCIPY = `
import json, sys, time, numpy
from scipy.stats import bootstrap
values, best = numpy.array(json.load(open(sys.argv[1]))), 1e9
for _ in range(3):
    start = time.process_time()
    found = bootstrap((values,), numpy.mean, n_resamples=${RESAMPLES}, method="percentile", vectorized=True, rng=1)
    best = min(best, time.process_time() - start)
print(json.dumps({"cpu": best, "low": found.confidence_interval.low, "high": found.confidence_interval.high}))
`;
  console.log("\nThe bootstrap interval of pass@1 over the same task rates, CPU seconds");
  line(["tasks", "exact, ours", "scipy", "ratio"]);
  for (const count of [1000, 10_000, 100_000]) {
    const rates = [...passAt(load(`rows_${count}.jsonl`)).perTask.values()];
    const { best } = timed(() => exactBootstrapMean(rates));
    const path = join(folder, "rates.json");
    writeFileSync(path, JSON.stringify(rates));
    const answer = python("-c", SCIPY, path);
    const scipy = answer === null ? null : (JSON.parse(answer).cpu as number);
    line([
      rates.length.toLocaleString("en"),
      best.toFixed(4),
      scipy === null ? "not run" : scipy.toFixed(4),
      scipy === null ? "" : `${(scipy / best).toFixed(1)}x`,
    ]);
    if (scipy !== null && best > scipy) missed.push(`${rates.length} tasks: slower than scipy`);
  }

  console.log("\nRows streamed through createPassAt(), with the report");
  line(["rollouts a task", "rows", "tasks", "CPU seconds", "peak MB", "target"]);
  for (const rollouts of STREAMED) {
    const child = spawnSync(
      process.execPath,
      [
        ...process.execArgv,
        fileURLToPath(import.meta.url),
        "--stream",
        `--rows=${flags.rows}`,
        `--rollouts=${rollouts}`,
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    );
    const { nRows, nGroups, cpu, maxRssMb } = JSON.parse(child.stdout) as Record<string, number>;
    const cells = [rollouts, nRows, nGroups].map((count) => (count as number).toLocaleString("en"));
    line([...cells, (cpu as number).toFixed(1), (maxRssMb as number).toFixed(0), `<= ${MEMORY_MB}`]);
    if ((maxRssMb as number) > MEMORY_MB)
      missed.push(`memory at ${rollouts} rollouts a task: ${maxRssMb?.toFixed(0)} MB`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const each of missed) console.log(`MISSED  ${each}`);
for (const each of untimed) console.log(`NOT TIMED  ${each}`);
const all = untimed.length === 0 ? "All targets" : "All targets that were timed are";
console.log(missed.length === 0 ? `${all} met.` : `${missed.length} targets missed.`);
process.exitCode = missed.length === 0 ? 0 : 1;
