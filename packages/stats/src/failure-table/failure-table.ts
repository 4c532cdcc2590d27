import {
  checkOptions,
  createReport,
  DEFAULT_LEVEL,
  isRecord,
  mean,
  nearestName,
  OptionError,
  openShare,
  optionRule,
  type Row,
  requireRows,
} from "@whileai/core";
import { markerMetric } from "../metric/metric-name.js";
import { type GroupedRollouts, groupRollouts, hasContrast, RolloutCount } from "./cell-board.js";
import { countedRollouts, type Rollout } from "./counted-rollouts.js";
import { type CellSettings, failureCells } from "./failure-cells.js";
import { failureSummary, nextStep } from "./failure-summary.js";
import { failureTableNotes } from "./failure-table-notes.js";
import { failureTableText } from "./failure-table-text.js";
import type { FailureGrouping, FailureTable, FailureTableOptions } from "./failure-table-types.js";
import { allGroupings, groupingsOf, knownGroupings } from "./grouping.js";
import { intervalOverTasks } from "./interval-over-tasks.js";
import { rateOf } from "./rest-comparison.js";

/** Fewest graded tasks of a cell that is ranked. Convention: below it, the interval spans most of the range. */
const DEFAULT_MIN_TASKS = 5;
const DEFAULT_CORRECTION = "benjamini-hochberg";
/** Rows whose fields are read for the suggestion of an error. */
const ROWS_SEARCHED = 100;

const grouping = /* @__PURE__ */ (() => optionRule.either(optionRule.notBlank, optionRule.callable))();
const rules = /* @__PURE__ */ (() => ({
  by: optionRule.either(grouping, optionRule.listOf(grouping, 1)),
  level: openShare,
  minTasks: optionRule.integer(2),
  correction: optionRule.oneOf(["benjamini-hochberg", "holm", "none"]),
}))();

function unknownField(name: string, rollouts: readonly Rollout[]): OptionError {
  const fields = new Set(knownGroupings());
  let inside: string | undefined;
  for (const { row } of rollouts.slice(0, ROWS_SEARCHED)) {
    for (const holder of [row, row.scenario_dimensions, row.lineage])
      if (isRecord(holder)) for (const field of Object.keys(holder)) fields.add(field);
    // Columns of a table, variables of a test: readers of other tools keep them one level down.
    for (const [group, held] of Object.entries(row.lineage ?? {}))
      if (isRecord(held) && Object.hasOwn(held, name)) inside ??= `lineage.${group}.${name}`;
    if (isRecord(row.markers)) for (const marker of Object.keys(row.markers)) fields.add(markerMetric(marker));
  }
  fields.delete(name);
  const near = inside ?? nearestName(name, [...fields]);
  return new OptionError({
    option: "by",
    received: name,
    didYouMean: near,
    message: `failureTable: no row has a plain value \`${name.slice(0, 60)}\` to group \`by\`.`,
    fix: `${near === undefined ? "" : `Did you mean "${near}"? `}Known: ${knownGroupings().join(", ")}, any field of the rows, or a function.`,
  });
}

/** The groupings that were asked for; a field must be there, what is known by name may be lacking. */
function groupAsAsked(by: readonly FailureGrouping[], rollouts: readonly Rollout[]): GroupedRollouts[] {
  const known = new Set(knownGroupings());
  const groups = new Map<string, GroupedRollouts>();
  for (const [position, entry] of by.entries()) {
    const asked = groupingsOf(entry, position).map((one) => groupRollouts(rollouts, one));
    const found = asked.filter(({ universes }) => universes.size > 0);
    const isField = typeof entry === "string" && !known.has(entry);
    if (isField && found.length === 0 && rollouts.length > 0) throw unknownField(entry, rollouts);
    // "tool" stands for two groupings, of which rows may have one.
    for (const group of found.length > 0 ? found : asked) groups.set(group.name, group);
  }
  return [...groups.values()];
}

/**
 * Where the agent fails: rollouts grouped by tool, rule, stance, fault, marker, state of the world, history, or anything
 * else that rows say, each group with its fail rate over tasks, the recommended interval, how much more it fails than the
 * rollouts outside it, and what share of all failures it holds. The worst group comes first.
 *
 * A rate is the mean over tasks of the share of a task's rollouts that fail (reward 0); rollouts without a pass or fail
 * are counted and in no rate. Groups are compared task by task where half of their tasks, and five, have rollouts on both
 * sides (sign-flip test; with unequal numbers also the exact test of Cochran, Mantel and Haenszel, and the larger p), else
 * with the tasks outside (two-sample permutation test; stricter where one side has one or two rollouts a task). The p-values are
 * adjusted over all ranked groups (Benjamini and Hochberg 1995). The order of the rows changes nothing.
 *
 * Wrong when: read as a cause (a tool that is only called in trouble fails often); tasks are related to each other; a group
 * was made after looking at the failures.
 *
 * @param rows - Graded rows. `{scenario_id, reward}` and something to group by are enough.
 * @throws OptionError for an unknown option, or a field in `by` that no row has.
 *
 * @example
 * const table = failureTable(rows, { by: ["tool", "scenario_dimensions.channel"] });
 * console.log(`${table}`);
 */
export function failureTable(rows: Iterable<Row>, options: FailureTableOptions = {}): FailureTable {
  checkOptions("failureTable", options, rules);
  const { by, level = DEFAULT_LEVEL, minTasks = DEFAULT_MIN_TASKS, correction = DEFAULT_CORRECTION } = options;
  const { rollouts, ...left } = countedRollouts(requireRows("failureTable", rows));
  const groups =
    by === undefined
      ? allGroupings()
          .map((one) => groupRollouts(rollouts, one))
          .filter(hasContrast)
      : groupAsAsked(typeof by === "string" || typeof by === "function" ? [by] : by, rollouts);
  const whole = new RolloutCount();
  for (const rollout of rollouts) whole.add(rollout);
  const rates = [...whole.tasks.values()].map(rateOf);
  const settings: CellSettings = { level, minTasks, correction };
  const ranked = failureCells(groups, whole.nFailures, settings);
  const fields = {
    failRate: mean(rates),
    interval: intervalOverTasks(rates, level),
    nTasks: rates.length,
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
  const complete = { ...fields, summary: failureSummary(fields), next: nextStep(fields) };
  return createReport("failure_table", complete, failureTableNotes(fields, groups), failureTableText);
}
