import { createReport, isTruncated, type Row } from "@whileai/core";
import { DropLog } from "./drop-log.js";
import type { SftSettings } from "./optimize-options.js";
import { Selection } from "./selection.js";
import { type Completion, groupByPrompt } from "./sft-completion.js";
import { meanReward, sftGain } from "./sft-gain.js";
import { sftNotes } from "./sft-notes.js";
import { pickCompletions, randomControl } from "./sft-pick.js";
import { readPool, type SftGate } from "./sft-pool.js";
import {
  type EffectivePick,
  renderSftSelection,
  type SftSelectionFields,
  type SftSelectionReport,
} from "./sft-report.js";

/** Selects completions to imitate: rejection sampling, with a random pick of the same size beside it. */
export function optimizeSft<R extends Row>(rows: Iterable<R>, settings: SftSettings): Selection<R, SftSelectionReport> {
  const log = new DropLog<SftGate>();
  const pool = readPool(rows, settings, log);
  const prompts = groupByPrompt(pool.completions);
  const { eligible, selected } = pickCompletions(pool.completions, prompts, settings);
  const control = randomControl(pool.completions, prompts, settings, selected.length);
  const [candidates, kept] = [new Set(eligible), new Set(selected)];
  for (const one of pool.completions) if (!kept.has(one)) log.add(one, candidates.has(one) ? "target" : "not_picked");

  const sizes = [...pool.perPrompt.values()].sort((left, right) => left - right);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const choices = [...prompts.values()].filter((group) => group.length >= 2);
  const promptsWithWinner = choices.filter(hasWinner).length;
  const fields: SftSelectionFields = {
    mode: "sft",
    n: pool.n,
    nSkipped: log.count("not_a_row"),
    privilegedLeaksDropped: log.count("privileged_leak"),
    privilegedLeaksShown: pool.privilegedLeaksShown,
    privilegedChecked: pool.privilegedChecked,
    nPassing: pool.nPassing,
    nNotPass: log.count("ungraded") + log.count("below_reward"),
    unlabelledCauses: pool.unlabelledCauses,
    nJunk: log.count("junk"),
    junkCauses: pool.junkCauses,
    truncatedPolicy: settings.truncated,
    truncatedDropped: log.count("truncated"),
    truncatedAsJunk: pool.truncatedAsJunk,
    truncatedCauses: pool.truncatedCauses,
    truncatedSelected: selected.filter(({ row }) => isTruncated(row)).length,
    duplicates: { policy: settings.duplicates, nRepeats: pool.nRepeats, nDropped: log.count("duplicate") },
    nEligible: eligible.length,
    nSelected: selected.length,
    pick: settings.pick,
    pickEffective: effectivePick(settings.pick, median, promptsWithWinner),
    promptsWithChoice: choices.length,
    promptsWithWinner,
    strictWinnerShare: choices.length === 0 ? null : promptsWithWinner / choices.length,
    perPrompt: settings.perPrompt,
    minReward: settings.minReward,
    rewardHighest: pool.rewardHighest,
    nOutOfRange: pool.nOutOfRange,
    target: settings.target,
    uniqueBehaviors: behaviors(eligible),
    behaviorsCovered: behaviors(selected),
    rewardMeanEligible: meanOf(eligible),
    rewardMeanSelected: meanOf(selected),
    control: {
      rewardMean: meanOf(control),
      behaviorsCovered: behaviors(control),
      ...sftGain(selected, control, settings.seed),
    },
    completionsPerPromptMax: sizes.at(-1) ?? 0,
    completionsPerPromptMean: sizes.length === 0 ? null : pool.n / sizes.length,
    completionsPerPromptMedian: median,
    promptsWithOneCompletion: sizes.filter((size) => size === 1).length,
    evalSourced: selected.filter(({ row }) => row.lineage?.source === "eval").length,
    dropped: log.list(),
  };
  const report = createReport("selection", fields, sftNotes(fields), renderSftSelection);
  return new Selection(
    "sft",
    selected.map(({ row }) => row),
    report,
  );
}

function hasWinner(group: readonly Completion[]): boolean {
  const best = group.reduce((most, one) => Math.max(most, one.reward), Number.NEGATIVE_INFINITY);
  return group.filter((one) => one.reward === best).length === 1;
}

function effectivePick(pick: SftSettings["pick"], median: number, winners: number): EffectivePick {
  if (pick === "topOverall") return pick;
  if (median <= 1) return "pass_filter";
  return pick === "top" && winners === 0 ? "tie" : pick;
}

function behaviors(completions: readonly Completion[]): number {
  return new Set(completions.map((one) => one.signature)).size;
}

function meanOf(completions: readonly Completion[]): number | null {
  return completions.length === 0 ? null : meanReward(completions);
}
