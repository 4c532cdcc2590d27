import { countText, percentText, type ReportOf, renderNotes } from "@whileai/core";
import { numberText } from "../notes/number-text.js";
import { type CauseCount, causesText } from "./count-causes.js";
import { type DroppedRow, droppedLines } from "./drop-log.js";
import type { JunkCause } from "./junk-reply.js";
import { gainText, type SftGain } from "./sft-gain.js";
import type { SftGate } from "./sft-pool.js";
import type { TruncationCause } from "./truncation-cause.js";
import type { UnlabelledCause } from "./unlabelled.js";

/** How the completions were really chosen. */
export type EffectivePick = "top" | "topOverall" | "random" | "pass_filter" | "tie";

/** The fields of an SFT selection's report. */
export interface SftSelectionFields {
  readonly mode: "sft";
  readonly n: number;
  readonly nSkipped: number;
  readonly privilegedLeaksDropped: number;
  /** Those that repeat only what the prompt or a tool result had shown to the agent. */
  readonly privilegedLeaksShown: number;
  /** Rows with privileged text that was long enough to look for. */
  readonly privilegedChecked: number;
  /** Rows whose reward reaches the lowest one, whatever the other gates made of them. */
  readonly nPassing: number;
  /** Rows without a reward or below the lowest one. */
  readonly nNotPass: number;
  /** Why rows have no reward. */
  readonly unlabelledCauses: readonly CauseCount<UnlabelledCause>[];
  readonly nJunk: number;
  readonly junkCauses: readonly CauseCount<JunkCause>[];
  readonly truncatedPolicy: "drop" | "keep";
  readonly truncatedDropped: number;
  /** Cut replies that went as junk before the policy was asked. */
  readonly truncatedAsJunk: number;
  /** What says of the passing replies that they were cut. */
  readonly truncatedCauses: readonly CauseCount<TruncationCause>[];
  /** Selected replies that were cut by the token cap. */
  readonly truncatedSelected: number;
  readonly duplicates: {
    readonly policy: "keep" | "drop";
    /** Passing replies that say and do the same as another one of their prompt. */
    readonly nRepeats: number;
    readonly nDropped: number;
  };
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
  /** The latter over the former; null without a choice. */
  readonly strictWinnerShare: number | null;
  readonly perPrompt: number;
  readonly minReward: number;
  /** The highest reward that came in; null when none did. */
  readonly rewardHighest: number | null;
  /** Rewards below 0 or above 1. */
  readonly nOutOfRange: number;
  readonly target: number;
  readonly uniqueBehaviors: number;
  readonly behaviorsCovered: number;
  readonly rewardMeanEligible: number | null;
  readonly rewardMeanSelected: number | null;
  /** What a seeded random pick of as many rows would have given, and what the choice is worth beside it. */
  readonly control: SftGain & { readonly rewardMean: number | null; readonly behaviorsCovered: number };
  readonly completionsPerPromptMax: number;
  readonly completionsPerPromptMean: number | null;
  readonly completionsPerPromptMedian: number;
  readonly promptsWithOneCompletion: number;
  readonly evalSourced: number;
  /** Every row that was not selected, with its gate, in the order of the input. */
  readonly dropped: readonly DroppedRow<SftGate>[];
}

/** The report of an SFT selection. */
export type SftSelectionReport = ReportOf<"selection", SftSelectionFields>;

/** The terminal text of an SFT selection. */
export function renderSftSelection(report: SftSelectionReport): string {
  const least = Number.isInteger(report.minReward) ? numberText(report.minReward, 1) : String(report.minReward);
  const { duplicates, strictWinnerShare: share } = report;
  const gain = gainText(report.control);
  const [passedOver, pastTarget] = (["not_picked", "target"] as const).map(
    (gate) => report.dropped.filter((row) => row.gate === gate).length,
  ) as [number, number];
  return [
    `sft selection: kept ${report.nSelected} of ${countText(report.n, "row")}`,
    `  eligible ${report.nEligible} (reward >= ${least}), junk ${report.nJunk}${report.nJunk === 0 ? "" : ` (${causesText(report.junkCauses)})`}, not passing ${report.nNotPass}`,
    ...(report.nPassing === report.nEligible ? [] : [passingLine(report, least)]),
    `  privileged leaks dropped: ${report.privilegedLeaksDropped}`,
    `  duplicates ${duplicates.policy}: ${duplicates.nDropped}; truncated ${report.truncatedPolicy}: ${report.truncatedDropped}`,
    ...(report.truncatedPolicy === "keep" ? keptLine(report) : []),
    ...(passedOver + pastTarget === 0
      ? []
      : [`  passed over: ${passedOver}; past the target of ${countText(report.target, "row")}: ${pastTarget}`]),
    `  distinct behaviors: ${report.uniqueBehaviors}, covered: ${report.behaviorsCovered}`,
    `  mean reward ${shown(report.rewardMeanSelected)}, random pick ${shown(report.control.rewardMean)} (behaviors ${report.control.behaviorsCovered})`,
    ...(gain === null ? [] : [`  ${gain}`]),
    `  strictly best completion: ${report.promptsWithWinner} of ${countText(report.promptsWithChoice, "prompt")} with a choice${share === null ? "" : ` (${percentText(share)})`}`,
    ...droppedLines(report.dropped),
    ...renderNotes(report.notes),
  ].join("\n");
}

/** What the rows that pass and the candidates of the pick are is not the same, so both are said. */
function passingLine({ nPassing, pick, perPrompt }: SftSelectionReport, least: string): string {
  const left = pick === "topOverall" ? "the gates left" : `the gates and a pick of ${perPrompt} for each prompt left`;
  return `  rows with reward >= ${least}: ${nPassing}; eligible are those that ${left}`;
}

function keptLine({ truncatedSelected }: SftSelectionReport): string[] {
  return truncatedSelected === 0 ? [] : [`  cut replies kept: ${truncatedSelected}`];
}

function shown(value: number | null): string {
  return numberText(value, 2);
}
