/**
 * How fast the built package simulates offline, and how much memory it takes: a process of its own for each case, with the
 * seeded agent, and whether that keeps to the limits. Rows/s are by the clock, so whatever else the machine does counts; rows
 * for each second that the main thread computed tell what an idle machine would come near to. With a Python that has `whileai`, the same prompts are played there too, and the ratio is
 * printed. Run `pnpm run build` first.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/simulate-throughput.ts [ROWS] [PYTHON]
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { countArgument } from "./count-argument.js";

const rows = countArgument("ROWS", 10_000);
const built = new URL("../packages/simulate/dist/index.js", import.meta.url);
if (!existsSync(fileURLToPath(built))) throw new Error("There is no built package: run `pnpm run build` first.");

/** What 10,000 rows must keep to. */
const FEWEST_ROWS_PER_SECOND = 5000;
const MOST_MB = 200;
const LIMITED_ROWS = 10_000;

interface Measured {
  readonly rows: number;
  readonly seconds: number;
  readonly mb: number;
  /** Processor time of all threads, and of the one that runs JavaScript where Node tells it. */
  readonly cpu?: number;
  readonly mainCpu?: number;
}

const TOOLS = JSON.stringify([
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
]);

function measured(program: string, args: readonly string[]): Measured {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1) as string) as Measured;
}

const ours = (options: string): Measured =>
  measured(process.execPath, [
    "--input-type=module",
    "--eval",
    `const { seededAgent, simulate } = await import(${JSON.stringify(built.href)});
     const tools = ${TOOLS};
     const cpuBefore = process.cpuUsage();
     const mainBefore = process.threadCpuUsage?.();
     const began = performance.now();
     const { rows } = await simulate({ agent: seededAgent(tools), tools, simulator: false, onProgress: () => {}, ${options} });
     const seconds = (performance.now() - began) / 1000;
     const secondsOf = (usage) => usage && (usage.user + usage.system) / 1e6;
     const cpu = secondsOf(process.cpuUsage(cpuBefore));
     const mainCpu = secondsOf(process.threadCpuUsage?.(mainBefore));
     console.log(JSON.stringify({ rows: rows.length, seconds, mb: process.resourceUsage().maxRSS / 1024, cpu, mainCpu }));`,
  ]);

const python = (program: string, tasks: number): Measured =>
  measured(program, [
    "-c",
    `import json, logging, resource, time
logging.disable(logging.CRITICAL)
from whileai import seeded_agent, simulate
tools = json.loads(${JSON.stringify(TOOLS)})
tasks = [{"scenario_id": f"sc-{i}", "prompt": f"Where is my order DL-{10000 + i}?"} for i in range(${tasks})]
began = time.perf_counter()
data = simulate(agent=seeded_agent(tools), tools=tools, tasks=tasks, repeats=1, simulator=False)
seconds = time.perf_counter() - began
print(json.dumps({"rows": len(data.rows), "seconds": seconds, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))`,
  ]);

const rate = ({ rows: count, seconds }: Measured): number => count / seconds;

function print(name: string, one: Measured): Measured {
  const cells = [`${one.rows} rows`, `${rate(one).toFixed(0)} rows/s`, `${one.mb.toFixed(0)} MB at most`];
  if (one.cpu !== undefined) cells.push(`${one.cpu.toFixed(2)} s of CPU`);
  if (one.mainCpu !== undefined) {
    const perSecond = (one.rows / one.mainCpu).toFixed(0);
    cells.push(`${one.mainCpu.toFixed(2)} s of it on the main thread (${perSecond} rows/s)`);
  }
  console.log(`${name.padEnd(44)} ${cells.join("  ")}`);
  return one;
}

/** Says of each limit whether it holds. */
function judge(one: Measured): void {
  if (one.rows !== LIMITED_ROWS) return;
  const verdicts = [
    [rate(one) >= FEWEST_ROWS_PER_SECOND, `at least ${FEWEST_ROWS_PER_SECOND} rows/s`],
    [one.mb < MOST_MB, `under ${MOST_MB} MB`],
  ] as const;
  console.log(`  ${verdicts.map(([holds, limit]) => `${limit}: ${holds ? "holds" : "does NOT hold"}`).join("; ")}`);
}

const tasks = `tasks: Array.from({ length: ${rows} }, (_, i) => ({ scenario_id: "sc-" + i, prompt: "Where is my order DL-" + (10000 + i) + "?" })), repeats: 1`;

const load = existsSync("/proc/loadavg") ? readFileSync("/proc/loadavg", "utf8").split(" ")[0] : "unknown";
console.log(`${rows} rows in each case; load of the machine before: ${load}`);
judge(print("new situations, one rollout each", ours(`budget: ${rows}, systemPrompt: "Help customers with orders."`)));
judge(print("new situations, eight rollouts each", ours(`budget: ${rows}, mode: "rl", repeatPolicy: "fixed"`)));
const replayed = print("the same prompts again, one rollout each", ours(tasks));
const program = process.argv[3];
if (program === undefined) {
  console.log("no Python with whileai was given: nothing to compare with");
} else {
  const there = print("the same prompts in the Python package", python(program, Math.min(rows, 1000)));
  console.log(`ratio of rows/s on the same prompts: ${(rate(replayed) / rate(there)).toFixed(1)}`);
}
