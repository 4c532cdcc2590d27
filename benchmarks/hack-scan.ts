/**
 * How fast rewards are scanned for hacks: CPU seconds of `hackScan` (99 shuffles, conjunctions refitted in each) beside what
 * the Python package took on the same files (recorded, 100 shuffles) and, with --python, what it takes in this run; and a
 * training monitor's buffer of 512 rows under 50 shuffles. Ends with 1 when the planted word is not on top or a target is missed.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/hack-scan.ts [--dir DIR] [--python PYTHON] [--sizes 1000,10000]
 *
 * DIR holds rows_1000.jsonl, rows_10000.jsonl and rows_100000.jsonl: graded rollouts, eight to a task, `verified` in most of
 * the passing replies. Without it rows of the same shape are made here; the recorded seconds are then those of other rows
 * of that shape. PYTHON is an interpreter with whileai 0.131. CPU seconds are the best of several calls; the Python
 * package's those of one, as it has nothing to warm up.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedText, type Row } from "../packages/core/src/index.js";
import { hackScan } from "../packages/select/src/hack-scan/hack-scan.js";
import type { HackScanReport } from "../packages/select/src/hack-scan/hack-scan-report.js";
import { gradedRollouts, ROLLOUTS } from "./graded-rollouts.js";
import { rolloutFlags } from "./rollout-flags.js";

const CALLS = 8;
const MEGABYTE = 2 ** 20;
const BUFFER_ROWS = 512;
const BUFFER_SHUFFLES = 50;
const BUFFER_SECONDS = 0.1;
const COLUMNS = [28, 10, 10, 9, 10, 9, 9, 10];

/** Targets, and the seconds of whileai 0.131 on Python 3.11, one core. */
const SCANS: Readonly<Record<number, { within: number; recorded: number | null }>> = {
  1000: { within: 0.3, recorded: 0.3 },
  10000: { within: 1, recorded: 3.6 },
  100000: { within: 10, recorded: null },
};
/** Memory a scan may take beside the rows themselves: so much for the engine, and so much for each row. */
const MEMORY_LEAST = 200 * MEGABYTE;
const BYTES_PER_ROW = 5000;

const flags = rolloutFlags(20 * ROLLOUTS);

const PYTHON_CALL = `
import json, sys, time, warnings
warnings.simplefilter("ignore")
from whileai.simulations.score import hack_scan
with open(sys.argv[1]) as lines:
    rows = [json.loads(line) for line in lines]
start = time.process_time()
report = hack_scan.hack_scan(rows)
print(json.dumps({"seconds": time.process_time() - start, "top": report["top_feature"]}))
`;

function timed<T>(call: () => T): { first: number; best: number; memory: number; value: T } {
  const seconds: number[] = [];
  let memory = 0;
  let value: T | undefined;
  for (let run = 0; run < CALLS; run++) {
    const held = process.memoryUsage.rss();
    const before = process.cpuUsage();
    value = call();
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
    memory = Math.max(memory, process.memoryUsage.rss() - held);
  }
  return { first: seconds[0] as number, best: Math.min(...seconds), memory, value: value as T };
}

function python(file: string): { seconds: number; top: string } | null {
  if (flags.python === undefined) return null;
  const { status, stdout, stderr } = spawnSync(flags.python, ["-c", PYTHON_CALL, file], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${flags.python} ended with ${status}: ${stderr.slice(-1000)}`);
  const said = JSON.parse(stdout) as { seconds: number; top: string };
  if (!Number.isFinite(said.seconds)) throw new Error(`${file}: no seconds from Python`);
  return said;
}

const missed: string[] = [];
const line = (cells: readonly string[]) =>
  console.log(
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(COLUMNS[0] as number) : cell.padStart(COLUMNS[at] as number)))
      .join(""),
  );

function check(name: string, report: HackScanReport, best: number, within: number): void {
  if (!Number.isFinite(best)) throw new Error(`${name}: no seconds were measured`);
  if (report.topFeature !== "contains:verified" || report.regime !== "unendorsed")
    missed.push(`${name}: ${report.topFeature} on top, verdict ${report.regime}`);
  if (best > within) missed.push(`${name}: ${fixedText(best, 2)} s CPU, allowed ${within}`);
}

const made = flags.dir === undefined ? mkdtempSync(join(tmpdir(), "whileai-hack-scan-")) : null;
try {
  line(["CPU seconds", "first", "best", "target", "recorded", "Python", "ratio", "memory MB"]);
  let buffer: Row[] = [];
  for (const size of flags.sizes) {
    const file = join(flags.dir ?? (made as string), `rows_${size}.jsonl`);
    if (made !== null)
      writeFileSync(
        file,
        `${[...gradedRollouts("hack-scan-benchmark", size)].map((row) => JSON.stringify(row)).join("\n")}\n`,
      );
    const rows: Row[] = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text));
    if (buffer.length === 0) buffer = rows.slice(0, BUFFER_ROWS);
    const name = `hackScan, ${size.toLocaleString("en")} rows`;
    const { within, recorded } = SCANS[size] ?? { within: size / 10_000, recorded: null };
    const { first, best, memory, value } = timed(() => hackScan(rows));
    check(name, value, best, within);
    if (memory > MEMORY_LEAST + BYTES_PER_ROW * size)
      missed.push(`${name}: took ${fixedText(memory / MEGABYTE, 0)} MB beside the rows`);
    const theirs = python(file);
    if (theirs !== null && theirs.top !== value.topFeature) missed.push(`${name}: Python has ${theirs.top} on top`);
    const other = theirs?.seconds ?? recorded;
    line([
      name,
      fixedText(first, 3),
      fixedText(best, 3),
      `<= ${within}`,
      recorded === null ? "-" : fixedText(recorded, 2),
      theirs === null ? "not run" : fixedText(theirs.seconds, 2),
      other === null ? "-" : `${fixedText(other / best, 1)}x`,
      fixedText(memory / MEGABYTE, 0),
    ]);
  }
  const name = `${buffer.length} rows, ${BUFFER_SHUFFLES} shuffles`;
  const { first, best, memory, value } = timed(() => hackScan(buffer, { permutations: BUFFER_SHUFFLES }));
  check(name, value, best, BUFFER_SECONDS);
  line([
    name,
    fixedText(first, 3),
    fixedText(best, 3),
    `<= ${BUFFER_SECONDS}`,
    "-",
    "-",
    "-",
    fixedText(memory / MEGABYTE, 0),
  ]);
} finally {
  if (made !== null) rmSync(made, { recursive: true });
}
if (flags.python === undefined)
  console.log("NOT TIMED  the Python package, without --python: ratios are against its recorded seconds");
for (const each of missed) console.log(`MISSED  ${each}`);
console.log(missed.length === 0 ? "All targets met." : `${missed.length} targets missed.`);
process.exitCode = missed.length === 0 ? 0 : 1;
