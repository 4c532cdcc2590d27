/**
 * What `verify.CodeExec` says to the candidates of `human_eval.py`: `human-eval.ts CANDIDATES.jsonl`. The 164 canonical solutions must
 * pass; the 164 mutants and the 164 solutions of other tasks, all of which a plain run found wrong, must fail.
 */

import { readFileSync } from "node:fs";
import { runOne } from "../../packages/core/src/index.js";
import { verify } from "../../packages/judges/src/index.js";

interface Candidate {
  readonly id: string;
  readonly kind: "canonical" | "mutant" | "swapped";
  readonly code: string;
  readonly tests: string;
  readonly oracle: boolean;
}

const TASKS = 164;
const KINDS = ["canonical", "mutant", "swapped"] as const;
const CONCURRENCY = 3;

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: human-eval.ts CANDIDATES.jsonl");
  process.exit(64);
}
const candidates = readFileSync(file, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Candidate);
const judge = verify.CodeExec();
await judge.prepare?.();

let passed = 0;
let failed = 0;
const paid = new Map<string, number>(KINDS.map((kind) => [kind, 0]));
const count = (ok: boolean, complaint: string): void => {
  if (ok) passed++;
  else {
    failed++;
    console.log(`FAILED ${complaint}`);
  }
};

const waiting = [...candidates];
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id, kind, code, tests, oracle } = next;
      const { reward, reason } = await runOne(
        { final_text: `\`\`\`python\n${code}\n\`\`\``, privileged: { tests } },
        judge,
      );
      if (reward === 1) paid.set(kind, (paid.get(kind) ?? 0) + 1);
      count(oracle === (kind === "canonical"), `${id} ${kind}: the plain run says ${oracle}`);
      count(reward === (kind === "canonical" ? 1 : 0), `${id} ${kind}: reward ${reward}, ${reason}`);
    }
  }),
);
for (const kind of KINDS) {
  const given = candidates.filter((one) => one.kind === kind).length;
  count(given === TASKS, `${given} ${kind} candidates, expected ${TASKS}`);
  console.log(`HumanEval ${kind}: ${paid.get(kind)} of ${given} passed`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
