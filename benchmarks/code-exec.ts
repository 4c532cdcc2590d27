/**
 * What a verdict of `verify.CodeExec` costs: the median at concurrency 1 beside two bare starts of the interpreter, and verdicts a second at
 * concurrency 4. Fails when a verdict takes more than 150 ms over the two starts, or fewer than 10 a second are given.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/code-exec.ts [PYTHON]
 */

import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { probeSandbox } from "../packages/judges/src/code/index.js";
import { verify } from "../packages/judges/src/index.js";

const ROUNDS = 40;
const CONCURRENCY = 4;
const PARALLEL = 80;
const MOST_OVER_MS = 150;
const LEAST_PER_SECOND = 10;

const [pythonBin = "python3"] = process.argv.slice(2);
const { executable, version, layers } = await probeSandbox(pythonBin);
const judge = verify.CodeExec({ pythonBin, tests: "assert add(2, 3) == 5\nassert add(-1, 1) == 0\n" });
const row = { final_text: "```python\ndef add(a, b):\n    return a + b\n```" };

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
const timed = async (action: () => unknown): Promise<number> => {
  const started = performance.now();
  await action();
  return performance.now() - started;
};
const judgeOnce = async (): Promise<void> => {
  const verdict = await judge(row);
  if (typeof verdict !== "object" || Number(verdict.reward) !== 1) throw new Error(JSON.stringify(verdict));
};
const bareStart = (): void => void spawnSync(executable, ["-c", "pass"]);

await judgeOnce();
const starts: number[] = [];
const verdicts: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  starts.push(
    await timed(() => {
      bareStart();
      bareStart();
    }),
  );
  verdicts.push(await timed(judgeOnce));
}
const took = await timed(() =>
  Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let done = 0; done < PARALLEL / CONCURRENCY; done++) await judgeOnce();
    }),
  ),
);
const over = median(verdicts) - median(starts);
const perSecond = PARALLEL / (took / 1000);
console.log(`Python ${version}, layers ${layers.join(", ")}`);
console.log(
  `two bare starts ${median(starts).toFixed(0)} ms, one verdict ${median(verdicts).toFixed(0)} ms: ${over.toFixed(0)} ms over (at most ${MOST_OVER_MS})`,
);
console.log(`concurrency ${CONCURRENCY}: ${perSecond.toFixed(1)} verdicts a second (at least ${LEAST_PER_SECOND})`);
process.exitCode = over <= MOST_OVER_MS && perSecond >= LEAST_PER_SECOND ? 0 : 1;
