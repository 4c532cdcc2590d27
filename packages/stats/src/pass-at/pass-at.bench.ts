import { derive, type Row } from "@whileai/core";
import { test } from "vitest";
import { betaAgent, probeRun } from "./__fixtures__/probe-run.js";
import { passAt } from "./pass-at.js";

const ROLLOUTS = 8;

function fixedRun(count: number): Row[] {
  const stream = derive(0, "bench", count);
  return Array.from({ length: count }, (_, index) => ({
    scenario_id: `task-${Math.floor(index / ROLLOUTS)}`,
    rollout_index: index % ROLLOUTS,
    reward: stream.integer(2),
    final_text: "The refund is on its way.",
    finish_reason: "stop",
  }));
}

for (const count of [10_000, 100_000]) {
  const rows = fixedRun(count);
  test(`${count} rows, ${ROLLOUTS} rollouts a task`, async ({ bench }) => {
    const { throughput } = await bench("passAt", () => void passAt(rows)).run({
      iterations: 10,
      warmupIterations: 2,
      time: 0,
    });
    console.log(`${Math.round(throughput.mean * count).toLocaleString("en")} rows/s`);
  });
}

test("a probed run of 12,500 tasks, with refits", async ({ bench }) => {
  const rows = probeRun(betaAgent(4), { tasks: 12_500, probe: 2, k: ROLLOUTS, seed: 0 });
  const { throughput } = await bench("passAt", () => void passAt(rows)).run({
    iterations: 10,
    warmupIterations: 2,
    time: 0,
  });
  console.log(`${Math.round(throughput.mean * rows.length).toLocaleString("en")} rows/s`);
});
