/**
 * The whole path, not only the estimator: agents with known pass rates run through `simulate({ mode: "rl" })`, which probes
 * each prompt twice and fills to k = 8 where the probes disagree; `passAt` is held against the truth. 2,000 tasks.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/pass-at-through-simulate.ts [SEEDS]
 */

import { derive } from "../packages/core/src/index.js";
import { type AgentFunction, simulate } from "../packages/simulate/src/index.js";
import { passAt } from "../packages/stats/src/index.js";
import {
  betaAgent,
  type KnownAgent,
  steadyAgent,
  truth,
} from "../packages/stats/src/pass-at/__fixtures__/probe-run.js";
import { countArgument } from "./count-argument.js";

const TASKS = 2000;
const K = 8;
const LIMITS = { passAt1: 0.01, passAtK: 0.03, headroom: 0.03 };
const seeds = countArgument("SEEDS", 10);

async function measured(agent: KnownAgent, seed: number) {
  const rates = new Map<string, number>();
  const rateOf = (scenario: string): number => {
    const known = rates.get(scenario) ?? agent.drawRate(derive(seed, "rate", scenario));
    rates.set(scenario, known);
    return known;
  };
  const play: AgentFunction = (_message, { scenarioId, seed: rolloutSeed }) =>
    derive(rolloutSeed, "outcome").uniform() < rateOf(scenarioId) ? "It is done." : "It is not done.";
  const passes = (row: { final_text?: string }): 0 | 1 => (row.final_text === "It is done." ? 1 : 0);
  const { rows } = await simulate({
    agent: play,
    tools: [],
    systemPrompt: "Do what is asked.",
    simulator: false,
    mode: "rl",
    repeats: K,
    seeds: Array.from({ length: TASKS }, (_, index) => `Do job ${index + 1}.`),
    budget: TASKS * K,
    grader: passes,
    seed,
    onProgress: () => {},
  });
  const tasks = new Set(rows.map((row) => row.scenario_id));
  const kept = new Set([...tasks].slice(0, TASKS));
  return passAt(rows.filter((row) => kept.has(row.scenario_id)).map((row) => ({ ...row, reward: passes(row) })));
}

let worst = 0;
console.log(`measured/true, mean over ${seeds} seeds of ${TASKS} tasks through simulate, probe 2, fill to ${K}`);
for (const agent of [steadyAgent(0.2), steadyAgent(0.5), steadyAgent(0.8), steadyAgent(0.9), betaAgent(4)]) {
  const sum = { passAt1: 0, passAtK: 0, headroom: 0 };
  for (let seed = 0; seed < seeds; seed++) {
    const report = await measured(agent, seed);
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += (report[name] ?? Number.NaN) / seeds;
  }
  const known = truth(agent, K);
  const cells = (Object.keys(sum) as (keyof typeof sum)[]).map((name) => {
    worst = Math.max(worst, Math.abs(sum[name] - known[name]) / LIMITS[name]);
    return `${name} ${sum[name].toFixed(3)}/${known[name].toFixed(3)}`;
  });
  console.log(`${agent.name.padEnd(12)} ${cells.join("  ")}`);
}
console.log(
  `worst gap is ${(worst * 100).toFixed(0)}% of what is allowed (0.01 for pass@1, 0.03 for pass@8 and headroom)`,
);
process.exitCode = worst <= 1 ? 0 : 1;
