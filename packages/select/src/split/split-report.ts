import { countText, type Note, percentText, type ReportOf, renderNotes } from "@whileai/core";
import type { DecontaminationReport } from "../decontaminate/decontamination-report.js";
import { info, type MaybeNote, warning } from "../notes/note.js";
import { skippedNote } from "../notes/row-notes.js";
import type { DroppedRow } from "../optimize/drop-log.js";
import type { HoldoutUnit } from "./holdout-options.js";

/** Held values that the text names. */
const VALUES_SHOWN = 10;

/** How far the held share may lie from the one that was asked for before it deserves a word. Convention. */
const SHARE_OFF = 0.1;

/** Slack for shares that are equal on paper: 0.3 - 0.2 is below 0.1 in binary. */
const SLACK = 1e-9;

/** Why a row is on neither side. */
export type SplitGate = "not_a_row" | "crossing" | "unclear" | "contaminated";

/** Tasks and rows of one kind. */
export interface TasksAndRows {
  readonly tasks: number;
  readonly rows: number;
}

/** The fields of a holdout split. */
export interface SplitHoldoutFields {
  readonly by: HoldoutUnit;
  /** `hash`: one draw for each task; `exact`: the share to within one task; `values`: what is named in `held`. */
  readonly rule: "hash" | "exact" | "values";
  /** The share that was asked for; null when the values were named. */
  readonly fraction: number | null;
  readonly nRows: number;
  readonly nTasks: number;
  readonly train: TasksAndRows;
  readonly holdout: TasksAndRows;
  /** Held tasks over those of both sides; null when both are empty. */
  readonly taskShare: number | null;
  readonly rowShare: number | null;
  /** The tools, rules, cells or named tasks that are held out; null where tasks are drawn one by one. */
  readonly held: readonly string[] | null;
  /** Train rows that touch a held value, looked up after the split; null where tasks are drawn one by one. */
  readonly trainRowsTouchingHeld: number | null;
  /** Tasks that touch both sides, and were dropped. */
  readonly crossing: TasksAndRows;
  /** Tasks about several tools of which no row shows which, and that were dropped. */
  readonly unclear: TasksAndRows;
  /** Tasks that touch no value; they train. */
  readonly untouched: TasksAndRows;
  /** Train rows that repeat the holdout, and were dropped. `tasks` counts tasks that lost any. */
  readonly contaminated: TasksAndRows;
  /** What was found of the holdout in the rows drawn for train; null where it was not looked for. */
  readonly decontamination: DecontaminationReport | null;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly dropped: readonly DroppedRow<SplitGate>[];
}

/** What `splitHoldout` reports. */
export type SplitHoldoutReport = ReportOf<"split_holdout", SplitHoldoutFields>;

/** What a reader of the split should know. */
export function splitNotes(fields: SplitHoldoutFields): Note[] {
  const { crossing, unclear, untouched, contaminated, by } = fields;
  const notes: MaybeNote[] = [
    contaminated.rows > 0 &&
      warning(
        "contaminated_train",
        `${countText(contaminated.rows, "train row repeats", "train rows repeat")} the holdout under another task and ${contaminated.rows === 1 ? "was" : "were"} dropped${rulesText(fields.decontamination)}.`,
      ),
    crossing.rows > 0 &&
      warning(
        "crossing_rows",
        `${countText(crossing.rows, "row")} of ${countText(crossing.tasks, "task")} touched a ${by} of both sides and ${crossing.rows === 1 ? "was" : "were"} dropped.`,
      ),
    unclear.rows > 0 &&
      warning(
        "unclear_rows",
        `${countText(unclear.rows, "row")} of ${countText(unclear.tasks, "task")} ${unclear.rows === 1 ? "asks" : "ask"} for several tools without calling any and ${unclear.rows === 1 ? "was" : "were"} dropped.`,
      ),
    untouched.rows > 0 &&
      info(
        "untouched_rows",
        `${countText(untouched.rows, "row")} of ${countText(untouched.tasks, "task")} ${untouched.rows === 1 ? "touches" : "touch"} no ${by} and ${untouched.rows === 1 ? "trains" : "train"}.`,
      ),
    shareNote(fields),
    fields.decontamination === null &&
      fields.holdout.rows > 0 &&
      warning("not_decontaminated", "Train rows were not compared with the holdout.", "Leave decontaminate on."),
    skippedNote(fields.nSkipped),
  ];
  return notes.filter((note) => note !== false);
}

/** Whole tools, rules or cells seldom make up the share that was asked for. */
function shareNote({ by, fraction, taskShare }: SplitHoldoutFields): MaybeNote {
  if (by === "task" || fraction === null || taskShare === null) return false;
  return (
    Math.abs(taskShare - fraction) >= SHARE_OFF - SLACK &&
    warning(
      "share_off",
      `${percentText(taskShare, 1)} of the tasks are held out where ${percentText(fraction, 1)} was asked for: a ${by} is held out whole, with every task that touches it.`,
      "Name smaller ones in held, or split by task.",
    )
  );
}

/** By which rules contaminated rows were found. */
export function rulesText(decontamination: DecontaminationReport | null): string {
  if (decontamination === null) return "";
  const rules = [
    ["same task", decontamination.nSameTask],
    ["exact", decontamination.nExact],
    ["near", decontamination.nNear],
    ["contains", decontamination.nContains],
  ] as const;
  const found = rules.filter(([, count]) => count > 0).map(([rule, count]) => `${rule} ${count}`);
  return ` (${found.join(", ")})`;
}

/** The terminal text of a split. */
export function renderSplit(report: SplitHoldoutReport): string {
  const { train, holdout, held, fraction } = report;
  const share = (value: number | null) => (value === null ? "n/a" : percentText(value, 1));
  const asked = fraction === null ? "" : `, ${percentText(fraction, 1)} asked for`;
  return [
    `holdout by ${report.by}: ${holdout.tasks} of ${countText(holdout.tasks + train.tasks, "task")} (${share(report.taskShare)}${asked})`,
    `  train ${countText(train.rows, "row")}, holdout ${countText(holdout.rows, "row")} (${share(report.rowShare)})`,
    ...neitherLine(report),
    ...(held === null ? [] : heldLines(report, held)),
    ...renderNotes(report.notes),
  ].join("\n");
}

function neitherLine({ nRows, nTasks, train, holdout }: SplitHoldoutReport): string[] {
  const rows = nRows - train.rows - holdout.rows;
  if (rows === 0) return [];
  const tasks = nTasks - train.tasks - holdout.tasks;
  return [
    `  on neither side: ${countText(rows, "entry", "entries")} of ${nRows}; whole tasks of these ${tasks} of ${nTasks}`,
  ];
}

function heldLines({ trainRowsTouchingHeld }: SplitHoldoutReport, held: readonly string[]): string[] {
  const more = held.length > VALUES_SHOWN ? ` and ${held.length - VALUES_SHOWN} more` : "";
  return [
    `  held: ${held.slice(0, VALUES_SHOWN).join(", ")}${more}`,
    `  train rows that touch them: ${trainRowsTouchingHeld ?? "n/a"}`,
  ];
}
