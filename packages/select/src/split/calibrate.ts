import {
  checkOptions,
  countText,
  createReport,
  type ReportOf,
  type Row,
  type RowFields,
  renderNotes,
} from "@whileai/core";
import { type MaybeNote, warning } from "../notes/note.js";
import { outOfRangeNote } from "../notes/out-of-range-note.js";
import { printed } from "../notes/printed.js";
import { skippedNote } from "../notes/row-notes.js";
import { measureCalibration, stampCalibration, type TaskCalibration } from "../optimize/calibration.js";
import { carriedRate } from "../optimize/carried-rate.js";
import { isMeasuredOutOfRange } from "../optimize/measured-reward.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { fitsStamp } from "./fits-stamp.js";
import { type GateEntry, gateEntries } from "./gate-entries.js";

/** Options of `calibrate`. */
export interface CalibrateOptions {
  /** Mean KL to the reference by task, as `meanKl(rows).perTask` of `@whileai/stats` gives it; stamped as `mean_kl`. */
  meanKl?: ReadonlyMap<string, number> | undefined;
}

/** What was stamped. */
export interface CalibrationFields {
  readonly nRows: number;
  /** Rows that carry the pass rate measured here. */
  readonly nStamped: number;
  /** Rows that keep the stamp they came with: it was measured on more rollouts, or nothing was measured here. */
  readonly nCarried: number;
  /** Of these, rows whose stamp names another task or policy, or counts that no selection of these rows can have had. */
  readonly nCarriedFromElsewhere: number;
  /** Rows of tasks without a pass rate. */
  readonly nUnstamped: number;
  /** Rewards below 0 or above 1. */
  readonly nOutOfRange: number;
  /** Tasks with such a reward: no pass rate is made of their other rewards alone. */
  readonly outOfRange: readonly string[];
  readonly tasks: readonly TaskCalibration[];
}

/** What `calibrate` reports. */
export type CalibrationReport = ReportOf<"calibration", CalibrationFields>;

/** A row that may carry its task's pass rate. */
export type StampedRow<R extends Row = Row> = R & Pick<Row, "calibration">;

/** Stamped rows and what to know about them. */
export interface Calibrated<R extends Row = Row> {
  readonly rows: readonly StampedRow<R>[];
  readonly report: CalibrationReport;
}

/**
 * Stamps every row with how hard its task is for the policy that was run: `calibration` with task_id, student, n,
 * pass_rate, Wilson's interval where rewards are 0 and 1, and mean_kl where it is given. A stamp that was measured on
 * more rollouts stays as it is, and is counted. Stamped rows are copies, the others are the rows given; entries that are no rows are
 * left out and counted.
 *
 * @throws OptionError for an unknown option or a `meanKl` that is no Map.
 *
 * @example
 * calibrate([{ task_id: "a", reward: 1 }, { task_id: "a", reward: 0 }]).rows[0]?.calibration?.pass_rate; // 0.5
 */
export function calibrate<R extends Row>(rows: Iterable<R>, options?: CalibrateOptions): Calibrated<R>;
export function calibrate<R extends RowFields>(rows: Iterable<R>, options?: CalibrateOptions): Calibrated<R & Row>;
export function calibrate<R extends Row>(rows: Iterable<R>, options: CalibrateOptions = {}): Calibrated<R> {
  checkOptions("calibrate", options, {
    meanKl: (value) => (value instanceof Map ? undefined : "a Map from task to number"),
  });
  return withRowErrors<R, Calibrated<R>>("calibrate", rows, (given) => {
    const { entries, nSkipped } = gateEntries<R>(given);
    const stamped = stampEntries(entries, options.meanKl);
    const notes = [
      calibrationRangeNote(stamped.fields),
      skippedNote(nSkipped),
      unmatchedKlNote(entries, options.meanKl),
      unstampedKlNote(entries, stamped.rows, options.meanKl),
    ].filter((note) => note !== false);
    return printed(
      { rows: stamped.rows, report: createReport("calibration", stamped.fields, notes, render) },
      "report",
    );
  });
}

/** Stamps rows that were read. */
export function stampEntries<R extends Row>(
  entries: readonly GateEntry<R>[],
  meanKl: ReadonlyMap<string, number> = new Map(),
): { rows: StampedRow<R>[]; fields: CalibrationFields } {
  const graded = new Set(entries.filter(({ label }) => label !== null).map(({ task }) => task));
  const tasks = measureCalibration(graded, entries);
  const byTask = new Map(tasks.map((task) => [task.taskId, task]));
  const counts = { nStamped: 0, nCarried: 0, nCarriedFromElsewhere: 0, nUnstamped: 0 };
  const rows = entries.map(({ row, task }) => {
    const measured = byTask.get(task);
    const stamped = measured === undefined ? row : stampCalibration(row, measured);
    if (stamped !== row) {
      counts.nStamped++;
      return withMeanKl(stamped, meanKl.get(task));
    }
    if (carriedRate(row.calibration) !== null) {
      counts.nCarried++;
      if (measured === undefined || !fitsStamp(row, measured)) counts.nCarriedFromElsewhere++;
    } else counts.nUnstamped++;
    return row;
  });
  return { rows, fields: { nRows: rows.length, ...counts, ...rangeOf(entries), tasks } };
}

function rangeOf(entries: readonly GateEntry[]): Pick<CalibrationFields, "nOutOfRange" | "outOfRange"> {
  const found = entries.filter(({ row }) => isMeasuredOutOfRange(row));
  return { nOutOfRange: found.length, outOfRange: [...new Set(found.map(({ task }) => task))] };
}

function calibrationRangeNote({ nOutOfRange, outOfRange }: CalibrationFields): MaybeNote {
  return outOfRangeNote(nOutOfRange, `${countText(outOfRange.length, "task has", "tasks have")} no pass rate to stamp`);
}

/** Tasks that `meanKl` names and no row has: more often than not keys of another kind. */
function unmatchedKlNote(entries: readonly GateEntry[], meanKl: ReadonlyMap<string, number> = new Map()): MaybeNote {
  const known = new Set(entries.map(({ task }) => task));
  const unmatched = [...meanKl.keys()].filter((task) => !known.has(task)).length;
  return (
    unmatched > 0 &&
    warning(
      "mean_kl_unmatched",
      `${countText(unmatched, "task", "tasks")} of ${meanKl.size} in \`meanKl\` ${unmatched === 1 ? "is" : "are"} in no row.`,
      "Give it by task key, as meanKl(rows).perTask does.",
    )
  );
}

/** Rows whose task has a mean KL that their stamp does not show. */
function unstampedKlNote(
  entries: readonly GateEntry[],
  rows: readonly StampedRow[],
  meanKl: ReadonlyMap<string, number> = new Map(),
): MaybeNote {
  const without = entries.filter(
    ({ task }, at) => meanKl.has(task) && rows[at]?.calibration?.mean_kl !== meanKl.get(task),
  ).length;
  return (
    without > 0 &&
    warning(
      "mean_kl_not_stamped",
      `${countText(without, "row of a task in `meanKl` does", "rows of tasks in `meanKl` do")} not carry it: ${without === 1 ? "it keeps" : "they keep"} an earlier stamp, ${without === 1 ? "has" : "have"} no pass rate, or the value is no number.`,
    )
  );
}

function withMeanKl<R extends Row>(row: R, meanKl: number | undefined): R {
  if (meanKl === undefined || !Number.isFinite(meanKl)) return row;
  return { ...row, calibration: { ...row.calibration, mean_kl: meanKl } };
}

function render(report: CalibrationReport): string {
  return [
    `calibration: ${countText(report.tasks.length, "task")} measured; rows stamped ${report.nStamped}, kept an earlier stamp ${report.nCarried}, without a pass rate ${report.nUnstamped}`,
    ...renderNotes(report.notes),
  ].join("\n");
}
