/**
 * Millions of training rows streamed past thousands of eval texts: rows are made on the way, so that nothing but the
 * decontaminator can fill the memory. Prints the memory on the way and at its peak. Ends with 1 when it went above 1 GB, a
 * planted copy was missed or a clean row was flagged.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/decontaminate-stream.ts [ROWS] [EVALS] [THREADS]
 *
 * With THREADS the rows go through worker threads.
 */

import type { Row } from "../packages/core/src/index.js";
import {
  type PlantedKind,
  plantedEvals,
  plantedRows,
  SCRIPTS,
  type Script,
} from "../packages/select/src/decontaminate/__fixtures__/planted-texts.js";
import { createDecontaminator } from "../packages/select/src/decontaminate/create-decontaminator.js";
import { createThreadedDecontaminator } from "../packages/select/src/node/index.js";
import { countArgument } from "./count-argument.js";

const LIMIT_MB = 1024;
/** Different rows; they come again and again, each time as texts of their own. */
const ROUND = 100_000;

const rows = countArgument("ROWS", 5_000_000);
const evals = countArgument("EVALS", 10_000, { place: 1 });
const threads = countArgument("THREADS", 0, { place: 2, least: 0 });
const script = SCRIPTS[0] as Script;
const evalTexts = plantedEvals(script, evals);
const planted: Record<PlantedKind, number> = { exact: 0, edited: 0, embedded: 0, clean: 0 };
const kept: Record<PlantedKind, number> = { exact: 0, edited: 0, embedded: 0, clean: 0 };

function* made(): Generator<Row & { kind: PlantedKind }> {
  const buffer = [...plantedRows(script, evalTexts, Math.min(ROUND, rows))].map(({ kind, prompt }) => ({
    kind,
    bytes: Buffer.from(prompt),
  }));
  for (let index = 0; index < rows; index++) {
    const { kind, bytes } = buffer[index % buffer.length] as (typeof buffer)[number];
    planted[kind]++;
    if (index % Math.ceil(rows / 10) === 0) tell(index);
    yield { kind, prompt: bytes.toString("latin1"), task_id: `t${index}` };
  }
}

function tell(index: number): void {
  const { rss, heapUsed } = process.memoryUsage();
  console.log(
    `${String(index).padStart(9)} rows  ${(rss / 2 ** 20).toFixed(0)} MB resident, ${(heapUsed / 2 ** 20).toFixed(0)} MB of heap`,
  );
}

const against = evalTexts.map((words, index) => ({ prompt: words.join(" "), task_id: `e${index}` }));
const began = performance.now();
const before = process.cpuUsage();
const decontaminator = threads > 0 ? createThreadedDecontaminator(against, { threads }) : createDecontaminator(against);
for await (const { kind } of decontaminator.filter(made())) kept[kind]++;
const report = decontaminator.report();
const { user, system } = process.cpuUsage(before);
if ("close" in decontaminator) await decontaminator.close();
const peak = process.resourceUsage().maxRSS / 1024;
const counts = (["exact", "edited", "embedded", "clean"] as const).map(
  (kind) => `${kind} ${planted[kind] - kept[kind]}/${planted[kind]}`,
);
console.log(`flagged of planted: ${counts.join(", ")}`);
console.log(
  `${report.n} rows x ${report.nEvalTexts} eval texts: ${((performance.now() - began) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s CPU with the making of the rows, peak ${peak.toFixed(0)} MB resident`,
);
const isRight =
  kept.exact === 0 &&
  kept.embedded === 0 &&
  kept.clean === planted.clean &&
  kept.edited <= Math.ceil(planted.edited / 50);
if (!isRight) console.log("FAILED: a planted copy was missed or a clean row was flagged");
if (!(peak <= LIMIT_MB)) console.log(`FAILED: more than ${LIMIT_MB} MB`);
process.exitCode = isRight && peak <= LIMIT_MB ? 0 : 1;
