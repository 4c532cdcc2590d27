import { fixedText, percentText, type ReportOf, renderNotes } from "@whileai/core";
import { type HackScanReport, regimeText } from "../hack-scan/hack-scan-report.js";
import type { Band } from "../signal/band.js";
import type { GroupSignal } from "../signal/group-signal.js";
import type { TaskCalibration } from "./calibration.js";
import type { JunkCause } from "./junk-reply.js";
import type { LengthSummary } from "./length-summary.js";
import type { TruncatedPolicy } from "./optimize-options.js";
import type { PriorRound } from "./prior-round.js";
import type { RewardCorrelation } from "./reward-correlations.js";
import type { DroppedRow } from "./rl-entry.js";

/** A number before and after the selection; null where there is nothing to take it over. */
export interface BeforeAfter {
  readonly before: number | null;
  readonly after: number | null;
}

/** The fields of an RL selection's report. Counts are rows unless they say groups; a group is a task with a prompt. */
export interface RlSelectionFields {
  readonly mode: "rl";
  /** Rows that came in, after the gate of the earlier round. */
  readonly n: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly nSelected: number;
  readonly groupsSelected: number;
  readonly target: number;
  readonly order: "spread" | "middle";
  readonly band: Band;
  readonly bandRule: "point" | "posterior";
  readonly enforceBand: boolean;
  readonly prior: (PriorRound & { readonly rowsDropped: number }) | null;
  readonly privilegedLeaksDropped: number;
  /** Rows with privileged text that was long enough to look for. */
  readonly privilegedChecked: number;
  readonly textGates: { readonly applied: boolean; readonly reason: string };
  readonly gates: { readonly incompleteJunk: number; readonly doNothing: number; readonly unusableLabel: number };
  readonly junkCauses: readonly { readonly cause: JunkCause; readonly rows: number }[];
  readonly nAfterGates: number;
  readonly duplicates: {
    readonly policy: "keep" | "drop";
    /** Rows that repeat an earlier one of their prompt. */
    readonly nRepeats: number;
    readonly nDropped: number;
    /** Prompts that have repeats. */
    readonly groupsAffected: number;
    readonly duplicateRate: number | null;
    /** Repeats with another reward than the first. */
    readonly conflictingRewards: number;
  };
  readonly truncatedPolicy: TruncatedPolicy;
  readonly truncatedDropped: number;
  readonly truncatedKept: number;
  readonly truncatedPenalized: number;
  readonly truncatedSelected: number;
  /** Groups without contrast, the collapsed ones included. */
  readonly unanimousGroupsDropped: number;
  /** Groups that came with two or more rollouts and were left with one. */
  readonly collapsedGroupsDropped: number;
  readonly bandGroupsDropped: number;
  readonly bandDropped: { readonly tooEasy: number; readonly tooHard: number };
  /** Groups that the band rule is expected to have put on the wrong side, under a Jeffreys prior. */
  readonly expectedMisplaced: number;
  /** Groups that only ever had one rollout. */
  readonly singles: { readonly groups: number; readonly dropped: number };
  readonly nAfterTrim: number;
  readonly faultKinds: readonly { readonly fault: string; readonly groups: number }[];
  readonly meanReward: BeforeAfter;
  /** Mean rollouts per group. */
  readonly groupSize: BeforeAfter;
  /** Usable rewards that are neither 0 nor 1. */
  readonly nFractional: number;
  readonly evalSourced: number;
  readonly evalSourcedInput: number;
  readonly calibration: {
    readonly nTasks: number;
    /** Graded rows behind the pass rates. */
    readonly nRows: number;
    readonly nStamped: number;
    readonly tasks: readonly TaskCalibration[];
  };
  readonly length: LengthSummary;
  readonly correlations: readonly RewardCorrelation[];
  readonly signal: GroupSignal;
  /** The scan over all graded rows of the selected groups. */
  readonly hackScan: HackScanReport;
  /** Every row that was not selected, with its gate, in the order of the input. */
  readonly dropped: readonly DroppedRow[];
}

/** The report of an RL selection. */
export type RlSelectionReport = ReportOf<"selection", RlSelectionFields>;

/** The terminal text of an RL selection. */
export function renderRlSelection(report: RlSelectionReport): string {
  const [low, high] = report.band;
  const { tooEasy, tooHard } = report.bandDropped;
  const lines = [
    `rl selection: kept ${report.nSelected} of ${report.n} rows`,
    `  band ${percentText(low)}..${percentText(high)} pass rate: ${report.bandGroupsDropped} asks dropped (${tooEasy} too easy, ${tooHard} too hard)`,
    `  unanimous groups dropped: ${report.unanimousGroupsDropped}; duplicates dropped: ${report.duplicates.nDropped}; truncated ${report.truncatedPolicy}: ${report.truncatedDropped}`,
    `  privileged leaks dropped: ${report.privilegedLeaksDropped}`,
    ...gatesLine(report),
    `  groups kept: ${report.groupsSelected}`,
    `  hack scan: ${regimeText(report.hackScan.regime)}`,
  ];
  if (report.prior)
    lines.push(
      `  earlier round: ${report.prior.rowsDropped} rows dropped (${report.prior.droppedSolved} asks solved, ${report.prior.droppedUnsolved} unsolved)`,
    );
  if (report.singles.dropped > 0) lines.push(`  asks with one rollout dropped: ${report.singles.dropped}`);
  if (report.expectedMisplaced > 0)
    lines.push(`  asks that chance put on the wrong side of the band: about ${fixedText(report.expectedMisplaced, 1)}`);
  const { meanReward, groupSize } = report;
  lines.push(
    `  mean reward ${shown(meanReward.before)} -> ${shown(meanReward.after)}; rollouts per group ${shown(groupSize.before)} -> ${shown(groupSize.after)}`,
  );
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

function gatesLine({ gates }: RlSelectionReport): string[] {
  const named = [
    ["junk replies", gates.incompleteJunk],
    ["did nothing", gates.doNothing],
    ["without a usable reward", gates.unusableLabel],
  ] as const;
  const found = named.filter(([, count]) => count > 0);
  return found.length === 0 ? [] : [`  rows dropped: ${found.map(([name, count]) => `${name} ${count}`).join(", ")}`];
}

function shown(value: number | null): string {
  return value === null ? "n/a" : fixedText(value, 2);
}
