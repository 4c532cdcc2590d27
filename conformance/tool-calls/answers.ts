/** The rewards of `verify.ToolCalls` for the calls that `compare.py` drew: `answers.ts CASES` prints a JSON list. */

import { readFileSync } from "node:fs";
import { runOne } from "../../packages/core/src/index.js";
import { verify } from "../../packages/judges/src/index.js";

interface Case {
  readonly gold: unknown;
  readonly calls: readonly Readonly<Record<string, Record<string, never>>>[];
}

const cases = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as Case[];
const judge = verify.ToolCalls();
const rewards: (number | null)[] = [];
for (const { gold, calls } of cases) {
  const steps = calls.flatMap((call) => Object.entries(call).map(([tool, values]) => ({ tool, arguments: values })));
  rewards.push((await runOne({ steps, privileged: { reference: gold } }, judge)).reward);
}
console.log(JSON.stringify(rewards));
