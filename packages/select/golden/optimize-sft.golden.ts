import type { Row } from "@whileai/core";
import { differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { optimize, type SftOptions, type SftSelection } from "../src/index.js";

/** Reports of the vectors are rounded, means per prompt to two decimals, the rest to four. */
const TOLERANCE = { abs: 5e-3 };
/** Our names for the picks that the vectors ask for. */
const PICKS: Readonly<Record<string, SftOptions["pick"]>> = {
  top_per_prompt: "top",
  random_per_prompt: "random",
  top_k_overall: "topOverall",
};

function optionsOf(input: GoldenCase): SftOptions {
  const { select, k, ...options } = input.options as Record<string, unknown>;
  return {
    ...options,
    mode: "sft",
    pick: select === undefined ? undefined : PICKS[String(select)],
    ...(k === undefined ? {} : { target: Number(k) }),
  };
}

const vectorName = (pick: string): string => Object.entries(PICKS).find(([, own]) => own === pick)?.[0] ?? pick;

function asVector({ report, rows }: SftSelection): GoldenCase {
  return {
    kept: rows.map((row) => row.rollout_id),
    keptCount: rows.length,
    report: {
      n: report.n,
      privileged_leaks_dropped: report.privilegedLeaksDropped,
      n_eligible: report.nEligible,
      n_selected: report.nSelected,
      n_not_pass: report.nNotPass,
      n_junk: report.nJunk,
      unique_behaviors: report.uniqueBehaviors,
      behaviors_covered: report.behaviorsCovered,
      selection: vectorName(report.pick),
      min_reward: report.minReward,
      reward_mean_eligible: report.rewardMeanEligible,
      reward_mean_selected: report.rewardMeanSelected,
      eval_sourced: report.evalSourced,
      completions_per_prompt_max: report.completionsPerPromptMax,
      completions_per_prompt_mean: report.completionsPerPromptMean,
      completions_per_prompt_median: report.completionsPerPromptMedian,
      prompts_with_one_completion: report.promptsWithOneCompletion,
      selection_effective: vectorName(report.pickEffective),
      has_small_k_note: report.notes.some((note) => note.code === "small_k"),
    },
  };
}

/** A random pick has no reference value, so where only the number of rows is given its means are not compared. */
function expectationOf(entry: GoldenCase): GoldenCase {
  const { printed: _, ...expect } = entry.expect as GoldenCase;
  const { reward_mean_eligible: eligible, reward_mean_selected: selected, ...drawn } = expect.report as GoldenCase;
  const report =
    "keptCount" in expect ? drawn : { ...drawn, reward_mean_eligible: eligible, reward_mean_selected: selected };
  return { ...expect, report: { ...report, ...(entry.right as GoldenCase | undefined) } };
}

export const runner: GoldenRunner = {
  files: ["select/optimize_sft.json"],
  run: (content) =>
    runCases(content, (entry) => {
      const input = entry.input as GoldenCase;
      const selection = optimize(input.rows as Row[], optionsOf(input));
      const { printed } = entry.expect as { printed: string[] };
      const text = `${selection}`.split("\n");
      return [
        ...differences(asVector(selection), expectationOf(entry), TOLERANCE),
        ...printed.filter((line) => !text.includes(line)).map((line) => `printed: ${JSON.stringify(line)} is missing`),
      ];
    }),
};
