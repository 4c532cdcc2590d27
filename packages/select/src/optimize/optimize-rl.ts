import { createReport, type Row } from "@whileai/core";
import { activityCorrelations } from "../correlations/reward-correlations.js";
import { hackScan } from "../hack-scan/hack-scan.js";
import { nearDuplicatePrompts } from "../near-duplicates/near-duplicate-prompts.js";
import { findLeak } from "../privileged/find-leak.js";
import { groupSignal } from "../signal/group-signal.js";
import { countNearTies, previewAdvantages } from "./advantage-preview.js";
import { type ArrivedGroup, arrivedGroups } from "./arrived-groups.js";
import { measureCalibration, stampCalibration, type TaskCalibration } from "./calibration.js";
import { countCauses } from "./count-causes.js";
import { measureDifficulty } from "./difficulty.js";
import { DropLog } from "./drop-log.js";
import { findRepeats } from "./duplicates.js";
import { groupGates } from "./group-gates.js";
import { summarizeLength } from "./length-summary.js";
import { isMeasuredOutOfRange } from "./measured-reward.js";
import type { RlSettings } from "./optimize-options.js";
import { type AskGroup, groupFault, pickGroups } from "./pick-groups.js";
import { markTruncated, readEntries } from "./read-entries.js";
import type { RlDropLog, RlEntry } from "./rl-entry.js";
import { rlNotes } from "./rl-notes.js";
import { type BeforeAfter, type RlSelectionFields, type RlSelectionReport, renderRlSelection } from "./rl-report.js";
import { rowGates } from "./row-gates.js";
import { Selection } from "./selection.js";
import { truncationCause } from "./truncation-cause.js";
import { unlabelledCause } from "./unlabelled.js";

/** Selects rows for reinforcement learning: the gates in their order, then whole groups up to the target. */
export function optimizeRl<R extends Row>(rows: Iterable<R>, settings: RlSettings): Selection<R, RlSelectionReport> {
  const log: RlDropLog = new DropLog();
  const arrived = readEntries(rows, settings, log);
  const cameIn = arrivedGroups(arrived.entries);

  let privilegedChecked = 0;
  let privilegedLeaksShown = 0;
  const unleaked = log.sieve(arrived.entries, ({ row }) => {
    const leak = findLeak(row, settings.leakRule);
    if (leak.checked) privilegedChecked++;
    if (leak.wasShown) privilegedLeaksShown++;
    return leak.field === null ? null : "privileged_leak";
  });
  const marked = unleaked.map((entry) => markTruncated(entry, settings.truncated));
  const gated = rowGates(marked, log);

  // Difficulty is what the policy did, so repeats count in it; what a cut reply would have been is not known, so it does not.
  const difficulty = measureDifficulty(gated.entries, (entry) => !entry.rides);
  const repeats = findRepeats(gated.textGates.applied ? gated.entries : []);
  const trimmed = log.sieve(gated.entries, (entry) => {
    if (settings.duplicates === "drop" && repeats.later.has(entry)) return "duplicate";
    return settings.truncated === "drop" && entry.truncated ? "truncated" : null;
  });
  // The rewards that are left of a task on another scale are no pass rate, so the band does not judge it.
  const unrated = new Set(arrived.entries.filter(({ row }) => isMeasuredOutOfRange(row)).map(({ task }) => task));
  const surviving = groupGates(trimmed, { cameIn, difficulty, unrated }, settings, log);
  const picked = pickGroups(surviving.groups, settings);
  const pickedAsks = new Set(picked.map((group) => group.ask));
  for (const group of surviving.groups)
    if (!pickedAsks.has(group.ask)) for (const entry of group.entries) log.add(entry, "target");

  const selected = picked.flatMap((group) => group.entries);
  const tasks = measureCalibration(new Set(picked.map((group) => group.task)), arrived.entries);
  const stamped = stampRows(selected, tasks);
  const cut = marked.filter((entry) => entry.truncated).length;
  const scanned = [...gradedOfPicked(arrived.entries, pickedAsks, settings)];
  const signal = groupSignal(stamped, { band: settings.band });
  const arrivedSignal = groupSignal(arrived.entries.map((entry) => entry.row));
  const fields: RlSelectionFields = {
    mode: "rl",
    n: arrived.entries.length,
    nSkipped: arrived.nSkipped,
    nSelected: selected.length,
    groupsSelected: picked.length,
    target: settings.target,
    order: settings.order,
    band: settings.band,
    bandRule: settings.bandRule,
    enforceBand: settings.enforceBand,
    prior: arrived.prior,
    privilegedLeaksDropped: log.count("privileged_leak"),
    privilegedLeaksShown,
    privilegedChecked,
    textGates: gated.textGates,
    gates: {
      incompleteJunk: log.count("incomplete_junk"),
      doNothing: log.count("do_nothing"),
      unusableLabel: log.count("unusable_label"),
    },
    junkCauses: gated.junkCauses,
    unlabelledCauses: countCauses(
      arrived.entries
        .filter(({ label, truncated }) => label === null && !(truncated && settings.truncated === "penalize"))
        .map(({ row }) => unlabelledCause(row)),
    ),
    nAfterGates: gated.entries.length,
    duplicates: {
      policy: settings.duplicates,
      nRepeats: repeats.later.size,
      nDropped: log.count("duplicate"),
      groupsAffected: repeats.prompts,
      duplicateRate: gated.entries.length === 0 ? null : repeats.later.size / gated.entries.length,
      conflictingRewards: repeats.conflicts,
    },
    truncatedPolicy: settings.truncated,
    truncatedDropped: log.count("truncated"),
    truncatedAsJunk: gated.truncatedAsJunk,
    truncatedCauses: countCauses(
      arrived.entries.filter(({ truncated }) => truncated).map(({ row }) => truncationCause(row)),
    ),
    truncatedKept: settings.truncated === "keep" ? cut : 0,
    truncatedPenalized: settings.truncated === "penalize" ? cut : 0,
    truncatedSelected: selected.filter((entry) => entry.truncated).length,
    unanimousGroupsDropped: surviving.unanimous,
    collapsedGroupsDropped: surviving.collapsed,
    unanimousSoFar: surviving.unanimousSoFar,
    ungradedGroupsDropped: [...cameIn.values()].filter(({ graded }) => graded === 0).length,
    minSpread: settings.minSpread,
    bandGroupsDropped: surviving.tooEasy + surviving.tooHard,
    bandDropped: { tooEasy: surviving.tooEasy, tooHard: surviving.tooHard },
    expectedMisplaced: surviving.expectedMisplaced,
    singles: { groups: surviving.singles, dropped: surviving.singlesDropped },
    nAfterTrim: surviving.groups.reduce((sum, group) => sum + group.entries.length, 0),
    faultKinds: faultKinds(picked),
    meanReward: meanReward(arrived.entries, selected),
    passRate: { before: meanRate(cameIn), after: meanRate(arrivedGroups(selected)) },
    groupSize: groupSize(arrived.entries, selected),
    nFractional: gated.entries.filter(({ label }) => label !== 0 && label !== 1).length,
    nearTieGroups: countNearTies(picked),
    advantages: previewAdvantages(picked),
    evalSourced: countEvalSourced(selected),
    evalSourcedInput: countEvalSourced(arrived.entries),
    calibration: {
      nTasks: tasks.length,
      nRows: tasks.reduce((sum, task) => sum + task.n, 0),
      nStamped: stamped.filter((row, at) => row !== selected[at]?.row).length,
      tasks,
    },
    length: summarizeLength(selected),
    nearDuplicates: nearDuplicatePrompts(stamped),
    correlations: activityCorrelations(stamped),
    signal,
    scanned: { rows: scanned.length, selected: selected.length },
    hackScan: hackScan(scanned, { endorsed: settings.endorsed, seed: settings.seed }),
    dropped: log.list(),
  };
  const notes = rlNotes(fields, {
    kBefore: arrivedSignal.k,
    nGraded: arrived.entries.filter(({ label }) => label !== null).length,
    largestGroup: surviving.largestGroup,
    audit: settings.audit,
    stoppedOnOutcomes: [...cameIn.values()].some(({ planned }) => planned > 0),
  });
  return new Selection("rl", stamped, createReport("selection", fields, notes, renderRlSelection));
}

/** All graded rows of the selected groups, the trimmed ones included, with the rewards that training would see. */
function* gradedOfPicked<R extends Row>(
  entries: readonly RlEntry<R>[],
  asks: ReadonlySet<string>,
  { truncated }: RlSettings,
): Generator<R> {
  for (const entry of entries) {
    if (!asks.has(entry.ask)) continue;
    const marked = markTruncated(entry, truncated);
    if (marked.label !== null) yield marked.row;
  }
}

function stampRows<R extends Row>(entries: readonly RlEntry<R>[], tasks: readonly TaskCalibration[]): R[] {
  const byTask = new Map(tasks.map((task) => [task.taskId, task]));
  return entries.map(({ row, task }) => {
    const measured = byTask.get(task);
    return measured === undefined ? row : stampCalibration(row, measured);
  });
}

function faultKinds(groups: readonly AskGroup[]): { fault: string; groups: number }[] {
  return [...countBy(groups, groupFault)].map(([fault, count]) => ({ fault, groups: count }));
}

function meanReward(before: readonly RlEntry<Row>[], after: readonly RlEntry<Row>[]): BeforeAfter {
  const mean = (entries: readonly RlEntry<Row>[]) => {
    const rewards = entries.map(({ label }) => label).filter((label) => label !== null);
    return rewards.length === 0 ? null : rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  };
  return { before: mean(before), after: mean(after) };
}

/** Mean over groups of their mean reward: a long group weighs no more than a short one. */
function meanRate(groups: ReadonlyMap<string, ArrivedGroup>): number | null {
  const rates = [...groups.values()].filter(({ graded }) => graded > 0).map(({ sum, graded }) => sum / graded);
  return rates.length === 0 ? null : rates.reduce((total, rate) => total + rate, 0) / rates.length;
}

function groupSize(before: readonly RlEntry<Row>[], after: readonly RlEntry<Row>[]): BeforeAfter {
  const mean = (entries: readonly RlEntry<Row>[]) =>
    entries.length === 0 ? null : entries.length / new Set(entries.map((entry) => entry.ask)).size;
  return { before: mean(before), after: mean(after) };
}

function countEvalSourced(entries: readonly RlEntry<Row>[]): number {
  return entries.filter(({ row }) => row.lineage?.source === "eval").length;
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
