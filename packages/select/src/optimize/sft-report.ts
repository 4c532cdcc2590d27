import { fixedText, type ReportOf, renderNotes } from "@whileai/core";

/** How the completions were really chosen. */
export type EffectivePick = "top" | "topOverall" | "random" | "pass_filter" | "tie";

/** The fields of an SFT selection's report. */
export interface SftSelectionFields {
  readonly mode: "sft";
  readonly n: number;
  readonly nSkipped: number;
  readonly privilegedLeaksDropped: number;
  /** Rows without a reward or below the lowest one. */
  readonly nNotPass: number;
  readonly nJunk: number;
  /** Completions that may be imitated; with a choice for each prompt, the completions chosen before the target. */
  readonly nEligible: number;
  readonly nSelected: number;
  readonly pick: "top" | "topOverall" | "random";
  /** `pass_filter` when most prompts have one completion, `tie` when no prompt has a strictly best one. */
  readonly pickEffective: EffectivePick;
  /** Prompts with two or more passing completions. */
  readonly promptsWithChoice: number;
  /** Those whose best completion is strictly better than the next. */
  readonly promptsWithWinner: number;
  readonly perPrompt: number;
  readonly minReward: number;
  readonly target: number;
  readonly uniqueBehaviors: number;
  readonly behaviorsCovered: number;
  readonly rewardMeanEligible: number | null;
  readonly rewardMeanSelected: number | null;
  /** What a seeded random pick of as many rows would have given. */
  readonly control: { readonly rewardMean: number | null; readonly behaviorsCovered: number };
  readonly completionsPerPromptMax: number;
  readonly completionsPerPromptMean: number | null;
  readonly completionsPerPromptMedian: number;
  readonly promptsWithOneCompletion: number;
  /** Selected replies that were cut by the token cap. */
  readonly truncatedSelected: number;
  readonly evalSourced: number;
}

/** The report of an SFT selection. */
export type SftSelectionReport = ReportOf<"selection", SftSelectionFields>;

/** The terminal text of an SFT selection. */
export function renderSftSelection(report: SftSelectionReport): string {
  const least = Number.isInteger(report.minReward) ? fixedText(report.minReward, 1) : String(report.minReward);
  return [
    `sft selection: kept ${report.nSelected} of ${report.n} rows`,
    `  eligible ${report.nEligible} (reward >= ${least}), junk ${report.nJunk}, not passing ${report.nNotPass}`,
    `  privileged leaks dropped: ${report.privilegedLeaksDropped}`,
    `  distinct behaviors: ${report.uniqueBehaviors}, covered: ${report.behaviorsCovered}`,
    `  mean reward ${shown(report.rewardMeanSelected)}, random pick ${shown(report.control.rewardMean)} (behaviors ${report.control.behaviorsCovered})`,
    ...renderNotes(report.notes),
  ].join("\n");
}

function shown(value: number | null): string {
  return value === null ? "n/a" : fixedText(value, 2);
}
