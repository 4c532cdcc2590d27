import { type Report, type Row, taskKey } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { exportRows } from "./export/index.js";
import {
  buildPreferencePairs,
  calibrate,
  createDecontaminator,
  curriculum,
  decontaminate,
  decontaminateSemantic,
  gateSplit,
  gradientGate,
  groupAdvantages,
  groupSignal,
  HackMonitor,
  hackScan,
  hackScanDiff,
  nearDuplicatePrompts,
  nextRound,
  optimize,
  refusalReport,
  rewardCorrelations,
  splitHoldout,
  styleReport,
  traceFlagReport,
} from "./index.js";

/** Twelve tasks of eight rollouts that pay a word as the given numbers say, in turn. */
function rollouts(rewards: readonly unknown[]): Row[] {
  return Array.from({ length: 96 }, (_, index) => ({
    scenario_id: `t${index >> 3}`,
    rollout_id: `r${index}`,
    prompt: `Where is order number ${index >> 3} of the week?`,
    final_text: `${index % 5 === 0 ? "I am sorry, but I cannot do that." : "It left today."} ${index % 3 ? "Verified" : "Done"} ${index}.`,
    steps: [{ tool: index % 2 ? "lookup" : "refund", arguments: {}, result: "ok" }],
    usage: { output_tokens: 10 + (index % 4) },
    reward: rewards[(index + (index >> 3)) % rewards.length] as never,
  }));
}

const REWARDS: Readonly<Record<string, readonly unknown[]>> = {
  "1e308": [1e308, 0],
  "only 1e308": [1e308],
  "1e308 of both signs": [1e308, -1e308, 0.5],
  "the largest of all": [Number.MAX_VALUE, -Number.MAX_VALUE],
  "1e200": [1e200, -1e200, 1],
  "1e155": [1e155, 1],
  "minus zero": [-0, 1],
  "only minus zero": [-0],
  "the least": [Number.MIN_VALUE, -Number.MIN_VALUE],
  "NaN and infinities": [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1],
  strings: ["1e308", "-1e308"],
};

function monitored(rows: readonly Row[]): Report {
  const monitor = new HackMonitor({ endorsed: ["tool:lookup"], klBudget: 1 });
  for (let step = 0; step < 4; step++) {
    monitor.observe({ step, rows, kl: 1e308 });
    const scored = rows.map((row, index) => ({
      task_id: taskKey(row),
      final_text: `${row.final_text}`,
      proxy: Number(row.reward) * (step + 1),
      gold: Number(row.reward) * (index % 2 ? 1 : -1),
    }));
    monitor.evaluate({ step, rows: scored, kl: 1e308 });
  }
  return monitor.summary();
}

/** Rows that hold what JSON cannot are refused by an export. */
const isJson = ({ reward }: Row) => typeof reward !== "number" || Number.isFinite(reward);

const ESTIMATORS = ["grpo", "drGrpo", "rloo", "dapo"] as const;

const REPORTS: Readonly<Record<string, (rows: Row[]) => Report | Promise<Report>>> = {
  groupSignal: (rows) => groupSignal(rows),
  ...Object.fromEntries(
    ESTIMATORS.map((estimator) => [
      `groupAdvantages ${estimator}`,
      (rows: Row[]) => groupAdvantages(rows, { estimator }),
    ]),
  ),
  "optimize rl": (rows) => optimize(rows, { mode: "rl", endorsed: ["tool:lookup"] }).report,
  ...Object.fromEntries(
    (["top", "topOverall", "random"] as const).flatMap((pick) =>
      [1, 2].map((perPrompt) => [
        `optimize sft, ${pick}, ${perPrompt}`,
        (rows: Row[]) => optimize(rows, { mode: "sft", pick, perPrompt, target: 20, minReward: -1e300 }).report,
      ]),
    ),
  ),
  "optimize sft, high": (rows) => optimize(rows, { mode: "sft", minReward: 1e300 }).report,
  calibrate: (rows) => calibrate(rows).report,
  gradientGate: (rows) => gradientGate(rows, { strict: false, endorsed: ["tool:lookup"] }),
  gateSplit: (rows) => gateSplit(rows, { strict: false, mode: "rl", holdout: { fraction: 0.3, exact: true } }).gate,
  splitHoldout: (rows) => splitHoldout(rows, { fraction: 0.3, exact: true }).report,
  curriculum: (rows) => curriculum(rows),
  nextRound: (rows) => nextRound(rows),
  rewardCorrelations: (rows) => rewardCorrelations(rows),
  hackScan: (rows) => hackScan(rows, { endorsed: ["tool:lookup"] }),
  hackScanDiff: (rows) => hackScanDiff(rows, rollouts([1, 0, 0])),
  nearDuplicatePrompts: (rows) => nearDuplicatePrompts(rows),
  decontaminate: (rows) => decontaminate(rows, { against: { eval: rows.slice(0, 8) } }).report,
  createDecontaminator: (rows) => {
    const decontaminator = createDecontaminator({ eval: rows.slice(0, 8) });
    expect([...decontaminator.filter(rows)].length).toBeLessThan(rows.length);
    return decontaminator.report();
  },
  decontaminateSemantic: async (rows) =>
    (
      await decontaminateSemantic(rows, {
        against: { eval: rows.slice(0, 8) },
        embedder: async (texts) => texts.map((text) => [text.length, 1]),
        similarity: 0.99,
      })
    ).report,
  refusalReport: (rows) => refusalReport(rows),
  styleReport: (rows) => styleReport(rows),
  traceFlagReport: (rows) => traceFlagReport(rows),
  buildPreferencePairs: (rows) => buildPreferencePairs(rows).report,
  exportRows: (rows) => exportRows(rows.filter(isJson), { format: "rollouts", validate: false }).report,
  HackMonitor: monitored,
};

describe.each(Object.entries(REWARDS))("rewards: %s", (_, rewards) => {
  test.each(Object.entries(REPORTS))("%s tells what it can", async (_, make) => {
    const report = await make(rollouts(rewards));
    const text = String(report);
    expect(text.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/NaN|undefined|\[object|(?<![\d.])-0(?:\.0+)?(?![\d.])/);
    expect(() => JSON.stringify(report)).not.toThrow();
  });
});

test("means and gains of enormous rewards are told as what they are", () => {
  const sft = optimize(rollouts([1e308, 1]), { mode: "sft", perPrompt: 2, target: 20 }).report;
  expect(sft.rewardMeanSelected).toBe(1e308);
  expect(sft.control.gain).toBeGreaterThan(1e307);
  expect(sft.control.gainVerdict).toBe("better");
  const small = optimize(rollouts([1e8, 1]), { mode: "sft", perPrompt: 2, target: 20 }).report;
  expect(sft.control.gainP).toBe(small.control.gainP);
  expect((sft.control.gainInterval?.low ?? 0) / 1e308).toBeCloseTo((small.control.gainInterval?.low ?? 0) / 1e8, 6);
  expect(refusalReport(rollouts([1e308])).rewardAnswered).toBe(1e308);
  const { meanSize } = groupAdvantages(rollouts([1e308, 0]), { estimator: "drGrpo" });
  expect((meanSize ?? 0) / 1e308).toBeCloseTo(0.5, 9);
});
