/**
 * How long MathEqual takes: CPU milliseconds on the answers of `math_equal` and `math_fuzz`, each judged from its reply to its
 * verdict, and on answers that are made to be slow. Ends with 1 when a target is missed.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/math-equal.ts
 *
 * CPU time is counted, as the machine may be busy, once the engine has compiled the code.
 */

import { readFileSync } from "node:fs";
import type { Row } from "../packages/core/src/index.js";
import { verify } from "../packages/judges/src/index.js";

const MEDIAN_MS = 0.2;
const WORST_MS = 1000;
/** Calls of every case before any is timed, and how each is timed: the best of some batches, as the CPU clock is coarse. */
const WARM_UP = 60;
const BATCHES = 3;
const CALLS_PER_BATCH = 100;
const FIXTURES = new URL("../packages/judges/golden/__fixtures__/judges/", import.meta.url);

interface Case {
  readonly id: string;
  readonly candidate: unknown;
  readonly reference: unknown;
}

const mathEqual = verify.MathEqual();
const judge = ({ candidate, reference }: Case): unknown =>
  mathEqual({ final_text: candidate, privileged: { reference } } as Row);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function timeOf(one: Case): number {
  let best = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < BATCHES; batch++) {
    const started = cpuMs();
    for (let call = 0; call < CALLS_PER_BATCH; call++) judge(one);
    best = Math.min(best, (cpuMs() - started) / CALLS_PER_BATCH);
  }
  return best;
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] as number;
let ok = true;

for (const file of ["math_equal", "math_fuzz"]) {
  const { cases } = JSON.parse(readFileSync(new URL(`${file}.json`, FIXTURES), "utf8")) as { cases: Case[] };
  for (let round = 0; round < WARM_UP; round++) for (const one of cases) judge(one);
  const times = cases.map((one) => ({ one, ms: timeOf(one) })).sort((a, b) => a.ms - b.ms);
  const sorted = times.map(({ ms }) => ms);
  const slowest = times.at(-1) as (typeof times)[number];
  console.log(
    `${file}: ${cases.length} cases, median ${at(sorted, 0.5).toFixed(3)} ms, p95 ${at(sorted, 0.95).toFixed(3)} ms, ` +
      `worst ${slowest.ms.toFixed(2)} ms (${slowest.one.id})`,
  );
  if (file === "math_equal") ok &&= at(sorted, 0.5) <= MEDIAN_MS;
}

const nines = "9".repeat(3990);
const numbers = (from: number): string => Array.from({ length: 800 }, (_, index) => index + from).join();
const HOSTILE: readonly [name: string, candidate: string, reference: string][] = [
  ["4,000 brackets", "(".repeat(4000), "1"],
  ["a tower of powers", "2^".repeat(1900).concat("2"), "2"],
  ["the factorial of 3,990 digits", `${nines}!`, "1"],
  ["a root of 3,900 digits", `\\sqrt{${nines.slice(0, 3900)}}`, nines.slice(0, 1950)],
  ["400 powers of x", `${"x^{999}+".repeat(400)}1`, "x"],
  ["two sets of 800 numbers", `\\{${numbers(0)}\\}`, `\\{${numbers(1)}\\}`],
  ["200 tangents and logarithms", `${"\\tan(x^2)\\ln(x)+".repeat(200)}1`, `1+${"\\tan(x^2)\\ln(x)+".repeat(200)}0`],
  ["50 squares inside squares", `${"((x+1)^2+".repeat(55)}1${")".repeat(55)}`, "x"],
  ["a chain of 1,800 inequalities", `${"x<1<".repeat(900)}2`, "x<1"],
  ["300 intervals joined", `${"[0,1]\\cup".repeat(300)}[0,1]`, "[0,2]"],
  ["2004! and 2006!", "1/2004!", "1/2006!"],
];
let worst = 0;
for (const [id, candidate, reference] of HOSTILE) {
  const started = cpuMs();
  judge({ id, candidate: `\\boxed{${candidate}}`, reference });
  judge({ id, candidate: reference, reference: candidate });
  const ms = (cpuMs() - started) / 2;
  worst = Math.max(worst, ms);
  console.log(`  ${id}: ${ms.toFixed(1)} ms`);
}
console.log(`hostile answers: worst ${worst.toFixed(1)} ms`);
ok &&= worst < WORST_MS;
console.log(
  ok ? "MathEqual is within its targets." : `MathEqual misses a target: median ${MEDIAN_MS} ms, worst ${WORST_MS} ms.`,
);
process.exitCode = ok ? 0 : 1;
