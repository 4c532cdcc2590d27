/**
 * How fast rows are selected: CPU seconds of `optimize` with all of its reports, the hack scan included, beside what the
 * Python package took on the same files (recorded) and, with --python, what it takes in this run. Ends with 1 when a
 * count is wrong or a target is missed.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/optimize.ts [--dir DIR] [--python PYTHON] [--sizes 1000,10000]
 *
 * DIR holds rows_1000.jsonl, rows_10000.jsonl and rows_100000.jsonl: graded rollouts, eight to a task. Without it files of
 * the same shape are made here; the recorded seconds are then those of other rows of that shape. PYTHON is an interpreter
 * with whileai 0.131. CPU seconds are the best of several calls, the Python package's those of one, as it has nothing to
 * warm up.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedText, type Row } from "../packages/core/src/index.js";
import { optimize } from "../packages/select/src/index.js";
import { gradedRollouts, ROLLOUTS } from "./graded-rollouts.js";
import { rolloutFlags } from "./rollout-flags.js";

const CALLS = 5;
const COLUMNS = [24, 9, 9, 10, 10, 8, 8];

/** Targets, and the seconds of whileai 0.131 on Python 3.11, one core. */
const RL: Readonly<Record<number, { within: number; recorded: number }>> = {
  1000: { within: 0.2, recorded: 0.81 },
  10000: { within: 0.6, recorded: 5.4 },
  100000: { within: 3, recorded: 47.2 },
};
const SFT: Readonly<Record<number, { within: number; recorded: number }>> = {
  10000: { within: 0.25, recorded: 0.25 },
  100000: { within: 2.3, recorded: 2.3 },
};

const flags = rolloutFlags(ROLLOUTS);

/** Times one call of the Python package on a file and prints its counts. */
const PYTHON_CALL = `
import json, sys, time, warnings
warnings.simplefilter("ignore")
import whileai.simulations as wai
with open(sys.argv[1]) as lines:
    rows = [json.loads(line) for line in lines]
start = time.process_time()
selected, report = wai.optimize(rows, mode=sys.argv[2])
seconds = time.process_time() - start
counts = {name: report.get(name) for name in ("unanimous_groups_dropped", "band_groups_dropped", "n_after_trim")}
print(json.dumps({"seconds": seconds, "kept": len(selected), **counts}))
`;

interface Counts {
  readonly kept: number;
  readonly unanimous?: number;
  readonly band?: number;
  readonly afterTrim?: number;
}

/** The counts an RL selection of clean rows must give, straight from the rewards. */
function countsOf(rows: readonly Row[]): Required<Counts> {
  const passes = new Map<string, number>();
  for (const row of rows) {
    const task = String(row.scenario_id);
    passes.set(task, (passes.get(task) ?? 0) + Number(row.reward));
  }
  const groups = [...passes.values()];
  const unanimous = groups.filter((count) => count === 0 || count === ROLLOUTS).length;
  // 1 of 8 and 7 of 8 lie outside 20% to 80%.
  const band = groups.filter((count) => count === 1 || count === ROLLOUTS - 1).length;
  const afterTrim = (groups.length - unanimous - band) * ROLLOUTS;
  return { kept: Math.min(afterTrim, Math.ceil(1000 / ROLLOUTS) * ROLLOUTS), unanimous, band, afterTrim };
}

function timed<T>(call: () => T): { first: number; best: number; value: T } {
  const seconds: number[] = [];
  let value: T | undefined;
  for (let run = 0; run < CALLS; run++) {
    const before = process.cpuUsage();
    value = call();
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  return { first: seconds[0] as number, best: Math.min(...seconds), value: value as T };
}

function python(file: string, mode: string): (Counts & { seconds: number }) | null {
  if (flags.python === undefined) return null;
  const { status, stdout, stderr } = spawnSync(flags.python, ["-c", PYTHON_CALL, file, mode], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${flags.python} ended with ${status}: ${stderr.slice(-1000)}`);
  const said = JSON.parse(stdout) as Record<string, number>;
  const { seconds, kept, unanimous_groups_dropped, band_groups_dropped, n_after_trim } = said;
  if (!Number.isFinite(seconds) || !Number.isFinite(kept)) throw new Error(`${file}: no seconds from Python`);
  return {
    seconds: seconds as number,
    kept: kept as number,
    unanimous: unanimous_groups_dropped,
    band: band_groups_dropped,
    afterTrim: n_after_trim,
  } as Counts & { seconds: number };
}

const missed: string[] = [];

function expectCounts(name: string, whose: string, counts: Counts, expected: Counts): void {
  for (const field of ["kept", "unanimous", "band", "afterTrim"] as const)
    if (typeof expected[field] === "number" && counts[field] !== expected[field])
      missed.push(`${name}: ${field} is ${counts[field]}, ${whose} ${expected[field]}`);
}

const line = (cells: readonly string[]) =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(COLUMNS[at] as number) : cell.padStart(COLUMNS[at] as number)))
    .join("");
const shown = (seconds: number | undefined, digits = 2) => (seconds === undefined ? "-" : fixedText(seconds, digits));

const folder = flags.dir ?? mkdtempSync(join(tmpdir(), "whileai-optimize-"));
try {
  console.log(line(["CPU seconds", "first", "warm", "recorded", "python", "ratio", "kept"]));
  for (const size of flags.sizes) {
    const file = join(folder, `rows_${size}.jsonl`);
    if (flags.dir === undefined)
      writeFileSync(
        file,
        `${[...gradedRollouts("optimize-benchmark", size)].map((row) => JSON.stringify(row)).join("\n")}\n`,
      );
    const rows: Row[] = readFileSync(file, "utf8")
      .split("\n")
      .filter((text) => text !== "")
      .map((text) => JSON.parse(text));

    const compare = (name: string, mode: "rl" | "sft", call: () => Counts, expected?: Counts) => {
      const target = (mode === "rl" ? RL : SFT)[size];
      const { first, best, value } = timed(call);
      const theirs = python(file, mode);
      if (!Number.isFinite(best) || best <= 0) throw new Error(`${name}: no time was measured`);
      if (expected) expectCounts(name, "the rewards say", value, expected);
      if (theirs) expectCounts(name, "the Python package says", value, theirs);
      if (target && best > target.within) missed.push(`${name}: ${shown(best, 3)} s, wanted ${target.within}`);
      const ratio = theirs ? `${shown(theirs.seconds / best, 1)}x` : "-";
      const cells = [shown(first, 3), shown(best, 3), shown(target?.recorded), shown(theirs?.seconds), ratio];
      console.log(line([name, ...cells, String(value.kept)]));
    };
    const rl = (duplicates: "keep" | "drop") => (): Counts => {
      const { report } = optimize(rows, { duplicates });
      return {
        kept: report.nSelected,
        unanimous: report.unanimousGroupsDropped,
        band: report.bandGroupsDropped,
        afterTrim: report.nAfterTrim,
      };
    };
    const label = size.toLocaleString("en");
    compare(`rl ${label}, drop`, "rl", rl("drop"), countsOf(rows));
    const { best } = timed(rl("keep"));
    if (best > (RL[size]?.within ?? Number.POSITIVE_INFINITY)) missed.push(`rl ${label}, keep: ${shown(best, 3)} s`);
    console.log(line([`rl ${label}, keep`, "", shown(best, 3), "", "", "", ""]));
    compare(`sft ${label}`, "sft", () => ({ kept: optimize(rows, { mode: "sft" }).rows.length }));
  }
} finally {
  if (flags.dir === undefined) rmSync(folder, { recursive: true, force: true });
}
for (const miss of missed) console.error(`MISSED ${miss}`);
process.exit(missed.length === 0 ? 0 : 1);
