/**
 * How fast `nearDuplicatePrompts` is, in CPU seconds: prompts as people write them with planted near copies, and the worst
 * case, all prompts from one template. On 2,000 prompts the pairs must be those of comparing all with all. With --python, in
 * the same run, what datasketch's MinHash takes for the same prompts, and how many of the pairs it finds. Ends with 1 when
 * a pair is missed or a target is.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/near-duplicates.ts [--python PYTHON]
 *
 * PYTHON is an interpreter with datasketch 2.0.0.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { derive, fixedText, type Row } from "../packages/core/src/index.js";
import { type NearDuplicatesReport, nearDuplicatePrompts, optimize } from "../packages/select/src/index.js";

const PROMPTS = 20_000;
const COMPARED = 2000;
const CALLS = 5;
/** CPU seconds for 20,000 prompts. */
const TARGET_SECONDS = 2;
const SIMILARITY = 0.8;
/** Share of the time of `optimize` that its report of near duplicates may take. */
const LARGEST_SHARE = 0.1;
const ROLLOUTS = 8;

const { values: flags } = parseArgs({ options: { python: { type: "string" } } });

/** Finds the pairs with datasketch: MinHash with 128 permutations, candidates by LSH, exact similarity of the candidates. */
const DATASKETCH = `
import json, sys, time
from datasketch import MinHash, MinHashLSH
with open(sys.argv[1]) as file:
    prompts = json.load(file)
start = time.process_time()
lsh = MinHashLSH(threshold=${SIMILARITY}, num_perm=128)
sets = [set(prompt.split()) for prompt in prompts]
pairs = 0
for number, words in enumerate(sets):
    sketch = MinHash(num_perm=128)
    sketch.update_batch([word.encode() for word in words])
    for other in lsh.query(sketch):
        both = len(words & sets[other])
        if both >= ${SIMILARITY} * (len(words) + len(sets[other]) - both) - 1e-9:
            pairs += 1
    lsh.insert(number, sketch)
print(json.dumps({"seconds": time.process_time() - start, "pairs": pairs}))
`;

const failures: string[] = [];
const expectThat = (holds: boolean, complaint: string): void => {
  if (holds) return;
  failures.push(complaint);
  console.log(`FAILED ${complaint}`);
};

function cpuSeconds(call: () => void): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function secondsText(seconds: number): string {
  if (!Number.isFinite(seconds)) throw new Error("a time is no number");
  return fixedText(seconds, 3).padStart(8);
}

/** Few words are frequent and many are rare, as in speech; one prompt in ten is a near copy of an earlier one. */
function writtenPrompts(count: number): string[] {
  const stream = derive("near-duplicates-benchmark", "written");
  const words = Array.from({ length: 20_000 }, (_, index) => `w${index.toString(36)}`);
  const word = () => words[Math.floor(words.length ** stream.uniform()) - 1] as string;
  const prompts: string[] = [];
  while (prompts.length < count) {
    if (prompts.length > 10 && stream.uniform() < 0.1) {
      const copy = stream.pick(prompts).split(" ");
      copy[stream.integer(copy.length)] = word();
      prompts.push(copy.join(" "));
    } else prompts.push(Array.from({ length: 15 + stream.integer(30) }, word).join(" "));
  }
  return prompts;
}

/** One template; each slot takes one of `values` values, or a number of its own in each prompt. */
function templatePrompts(count: number, length: number, slots: number, values: number | "own"): string[] {
  const stream = derive("near-duplicates-benchmark", `template ${length} ${slots} ${values}`);
  const template = Array.from({ length }, (_, index) => `t${index}`).join(" ");
  return Array.from({ length: count }, (_, index) => {
    const filled = Array.from(
      { length: slots },
      (_, slot) => `v${slot}x${values === "own" ? index : stream.integer(values)}`,
    );
    return `${template} ${filled.join(" ")}`;
  });
}

function comparedWithAll(prompts: readonly string[]): number {
  const sets = [...new Set(prompts)].map((prompt) => new Set(prompt.split(" ")));
  let pairs = 0;
  for (const [at, one] of sets.entries())
    for (const other of sets.slice(0, at)) {
      let both = 0;
      for (const word of one) if (other.has(word)) both++;
      if (both >= SIMILARITY * (one.size + other.size - both) - 1e-9) pairs++;
    }
  return pairs;
}

const rowsOf = (prompts: readonly string[]): Row[] => prompts.map((prompt) => ({ prompt }));

function measure(
  name: string,
  prompts: readonly string[],
  calls: number,
): { seconds: number; report: NearDuplicatesReport } {
  const rows = rowsOf(prompts);
  let report: NearDuplicatesReport | undefined;
  const seconds = Math.min(
    ...Array.from({ length: calls }, () => cpuSeconds(() => (report = nearDuplicatePrompts(rows)))),
  );
  const found = report as NearDuplicatesReport;
  const pairs = `${found.estimate === null ? "" : "~"}${found.nPairs}`;
  const clusters = `${found.nClusters} (${found.largestCluster})`;
  console.log(`${name.padEnd(62)}${secondsText(seconds)}${pairs.padStart(13)}${clusters.padStart(16)}`);
  return { seconds, report: found };
}

console.log(`${"prompts".padEnd(62)}   CPU s${"pairs".padStart(13)}${"clusters (most)".padStart(16)}`);
const written = writtenPrompts(PROMPTS);
const few = written.slice(0, COMPARED);
const small = measure(`${COMPARED} written`, few, CALLS);
expectThat(
  small.report.nPairs > 0 && small.report.nPairs === comparedWithAll(few),
  "the pairs are not all and only those",
);
const large = measure(`${PROMPTS} written`, written, CALLS);
expectThat(large.report.estimate === null, "the pairs of written prompts were estimated");
const templates: readonly [string, number, number, number | "own"][] = [
  ["a number of its own in each prompt", 9, 1, "own"],
  ["2 slots of 150 values, 25 words", 25, 2, 150],
  ["2 slots of 150 values, 10 words", 10, 2, 150],
  ["3 slots of 150 values, 10 words", 10, 3, 150],
];
const seconds = [large.seconds];
for (const [name, length, slots, values] of templates) {
  const prompts = templatePrompts(PROMPTS, length, slots, values);
  const template = measure(`${PROMPTS} of one template: ${name}`, prompts, 3);
  seconds.push(template.seconds);
  if (values === "own")
    expectThat(template.report.nPairs === (PROMPTS * (PROMPTS - 1)) / 2, "not every pair of the template was counted");
}
measure("100000 of one template: 3 slots of 150 values, 25 words", templatePrompts(100_000, 25, 3, 150), 1);
expectThat(Math.max(...seconds) <= TARGET_SECONDS, `${PROMPTS} prompts took more than ${TARGET_SECONDS} s`);

const stream = derive("near-duplicates-benchmark", "rewards");
const rollouts: Row[] = written.slice(0, 1250).flatMap((prompt, task) => {
  const skill = stream.uniform();
  return Array.from({ length: ROLLOUTS }, (_, index) => ({
    rollout_id: `${task}-${index}`,
    scenario_id: `t${task}`,
    prompt,
    final_text: `${stream.pick(written)}. Done.`,
    reward: stream.uniform() < skill ? 1 : 0,
  }));
});
const best = (call: () => void): number => Math.min(...Array.from({ length: CALLS }, () => cpuSeconds(call)));
const whole = best(() => optimize(rollouts, { mode: "rl", target: rollouts.length }));
const part = best(() => nearDuplicatePrompts(rollouts));
console.log(
  `\noptimize, ${rollouts.length} rows:${secondsText(whole)} s; near duplicates of as many rows:${secondsText(part)} s (${fixedText((100 * part) / whole, 1)}%)`,
);
expectThat(part <= LARGEST_SHARE * whole, "near duplicates take more than a tenth of optimize");

if (flags.python !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), "near-duplicates-"));
  const file = join(folder, "prompts.json");
  writeFileSync(file, JSON.stringify([...new Set(written)]));
  const run = spawnSync(flags.python, ["-c", DATASKETCH, file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if (run.status !== 0) throw new Error(`datasketch failed: ${run.stderr}`);
  const theirs = JSON.parse(run.stdout) as { seconds: number; pairs: number };
  console.log(
    `datasketch, ${PROMPTS} written:${secondsText(theirs.seconds)} s, ${theirs.pairs} of ${large.report.nPairs} pairs; ours is ${fixedText(theirs.seconds / large.seconds, 1)} times as fast`,
  );
}
console.log(failures.length === 0 ? "\nall as it must be" : `\n${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
