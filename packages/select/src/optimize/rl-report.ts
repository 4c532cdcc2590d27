import { countText, fixedText, percentText, type ReportOf, renderNotes } from "@whileai/core";
import type { RewardCorrelation } from "../correlations/correlations-report.js";
import { type HackScanReport, regimeText } from "../hack-scan/hack-scan-report.js";
import type { NearDuplicatesReport } from "../near-duplicates/near-duplicates-report.js";
import { ESTIMATOR_NAMES } from "../signal/advantage-estimators.js";
import type { Band } from "../signal/band.js";
import type { GroupSignal } from "../signal/group-signal.js";
import type { AdvantagePreview } from "./advantage-preview.js";
import type { TaskCalibration } from "./calibration.js";
import { type CauseCount, causesText } from "./count-causes.js";
import { type DroppedRow, droppedLines } from "./drop-log.js";
import type { JunkCause } from "./junk-reply.js";
import type { LengthSummary } from "./length-summary.js";
import type { TruncatedPolicy } from "./optimize-options.js";
import type { PriorRound } from "./prior-round.js";
import type { RlGate } from "./rl-entry.js";
import type { TruncationCause } from "./truncation-cause.js";
import type { UnlabelledCause } from "./unlabelled.js";

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
  /** Those that repeat only what the prompt or a tool result had shown to the agent. */
  readonly privilegedLeaksShown: number;
  /** Rows with privileged text that was long enough to look for. */
  readonly privilegedChecked: number;
  readonly textGates: { readonly applied: boolean; readonly reason: string };
  readonly gates: { readonly incompleteJunk: number; readonly doNothing: number; readonly unusableLabel: number };
  readonly junkCauses: readonly CauseCount<JunkCause>[];
  /** Why rows that came in have no reward from 0 to 1. */
  readonly unlabelledCauses: readonly CauseCount<UnlabelledCause>[];
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
  /** Cut replies that went as junk before the policy was asked. */
  readonly truncatedAsJunk: number;
  /** What says of the rows that came in that they were cut. */
  readonly truncatedCauses: readonly CauseCount<TruncationCause>[];
  readonly truncatedKept: number;
  readonly truncatedPenalized: number;
  readonly truncatedSelected: number;
  /** Groups without contrast, the collapsed ones included. */
  readonly unanimousGroupsDropped: number;
  /** Groups that came with two or more rollouts and were left with one. */
  readonly collapsedGroupsDropped: number;
  /** Groups dropped as unanimous or collapsed though rollouts without a reward, or never run, might differ. */
  readonly unanimousSoFar: number;
  /** Groups that came without a single usable reward. */
  readonly ungradedGroupsDropped: number;
  /** Difference of rewards from which a group has contrast; 0 is any. */
  readonly minSpread: number;
  readonly bandGroupsDropped: number;
  readonly bandDropped: { readonly tooEasy: number; readonly tooHard: number };
  /** Groups that the band rule is expected to have put on the wrong side, under a Jeffreys prior. */
  readonly expectedMisplaced: number;
  /** Groups that only ever had one rollout. */
  readonly singles: { readonly groups: number; readonly dropped: number };
  readonly nAfterTrim: number;
  readonly faultKinds: readonly { readonly fault: string; readonly groups: number }[];
  readonly meanReward: BeforeAfter;
  /** Mean over groups of their mean reward. */
  readonly passRate: BeforeAfter;
  /** Mean rollouts per group. */
  readonly groupSize: BeforeAfter;
  /** Usable rewards that are neither 0 nor 1. */
  readonly nFractional: number;
  /** Selected groups whose rewards differ by less than 0.1. */
  readonly nearTieGroups: number;
  /** What trainers will make of the selected rewards, by estimator. */
  readonly advantages: readonly AdvantagePreview[];
  readonly evalSourced: number;
  readonly evalSourcedInput: number;
  readonly calibration: {
    readonly nTasks: number;
    /** Graded rows behind the pass rates. */
    readonly nRows: number;
    /** Selected rows that carry the rate measured here; the others keep one that was measured on more rollouts. */
    readonly nStamped: number;
    readonly tasks: readonly TaskCalibration[];
  };
  readonly length: LengthSummary;
  /** Selected prompts that are nearly the same; none is dropped for it. */
  readonly nearDuplicates: NearDuplicatesReport;
  readonly correlations: readonly RewardCorrelation[];
  readonly signal: GroupSignal;
  /** Rows that the scan read, all graded ones of the selected groups, beside the rows selected of them. */
  readonly scanned: { readonly rows: number; readonly selected: number };
  /** The scan over all graded rows of the selected groups. */
  readonly hackScan: HackScanReport;
  /** Every row that was not selected, with its gate, in the order of the input. */
  readonly dropped: readonly DroppedRow<RlGate>[];
}

/** The report of an RL selection. */
export type RlSelectionReport = ReportOf<"selection", RlSelectionFields>;

/** The terminal text of an RL selection. */
export function renderRlSelection(report: RlSelectionReport): string {
  const [low, high] = report.band;
  const { tooEasy, tooHard } = report.bandDropped;
  const lines = [
    `rl selection: kept ${report.nSelected} of ${countText(report.n, "row")}`,
    ...arrivedLine(report),
    `  band ${percentText(low)}..${percentText(high)} pass rate: ${countText(report.bandGroupsDropped, "ask")} dropped (${tooEasy} too easy, ${tooHard} too hard)`,
    `  unanimous groups dropped: ${report.unanimousGroupsDropped}; duplicates dropped: ${report.duplicates.nDropped}; ${truncatedText(report)}`,
    `  privileged leaks dropped: ${report.privilegedLeaksDropped}`,
    ...gatesLine(report),
    `  groups kept: ${report.groupsSelected}`,
    `  hack scan: ${regimeText(report.hackScan.regime)}`,
  ];
  lines.push(...targetLine(report));
  if (report.prior)
    lines.push(
      `  earlier round: ${countText(report.prior.rowsDropped, "row")} dropped (asks solved ${report.prior.droppedSolved}, unsolved ${report.prior.droppedUnsolved})`,
    );
  if (report.truncatedPolicy === "keep" && report.truncatedSelected > 0)
    lines.push(`  cut replies kept: ${report.truncatedSelected}`);
  if (report.truncatedAsJunk > 0)
    lines.push(`  cut replies dropped as junk, as they are long: ${report.truncatedAsJunk}`);
  if (report.singles.groups > 0)
    lines.push(`  asks with one rollout: ${report.singles.groups}, dropped ${report.singles.dropped}`);
  if (report.expectedMisplaced > 0)
    lines.push(`  asks that chance put on the wrong side of the band: about ${fixedText(report.expectedMisplaced, 1)}`);
  const { meanReward, passRate, groupSize, scanned } = report;
  lines.push(
    `  mean reward ${change(meanReward)}; mean pass rate of groups ${change(passRate)}; rollouts per group ${change(groupSize)}`,
  );
  if (report.nFractional > 0) lines.push(advantagesLine(report));
  if (scanned.rows > 0)
    lines.push(
      `  the scan read ${countText(scanned.rows, "graded row")} of the groups kept; of them kept ${scanned.selected}`,
    );
  return [...lines, ...droppedLines(report.dropped), ...renderNotes(report.notes)].join("\n");
}

/** How many rows there were before the earlier round took its own. */
function arrivedLine({ prior, n }: RlSelectionReport): string[] {
  if (prior === null || prior.rowsDropped === 0) return [];
  return [`  of the ${n + prior.rowsDropped} that came, the earlier round had ${prior.rowsDropped} outside the band`];
}

/** What became of cut replies: those that a penalty kept are no dropped ones. */
function truncatedText({ truncatedPolicy, truncatedPenalized, truncatedDropped }: RlSelectionReport): string {
  return truncatedPolicy === "penalize"
    ? `truncated penalized: ${truncatedPenalized}`
    : `truncated ${truncatedPolicy}: ${truncatedDropped}`;
}

/** Groups stay whole, so the one that reaches the target may pass it. */
function targetLine({ nSelected, nAfterTrim, target }: RlSelectionReport): string[] {
  const said = [
    ...(nAfterTrim > nSelected ? [`${nAfterTrim - nSelected} left out`] : []),
    ...(nSelected > target ? [`${nSelected - target} more kept, as groups stay whole`] : []),
  ];
  return said.length === 0 ? [] : [`  past the target of ${countText(target, "row")}: ${said.join(", ")}`];
}

function gatesLine({ gates, junkCauses }: RlSelectionReport): string[] {
  const named = [
    ["junk replies", gates.incompleteJunk, ` (${causesText(junkCauses)})`],
    ["did nothing", gates.doNothing, ""],
    ["without a usable reward", gates.unusableLabel, ""],
  ] as const;
  const found = named.filter(([, count]) => count > 0).map(([name, count, why]) => `${name} ${count}${why}`);
  return found.length === 0 ? [] : [`  rows dropped: ${found.join(", ")}`];
}

function advantagesLine({ advantages }: RlSelectionReport): string {
  const each = advantages.map(
    ({ estimator, meanSize, largest }) => `${ESTIMATOR_NAMES[estimator]} ${shown(meanSize)} (${shown(largest)})`,
  );
  return `  advantages, mean size (largest): ${each.join(", ")}`;
}

function change({ before, after }: BeforeAfter): string {
  return `${shown(before)} -> ${shown(after)}`;
}

function shown(value: number | null): string {
  return value === null ? "n/a" : fixedText(value, 2);
}
