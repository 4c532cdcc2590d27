import {
  checkOptions,
  createReport,
  DEFAULT_LEVEL,
  mean,
  openShare,
  optionRule,
  type Row,
  type RowLike,
} from "@whileai/core";
import { taskClusters } from "../metric/task-clusters.js";
import { type GroupedRollouts, groupRollouts, hasContrast, type LaidOut, RolloutCount } from "./cell-board.js";
import { type CellSettings, failureCells } from "./failure-cells.js";
import { failureSummary, nextStep } from "./failure-summary.js";
import { failureTableNotes } from "./failure-table-notes.js";
import { failureTableText } from "./failure-table-text.js";
import type { FailureGrouping, FailureTable, FailureTableOptions } from "./failure-table-types.js";
import { FieldNames } from "./field-names.js";
import { allGroupings, type Grouping, groupingsOf, knownGroupings, type Placement } from "./grouping.js";
import { intervalOverTasks } from "./interval-over-tasks.js";
import { rateOf } from "./rest-comparison.js";
import { RolloutTally } from "./rollout-tally.js";

/** Fewest graded tasks of a cell that is ranked. Convention: below it, the interval spans most of the range. */
const DEFAULT_MIN_TASKS = 5;
const DEFAULT_CORRECTION = "benjamini-hochberg";

const grouping = /* @__PURE__ */ (() => optionRule.either(optionRule.notBlank, optionRule.callable))();
const rules = /* @__PURE__ */ (() => ({
  by: optionRule.either(grouping, optionRule.listOf(grouping, 1)),
  level: openShare,
  minTasks: optionRule.integer(2),
  correction: optionRule.oneOf(["benjamini-hochberg", "holm", "none"]),
  clusterBy: grouping,
}))();

/** Takes rows one at a time and reports on all of them at any moment. */
export interface FailureTableAccumulator {
  /** Counts one row; anything that is not a row is skipped and counted. */
  add(row: RowLike): FailureTableAccumulator;
  report(): FailureTable;
}

/** One entry of `by`, and what it stands for. */
interface Asked {
  readonly entry: FailureGrouping;
  readonly groupings: readonly Grouping[];
}

/** The groupings that were asked for; a field must be there, what is known by name may be lacking. */
function groupAsAsked(asked: readonly Asked[], rollouts: readonly LaidOut[], fields: FieldNames): GroupedRollouts[] {
  const known = new Set(knownGroupings());
  const groups = new Map<string, GroupedRollouts>();
  let index = 0;
  for (const { entry, groupings } of asked) {
    const all = groupings.map(({ name }) => groupRollouts(rollouts, name, index++));
    const found = all.filter(({ universes }) => universes.size > 0);
    const isField = typeof entry === "string" && !known.has(entry);
    if (isField && found.length === 0 && rollouts.length > 0) throw fields.unknown(entry);
    // "tool" stands for two groupings, of which rows may have one.
    for (const group of found.length > 0 ? found : all) groups.set(group.name, group);
  }
  return [...groups.values()];
}

const NOWHERE: readonly Placement[] = [];

/** Reads where rows lie, equal placements as one object: rows are many, and the places where they lie are few. */
function sharedPlaces({ place }: Grouping): (row: Row) => readonly Placement[] {
  const known = new Map<string, readonly Placement[]>();
  return (row) => {
    const found = place(row);
    if (found.length === 0) return NOWHERE;
    const key = JSON.stringify(found);
    const shared = known.get(key);
    if (shared === undefined) known.set(key, found);
    return shared ?? found;
  };
}

/**
 * `failureTable` for rows that arrive over time or do not fit in memory: of each row is kept where it lies and how it ended,
 * not what was said.
 *
 * Throws an `OptionError` for an unknown option or a bad value; `report()` for a field in `by` that no row has.
 *
 * @example
 * const table = createFailureTable({ by: "tool" });
 * for await (const row of readRows("runs/today/rows.jsonl")) table.add(row);
 * console.log(`${table.report()}`);
 */
export function createFailureTable(options: FailureTableOptions = {}): FailureTableAccumulator {
  checkOptions("failureTable", options, rules);
  const { by, level = DEFAULT_LEVEL, minTasks = DEFAULT_MIN_TASKS, correction = DEFAULT_CORRECTION } = options;
  const entries = by === undefined ? null : typeof by === "string" || typeof by === "function" ? [by] : by;
  const asked = entries?.map((entry, position) => ({ entry, groupings: groupingsOf(entry, position) })) ?? null;
  const groupings = asked?.flatMap((one) => one.groupings) ?? allGroupings();
  const places = groupings.map(sharedPlaces);
  const tally = new RolloutTally((row) => ({ placements: places.map((place) => place(row)) }));
  const fields = new FieldNames();
  const clusters = taskClusters(options.clusterBy);
  const settings: CellSettings = { level, minTasks, correction };

  function report(): FailureTable {
    const { rollouts, ...left } = tally.counted();
    const groups =
      asked === null
        ? groupings.map(({ name }, index) => groupRollouts(rollouts, name, index)).filter(hasContrast)
        : groupAsAsked(asked, rollouts, fields);
    const whole = new RolloutCount();
    for (const rollout of rollouts) whole.add(rollout);
    const rates = [...whole.tasks.values()].map(rateOf);
    const ranked = failureCells(groups, whole.nFailures, settings, clusters);
    const found = {
      failRate: mean(rates),
      interval: intervalOverTasks(whole, level, clusters),
      nTasks: rates.length,
      nClusters: clusters?.count([...whole.tasks.keys()]) ?? null,
      nRollouts: whole.nRollouts,
      nFailures: whole.nFailures,
      nUngraded: whole.nUngraded,
      nPartial: whole.nPartial,
      ...left,
      ...settings,
      by: groups.map(({ name }) => name),
      ...ranked,
      worst: ranked.cells.find(({ isWorse }) => isWorse) ?? null,
    };
    const complete = { ...found, summary: failureSummary(found), next: nextStep(found) };
    const notes = failureTableNotes(found, groups, clusters?.nTorn ?? 0);
    return createReport("failure_table", complete, notes, failureTableText);
  }

  return {
    add(row) {
      if (tally.add(row)) {
        fields.add(row);
        clusters?.add(row);
      }
      return this;
    },
    report,
  };
}
