import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as wai from "whileai";

/** Rollouts that each task's tools are run through. */
const BUDGET = 4;
/** Refusals that are printed in full; the rest are counted. */
const SHOWN = 10;

interface Task {
  id: string;
  function: wai.RawToolSchema[];
}

const totals = { tasks: 0, schemas: 0, usable: 0, refused: 0, crashed: 0, rows: 0, calls: 0, accepted: 0 };
const shown: string[] = [];

async function runTask(task: Task): Promise<void> {
  totals.tasks++;
  totals.schemas += task.function.length;
  try {
    const data = await wai.simulate({
      agent: wai.seededAgent(task.function),
      tools: task.function,
      systemPrompt: "Help people with what they ask.",
      simulator: false,
      budget: BUDGET,
    });
    totals.usable += task.function.length;
    totals.rows += data.rows.length;
    for (const row of data.rows) {
      if (typeof row.prompt !== "string" || row.prompt.length === 0 || row.final_text === undefined)
        throw new Error(`task ${task.id} made a row without a prompt or an answer`);
      for (const step of row.steps) {
        if (step.tool === undefined) continue;
        totals.calls++;
        const status = (step.result as { status?: string } | null)?.status;
        if (status !== "rejected") totals.accepted++;
      }
    }
  } catch (error) {
    if (wai.WhileaiError.isInstance(error) && error.name === "ToolSchemaError") {
      totals.refused += task.function.length;
      if (shown.length < SHOWN) shown.push(`${task.id}: ${error.message}`);
      return;
    }
    totals.crashed++;
    console.log(`CRASH ${task.id}: ${(error as Error).stack}`);
  }
}

for (const path of process.argv.slice(2)) {
  const before = { ...totals };
  for (const line of (await readFile(path, "utf8")).split("\n"))
    if (line.trim()) await runTask(JSON.parse(line) as Task);
  const schemas = totals.schemas - before.schemas;
  console.log(
    `${basename(path)}: ${schemas} schemas, ${totals.usable - before.usable} usable, ${totals.refused - before.refused} refused`,
  );
}
for (const line of shown) console.log(`  refused ${line}`);
console.log(
  `${totals.schemas} schemas in ${totals.tasks} tasks: ${totals.usable} usable, ${totals.refused} refused, ${totals.crashed} crashed; ` +
    `${totals.rows} rows, ${totals.calls} calls, ${totals.accepted} of them with arguments the schema accepts`,
);
const lost = totals.schemas - totals.usable - totals.refused;
if (totals.crashed > 0 || lost > 0 || totals.schemas === 0) process.exitCode = 1;
