/**
 * Decontamination on public benchmarks: HumanEval held against itself in other clothes, and against the questions of the
 * Berkeley Function Calling Leaderboard, which it has nothing to do with. Prints recall and false positives. Ends with 1 when
 * a copy is missed or a clean row is flagged without the reason given here.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/decontaminate-real.ts HumanEval.jsonl.gz BFCL_DATA
 *
 * BFCL_DATA is the folder `data` of the package bfcl-eval.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Row } from "../packages/core/src/index.js";
import { commonLimit } from "../packages/select/src/decontaminate/common-grams.js";
import { decontaminatorOf } from "../packages/select/src/decontaminate/create-decontaminator.js";
import { decontaminate } from "../packages/select/src/decontaminate/decontaminate.js";
import { readDecontaminatorOptions } from "../packages/select/src/decontaminate/decontaminate-options.js";
import { readEvalSet } from "../packages/select/src/decontaminate/eval-set.js";

const TASKS = 164;
/** HumanEval/56 and HumanEval/61 ask the same of < and > and of ( and ): they differ in no word. One is even, one odd. */
const TWINS = 1;

const [humanEvalFile, bfclFolder] = process.argv.slice(2);
if (humanEvalFile === undefined || bfclFolder === undefined) {
  console.error("Usage: decontaminate-real.ts HumanEval.jsonl.gz BFCL_DATA");
  process.exit(64);
}
const lines = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));

const humanEval = lines(gunzipSync(readFileSync(humanEvalFile)).toString("utf8")).map(({ prompt, task_id }) => ({
  prompt: String(prompt),
  task_id: String(task_id),
}));
const bfcl = readdirSync(bfclFolder)
  // The one of format sensitivity lists ids of the others.
  .filter((name) => /^BFCL_(?!.*format_sensitivity).*\.json$/.test(name))
  .sort()
  .flatMap((name) => lines(readFileSync(join(bfclFolder, name), "utf8")))
  .filter(({ question }) => Array.isArray(question))
  .map(({ id, question }) => ({ prompt: question, task_id: id }) as unknown as Row);

let passed = 0;
let failed = 0;
const expectThat = (holds: boolean, complaint: string): void => {
  if (holds) passed++;
  else {
    failed++;
    console.log(`FAILED ${complaint}`);
  }
};
/** Texts only: ids would give the copies away. */
const bare = (prompt: unknown): Row => ({ prompt }) as Row;
const texts = humanEval.map(({ prompt }) => bare(prompt));

const REQUEST =
  "Complete the following Python function. Reply with the whole function, keep its name and its arguments as they are, use the standard library only, and explain nothing: your reply is run as it is by a machine that reads code and no prose.";

const CLOTHES: Readonly<Record<string, (prompt: string) => unknown>> = {
  "as it is": (prompt) => prompt,
  ChatML: (prompt) =>
    `<|im_start|>system\nYou write code.<|im_end|>\n<|im_start|>user\n${prompt}<|im_end|>\n<|im_start|>assistant\n`,
  "header tags": (prompt) =>
    `<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\n${prompt}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n`,
  "[INST]": (prompt) => `<s>[INST] ${prompt} [/INST]`,
  "instruction and response": (prompt) => `### Instruction:\n${prompt}\n\n### Response:\n`,
  "list of messages": (prompt) => [
    { role: "system", content: "You write code." },
    { role: "user", content: prompt },
  ],
  quoted: (prompt) => prompt.replace(/^/gm, "> "),
  "other whitespace": (prompt) => prompt.replace(/\n/g, "\r\n\r\n").replace(/ +/g, "\t"),
  "one line": (prompt) => prompt.replace(/\s+/g, " "),
  "markdown fence": (prompt) => `\`\`\`python\n${prompt}\n\`\`\``,
  "a request before it": (prompt) => `${REQUEST}\n\n${prompt}`,
  "request, fence and quote": (prompt) => `${REQUEST}\n\n> \`\`\`python\n${prompt.replace(/^/gm, "> ")}\n> \`\`\``,
  "upper case": (prompt) => prompt.toUpperCase(),
  "in a long document": (prompt) =>
    `${texts
      .slice(0, 20)
      .map((row) => JSON.stringify(row).replace(/[a-z]/g, "x"))
      .join("\n")}\n${prompt}`,
};

console.log(`HumanEval (${humanEval.length}) in other clothes, against itself      caught   by rule`);
expectThat(humanEval.length === TASKS, `HumanEval has ${humanEval.length} tasks`);
expectThat(bfcl.length > 1000, `BFCL has ${bfcl.length} questions`);
for (const [name, dress] of Object.entries(CLOTHES)) {
  const rows = humanEval.map(({ prompt }) => bare(dress(prompt)));
  const { report } = decontaminate(rows, { against: texts });
  const { nContaminated, nExact, nNear, nContains } = report;
  const right = report.hits.filter(({ index, evalIndex }) => index === evalIndex).length;
  console.log(
    `  ${name.padEnd(56)} ${String(nContaminated).padStart(3)}/${TASKS}  verbatim ${nExact}, near ${nNear}, contains ${nContains}; the right task ${right}`,
  );
  expectThat(nContaminated === TASKS, `${name}: ${TASKS - nContaminated} missed`);
}

console.log(`\nClean sets                                                      flagged`);
const show = (name: string, rows: readonly Row[], against: readonly Row[], allowed: number): void => {
  const { report } = decontaminate(rows, { against });
  console.log(`  ${name.padEnd(58)} ${report.nContaminated}/${report.n}`);
  for (const hit of report.hits.slice(0, 5))
    console.log(
      `    row ${hit.index} ${hit.rule} ${hit.trainShare?.toFixed(2)} / ${hit.evalShare?.toFixed(2)}: ${hit.span ?? hit.evalText}`,
    );
  expectThat(report.nContaminated <= allowed, `${name}: ${report.nContaminated} flagged`);
};
const questions = bfcl.map(({ prompt }) => bare(prompt));
show("HumanEval against BFCL", texts, questions, 0);
show("BFCL against HumanEval", questions, texts, 0);
for (const name of ["ChatML", "a request before it", "request, fence and quote"]) {
  const dress = CLOTHES[name] as (prompt: string) => unknown;
  const [even, odd] = [0, 1].map((half) =>
    humanEval.filter((_, index) => index % 2 === half).map(({ prompt }) => bare(dress(prompt))),
  ) as [Row[], Row[]];
  show(`even tasks against odd ones, ${name}`, even, odd, TWINS);
}
const asked = (row: Row): string =>
  (row.prompt as unknown as { role: string; content: string }[][])
    .flat()
    .map(({ content }) => content)
    .join("\n");
show(
  "BFCL against HumanEval, a request before both",
  bfcl.map((row) => bare(`${REQUEST}\n\n${asked(row)}`)),
  humanEval.map(({ prompt }) => bare(`${REQUEST}\n\n${prompt}`)),
  0,
);

/** Flagged rows when shared text counts as any other. */
function counted(rows: readonly Row[], against: readonly Row[], limitOf: typeof commonLimit): number {
  const settings = readDecontaminatorOptions("benchmark", {});
  const decontaminator = decontaminatorOf(
    "benchmark",
    readEvalSet("benchmark", against, settings.ngram, limitOf),
    settings,
    0,
  );
  for (const row of rows) decontaminator.check(row);
  return decontaminator.report().nContaminated;
}
const behind = {
  rows: bfcl.map((row) => bare(`${REQUEST}\n\n${asked(row)}`)),
  against: humanEval.map(({ prompt }) => bare(`${REQUEST}\n\n${prompt}`)),
};
console.log(
  `  … were the request counted as any other text: ${counted(behind.rows, behind.against, () => Number.POSITIVE_INFINITY)}/${behind.rows.length}; set aside: ${counted(behind.rows, behind.against, commonLimit)}`,
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
