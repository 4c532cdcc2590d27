/**
 * A long offline run to disk that keeps no rows: its memory must not grow with it. Prints rows/s and the resident memory ten
 * times on the way, after a garbage collection where Node was started with --expose-gc. Ends with 1 when the memory of the
 * last tenth is far above that of the second.
 *
 *   node --expose-gc --conditions=@whileai/source --import tsx benchmarks/million-rows.ts [ROWS]
 */

import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededAgent, simulate } from "../packages/simulate/src/index.js";
import { countArgument } from "./count-argument.js";

/** Growth that is no leak: tables double, and the heap breathes. */
const ALLOWED_MB = 60;
/** Kept by the plan for each prompt, so that no two are the same: a hash. */
const ALLOWED_BYTES_PER_ROW = 24;

const rows = countArgument("ROWS", 1_000_000, { least: 10 });
const tools = [
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
];

const collect = (globalThis as { gc?: () => void }).gc;
const memory: number[] = [];
let tenth = performance.now();
function tell(landed: number): void {
  collect?.();
  const now = performance.now();
  const { rss, heapUsed } = process.memoryUsage();
  memory.push(heapUsed / 2 ** 20);
  const perSecond = rows / 10 / ((now - tenth) / 1000);
  console.log(
    `${String(landed).padStart(9)} rows  ${perSecond.toFixed(0).padStart(6)} rows/s  ${(rss / 2 ** 20).toFixed(0)} MB resident, ${memory.at(-1)?.toFixed(0)} MB in use`,
  );
  tenth = performance.now();
}

const folder = await mkdtemp(join(tmpdir(), "whileai-million-"));
const began = performance.now();
const { report } = await simulate({
  agent: seededAgent(tools),
  tools,
  systemPrompt: "Help customers with orders. Never promise a refund.",
  simulator: false,
  budget: rows,
  store: { dir: folder, keepRows: false },
  onProgress: ({ landed }) => {
    if (landed % Math.max(1, Math.floor(rows / 10)) === 0) tell(landed);
  },
});
const seconds = (performance.now() - began) / 1000;
const { size } = await stat(join(folder, "rows.jsonl"));
await rm(folder, { recursive: true });
const growth = (memory.at(-1) ?? 0) - (memory[1] ?? 0);
const allowed = ALLOWED_MB + (rows * ALLOWED_BYTES_PER_ROW) / 2 ** 20;
console.log(
  `${report.rows} rows, ${(size / 2 ** 20).toFixed(0)} MB on disk, ${(report.rows / seconds).toFixed(0)} rows/s; memory in use grew by ${growth.toFixed(0)} MB (${allowed.toFixed(0)} MB allowed)`,
);
process.exitCode = report.rows === rows && growth <= allowed ? 0 : 1;
