/**
 * How many rows a second `grade` judges, by what judges and where the rows go: a function, a verifier in worker threads, a
 * cache, a folder; then a stream of many rows into a folder that holds none in memory, whose memory must not grow with it.
 * Ends with 1 when it does.
 *
 *   node --expose-gc --conditions=@whileai/source --import tsx benchmarks/grade-throughput.ts [ROWS] [STREAMED]
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "../packages/core/src/index.js";
import {
  type GradeOptions,
  grade,
  memoryVerdictCache,
  verifierFromModule,
  verify,
} from "../packages/judges/src/index.js";
import { countArgument } from "./count-argument.js";

/** Growth that is no leak: tables double, and the heap breathes. */
const ALLOWED_MB = 40;

const count = countArgument("ROWS", 20_000);
const streamed = countArgument("STREAMED", 200_000, { place: 1, least: 10 });
const rowAt = (index: number): Row => ({
  scenario_id: `t${index}`,
  prompt: "Where is my order?",
  steps: [{ tool: "get_order", arguments: { order_id: `ORD-${index}` }, result: { status: "shipped" } }],
  final_text: index % 3 === 0 ? "It is on its way." : "I do not know.",
  answer: "It is on its way.",
});
const rows = Array.from({ length: count }, (_, index) => rowAt(index));
const folder = await mkdtemp(join(tmpdir(), "whileai-grade-"));
const module = verifierFromModule(
  `data:text/javascript,${encodeURIComponent("export default (row) => row.final_text === row.answer")}`,
);
const cache = memoryVerdictCache({ most: count });

async function time(name: string, judge: Parameters<typeof grade>[1], options: GradeOptions = {}): Promise<void> {
  const { report } = await grade(rows, judge, options);
  const perSecond = report.rows / report.seconds;
  console.log(`${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)} rows/s  ${report.graded} graded`);
}

await time("a verifier", verify.ExactMatch());
await time("a verifier in worker threads", module, { limits: { timeoutMs: 1000 } });
await time("a verifier, cache filled", verify.ExactMatch(), { cache });
await time("a verifier, from the cache", verify.ExactMatch(), { cache });
await time("a verifier, into a folder", verify.ExactMatch(), { store: { dir: join(folder, "rows") } });
await time("a verifier, all from the folder", verify.ExactMatch(), { store: { dir: join(folder, "rows") } });

const collect = (globalThis as { gc?: () => void }).gc;
const inUse = (): number => {
  collect?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const memory: number[] = [];
async function* stream(): AsyncGenerator<Row> {
  for (let index = 0; index < streamed; index++) {
    if (index % Math.ceil(streamed / 10) === 0) memory.push(inUse());
    yield rowAt(index);
  }
}
const { report } = await grade(stream(), verify.ExactMatch(), {
  limits: { concurrency: 32 },
  store: { dir: join(folder, "stream"), keepRows: false },
});
await rm(folder, { recursive: true });
const growth = (memory.at(-1) ?? 0) - (memory[1] ?? 0);
console.log(
  `${"a stream into a folder, none kept".padEnd(34)} ${(report.rows / report.seconds).toFixed(0).padStart(7)} rows/s  memory in use grew by ${growth.toFixed(0)} MB (${ALLOWED_MB} MB allowed)`,
);
process.exitCode = report.rows === streamed && growth <= ALLOWED_MB ? 0 : 1;
