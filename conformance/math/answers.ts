/** What MathEqual says to the pairs that `compare.py` drew: `answers.ts CASES` prints a JSON list of `{reward, ms}`. */

import { readFileSync } from "node:fs";
import type { Row } from "../../packages/core/src/index.js";
import { verify } from "../../packages/judges/src/index.js";

interface Case {
  readonly candidate: string;
  readonly reference: string;
}

const cases = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as Case[];
const mathEqual = verify.MathEqual();
const judge = async ({ candidate, reference }: Case): Promise<{ reward: unknown; ms: number }> => {
  const row = { final_text: candidate, privileged: { reference } } as Row;
  const started = performance.now();
  const verdict = (await mathEqual(row)) as { reward: unknown };
  return { reward: verdict.reward, ms: performance.now() - started };
};

const answers: { reward: unknown; ms: number }[] = [];
for (const one of cases) answers.push(await judge(one));
process.stdout.write(JSON.stringify(answers));
