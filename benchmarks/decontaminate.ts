/**
 * What `decontaminate` finds and costs: planted copies in six scripts, shared preambles with and without setting them aside,
 * variants of one question, and CPU seconds on 100,000 rows against 1,000 eval texts. Ends with 1 when a planted copy is
 * missed, a clean row is flagged or the time is above its target.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/decontaminate.ts [DIR]
 *
 * DIR holds files made elsewhere (train_10000.jsonl, train_100000.jsonl, eval_1000.jsonl; rows {prompt, kind}); without it
 * the rows are made here.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { derive, type Row } from "../packages/core/src/index.js";
import {
  caughtByKind,
  type PlantedRow,
  plantedEvals,
  plantedRows,
  SCRIPTS,
  type Script,
  WordSource,
} from "../packages/select/src/decontaminate/__fixtures__/planted-texts.js";
import { commonLimit } from "../packages/select/src/decontaminate/common-grams.js";
import { decontaminatorOf } from "../packages/select/src/decontaminate/create-decontaminator.js";
import { decontaminate } from "../packages/select/src/decontaminate/decontaminate.js";
import { readDecontaminatorOptions } from "../packages/select/src/decontaminate/decontaminate-options.js";
import type { DecontaminationReport } from "../packages/select/src/decontaminate/decontamination-report.js";
import { readEvalSet } from "../packages/select/src/decontaminate/eval-set.js";
import { createThreadedDecontaminator } from "../packages/select/src/node/index.js";

/** CPU seconds for 100,000 rows against 1,000 eval texts. */
const TARGET_SECONDS = 0.8;
const CALLS = 7;

const failures: string[] = [];
const expectThat = (holds: boolean, complaint: string): void => {
  if (holds) return;
  failures.push(complaint);
  console.log(`FAILED ${complaint}`);
};
const cpuSeconds = (call: () => void): number => {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

/** Node has it from 23.9 on; the types are those of the oldest one. */
const threadClock = process as unknown as { threadCpuUsage: typeof process.cpuUsage };

const folder = process.argv[2];
const readLines = (name: string): PlantedRow[] =>
  readFileSync(join(folder as string, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const row = JSON.parse(line);
      return { ...row, kind: row.kind === "near" ? "edited" : row.kind };
    });

function table(name: string, rows: readonly PlantedRow[], report: DecontaminationReport, seconds: number): void {
  const { exact, edited, embedded, clean } = caughtByKind(rows, report.flagged);
  const megabytes = rows.reduce((sum, { prompt }) => sum + prompt.length, 0) / 1e6;
  console.log(
    `${name.padEnd(18)} verbatim ${exact.caught}/${exact.of}  edited ${edited.caught}/${edited.of}  embedded ${embedded.caught}/${embedded.of}  clean ${clean.caught}/${clean.of}  ${seconds.toFixed(3)} s CPU for ${megabytes.toFixed(1)} M characters`,
  );
  expectThat(exact.of > 0 && exact.caught === exact.of, `${name}: a verbatim copy was missed`);
  expectThat(embedded.of > 0 && embedded.caught === embedded.of, `${name}: an embedded copy was missed`);
  expectThat(edited.caught >= edited.of - Math.ceil(edited.of / 50), `${name}: too many edited copies were missed`);
  expectThat(clean.caught === 0, `${name}: a clean row was flagged`);
}

function measure(name: string, rows: readonly PlantedRow[], evals: readonly Row[], calls: number): number {
  let report: DecontaminationReport | undefined;
  const seconds = Array.from({ length: calls }, () =>
    cpuSeconds(() => {
      report = decontaminate(rows as unknown as Row[], { against: evals }).report;
    }),
  );
  const best = Math.min(...seconds);
  table(name, rows, report as DecontaminationReport, best);
  return best;
}

console.log("Planted copies (caught / planted; clean: flagged / clean)");
const asRows = (script: Script, evals: readonly string[][]): Row[] =>
  evals.map((words, index) => ({ prompt: words.join(script.space), task_id: `e${index}` }));
const latin = SCRIPTS[0] as Script;
const latinEvals = plantedEvals(latin, 1000);
const evals = folder === undefined ? asRows(latin, latinEvals) : (readLines("eval_1000.jsonl") as unknown as Row[]);
const sized = (count: number): PlantedRow[] =>
  folder === undefined ? [...plantedRows(latin, latinEvals, count)] : readLines(`train_${count}.jsonl`);
measure("10,000 x 1,000", sized(10_000), evals, CALLS);
const large = sized(100_000);
const seconds = measure("100,000 x 1,000", large, evals, CALLS);
expectThat(seconds <= TARGET_SECONDS, `100,000 rows took ${seconds.toFixed(2)} s, more than ${TARGET_SECONDS}`);
for (const script of SCRIPTS.slice(1)) {
  const own = plantedEvals(script, 1000);
  measure(script.name, [...plantedRows(script, own, 10_000)], asRows(script, own), 3);
}

console.log("\nThreads, 100,000 x 1,000: wall seconds, and CPU seconds of the thread that reads the rows");
const alone = JSON.stringify(decontaminate(large as unknown as Row[], { against: evals }).report);
for (const threads of [1, 2]) {
  await using decontaminator = createThreadedDecontaminator(evals, { threads });
  const run = async (): Promise<void> => {
    for await (const _ of decontaminator.filter(large as unknown as Row[]));
  };
  await run();
  expectThat(JSON.stringify(decontaminator.report()) === alone, `${threads} threads give another report`);
  const began = performance.now();
  const before = threadClock.threadCpuUsage();
  await run();
  const { user, system } = threadClock.threadCpuUsage(before);
  console.log(
    `${threads} threads  ${((performance.now() - began) / 1000).toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s CPU`,
  );
}

/** What is flagged with shared text set aside, or counted as any other text. */
function flagged(rows: readonly string[], against: readonly string[], isSetAside: boolean): number {
  const settings = readDecontaminatorOptions("benchmark", {});
  const limit = isSetAside ? commonLimit : (): number => Number.POSITIVE_INFINITY;
  const decontaminator = decontaminatorOf(
    "benchmark",
    readEvalSet("benchmark", against, settings.ngram, limit),
    settings,
    0,
  );
  for (const prompt of rows) decontaminator.check({ prompt });
  return decontaminator.report().nContaminated;
}

const source = new WordSource(latin.words);
const words = (name: string, at: number, count: number): string =>
  source.draw(derive("preamble", name, at, count), count, count).join(" ");
const many = (count: number, make: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => make(at));

console.log("\nA preamble of 40 words in every eval text: rows flagged of 200 (counted as any text / set aside)");
console.log("question  other question  same, respelled  same, one word edited  same in a longer text");
const PREAMBLE = words("preamble", 0, 40);
for (const length of [5, 10, 20, 40]) {
  const asks = many(200, (at) => words("ask", at, length));
  const against = asks.map((ask) => `${PREAMBLE}. ${ask}`);
  const groups = {
    other: many(200, (at) => `${PREAMBLE}. ${words("other", at, length)}`),
    same: asks.map((ask) => `${PREAMBLE}: ${ask.replaceAll(" ", ", ")}?`),
    edited: asks.map((ask) => `${PREAMBLE}. ${["edited", ...ask.split(" ").slice(1)].join(" ")}`),
    longer: asks.map((ask, at) => `${words("before", at, 80)} ${PREAMBLE} ${ask} ${words("after", at, 80)}`),
  };
  const cells = Object.values(groups).map(
    (rows) => `${flagged(rows, against, false)} / ${flagged(rows, against, true)}`,
  );
  console.log(
    `${String(length).padEnd(10)}${(cells[0] as string).padEnd(16)}${(cells[1] as string).padEnd(17)}${(cells[2] as string).padEnd(23)}${cells[3]}`,
  );
  expectThat(
    flagged(groups.other, against, true) === 0,
    `other questions of ${length} words behind the preamble were flagged`,
  );
  expectThat(flagged(groups.same, against, true) === 200, `the same questions of ${length} words were missed`);
  expectThat(
    flagged(groups.longer, against, true) === 200,
    `questions of ${length} words in a longer text were missed`,
  );
}

console.log("\nA template of 22 words with one slot, 200 values: rows flagged of 200 (counted / set aside)");
const [head, tail] = [words("head", 0, 11), words("tail", 0, 10)];
const filled = (from: number): string[] => many(200, (at) => `${head} ord${from + at} ${tail}`);
for (const [name, rows] of Object.entries({ "other values": filled(1000), "same values": filled(0) }))
  console.log(`${name.padEnd(14)}${flagged(rows, filled(0), false)} / ${flagged(rows, filled(0), true)}`);

console.log(
  "\nEach of 50 questions in several eval wrappers, and again in a new one: rows flagged of 50 (counted / set aside)",
);
for (const variants of [2, 5, 20, 50, 150]) {
  const asks = many(50, (at) => words("variant", at, 30));
  const against = asks.flatMap((ask, at) => many(variants, (of) => `${words(`wrapper ${at}`, of, 4)} ${ask}`));
  const rows = asks.map((ask, at) => `${words("new wrapper", at, 4)} ${ask}`);
  console.log(
    `${String(variants).padStart(4)} wrappers  ${flagged(rows, against, false)} / ${flagged(rows, against, true)}`,
  );
}

console.log(failures.length === 0 ? "\nas planned" : `\n${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
