import { createReport, isRecord, type Row, type RowFields } from "@whileai/core";
import { decontaminate } from "../decontaminate/decontaminate.js";
import type { DecontaminationReport } from "../decontaminate/decontamination-report.js";
import { printed } from "../notes/printed.js";
import { DropLog } from "../optimize/drop-log.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { taskOf } from "../signal/ask-key.js";
import { assignSides, type Sides, type TaskSide } from "./assign-sides.js";
import { type HoldoutSettings, holdoutSettings, type SplitHoldoutOptions } from "./holdout-options.js";
import { refuseEmpty } from "./refuse-empty.js";
import { renderSplit, type SplitGate, type SplitHoldoutReport, splitNotes, type TasksAndRows } from "./split-report.js";
import { touchedValues } from "./touched-values.js";

/** Both sides of a split, in the order of the rows given. */
export interface HoldoutSplit<R extends Row = Row> {
  readonly train: readonly R[];
  readonly holdout: readonly R[];
  readonly report: SplitHoldoutReport;
}

interface SplitEntry<R> {
  readonly row: R;
  readonly index: number;
  readonly task: string;
}

/**
 * Splits rows into train and holdout by whole tasks, and takes out of train what repeats the holdout.
 *
 * By default every task is drawn by its key alone (see `holdoutSide`): it never changes sides between runs or as the
 * data grows, and the share comes out as it does. `exact: true` holds the share to within one task. `by` holds out whole
 * tools, rules or cells: then no train row touches a held one, and tasks that touch both sides are dropped and counted.
 * The report says what came out.
 *
 * @param rows - Rows of any kind, graded or not.
 * @param options - The share to hold out (0: everything trains), or options.
 * @throws OptionError for a share outside [0, 1), an unknown option, or a held value that no row touches.
 * @throws GateError `empty_holdout`, `empty_train`, or `nothing_to_hold` when rows name fewer than two values.
 *
 * @example
 * const { train, holdout, report } = splitHoldout(rows, { fraction: 0.2, exact: true });
 */
export function splitHoldout<R extends Row>(rows: Iterable<R>, options?: number | SplitHoldoutOptions): HoldoutSplit<R>;
export function splitHoldout<R extends RowFields>(
  rows: Iterable<R>,
  options?: number | SplitHoldoutOptions,
): HoldoutSplit<R & Row>;
export function splitHoldout<R extends Row>(
  rows: Iterable<R>,
  options: number | SplitHoldoutOptions = {},
): HoldoutSplit<R> {
  const settings = holdoutSettings(options);
  return withRowErrors<R, HoldoutSplit<R>>("splitHoldout", rows, (given) => splitRows(given, settings));
}

function splitRows<R extends Row>(rows: Iterable<R>, settings: HoldoutSettings): HoldoutSplit<R> {
  const log = new DropLog<SplitGate>();
  const entries: SplitEntry<R>[] = [];
  let nRows = 0;
  for (const row of rows) {
    const index = nRows++;
    if (isRecord(row)) entries.push({ row, index, task: taskOf(row) });
    else log.add({ row, index }, "not_a_row");
  }
  const sides = assignSides(
    entries.map(({ row }) => row),
    settings,
  );
  const at = (side: TaskSide) => entries.filter(({ task }) => sides.sideOf.get(task) === side);
  const [drawn, holdout, crossing, unclear] = [at("train"), at("holdout"), at("crossing"), at("unclear")];
  for (const entry of crossing) log.add(entry, "crossing");
  for (const entry of unclear) log.add(entry, "unclear");
  const decontamination = compareSides(drawn, holdout, settings);
  const repeats = new Set(decontamination?.flagged.map((position) => drawn[position]));
  const contaminated = drawn.filter((entry) => repeats.has(entry));
  const train = log.sieve(drawn, (entry) => (repeats.has(entry) ? "contaminated" : null));
  refuseEmpty({
    train,
    holdout,
    crossing: countOf(crossing),
    nEntries: entries.length,
    sides,
    settings,
    decontamination,
  });
  const counts = { train: countOf(train), holdout: countOf(holdout) };
  const fields = {
    by: settings.by,
    rule: ruleOf(settings),
    fraction: settings.held === null ? settings.fraction : null,
    nRows,
    nTasks: sides.sideOf.size,
    ...counts,
    taskShare: shareOf(counts.holdout.tasks, counts.train.tasks),
    rowShare: shareOf(counts.holdout.rows, counts.train.rows),
    held: sides.held,
    trainRowsTouchingHeld: touchingHeld(train, sides, settings),
    crossing: countOf(crossing),
    unclear: countOf(unclear),
    untouched: countOf(entries.filter(({ task }) => sides.untouched.has(task))),
    contaminated: countOf(contaminated),
    decontamination,
    nSkipped: log.count("not_a_row"),
    dropped: log.list(),
  };
  const report = createReport("split_holdout", fields, splitNotes(fields), renderSplit);
  return printed({ train: rowsOf(train), holdout: rowsOf(holdout), report }, "report");
}

const rowsOf = <R>(entries: readonly SplitEntry<R>[]): R[] => entries.map(({ row }) => row);

/** Holds the rows drawn for train against the holdout. */
function compareSides(
  drawn: readonly SplitEntry<Row>[],
  holdout: readonly SplitEntry<Row>[],
  settings: HoldoutSettings,
): DecontaminationReport | null {
  if (settings.decontaminate === null || holdout.length === 0) return null;
  return decontaminate(rowsOf(drawn), { ...settings.decontaminate, against: { holdout: rowsOf(holdout) } }).report;
}

function ruleOf({ held, exact, by }: HoldoutSettings): "hash" | "exact" | "values" {
  if (held !== null) return "values";
  return exact || by !== "task" ? "exact" : "hash";
}

function countOf(entries: readonly SplitEntry<unknown>[]): TasksAndRows {
  return { tasks: new Set(entries.map(({ task }) => task)).size, rows: entries.length };
}

function shareOf(held: number, trained: number): number | null {
  return held + trained === 0 ? null : held / (held + trained);
}

/** Looked up row by row in what the caller gets, so that the promise does not rest on how the sides were assigned. */
function touchingHeld(train: readonly SplitEntry<Row>[], { held }: Sides, settings: HoldoutSettings): number | null {
  if (held === null) return null;
  const names = new Set(held);
  const touches = ({ row, task }: SplitEntry<Row>) =>
    settings.by === "task" ? names.has(task) : touchedValues(row, settings).values.some((value) => names.has(value));
  return train.filter(touches).length;
}
