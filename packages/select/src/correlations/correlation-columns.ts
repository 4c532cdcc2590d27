import { type Row, replyLength } from "@whileai/core";
import { type Column, makeColumn } from "../hack-scan/column.js";
import type { GradedRows } from "../hack-scan/graded-rows.js";
import { countTools, countTurns } from "../hack-scan/hand-features.js";
import { styleHits } from "../markers/style-hits.js";
import { STYLE_FAMILIES } from "../markers/style-phrases.js";
import { TRACE_FLAGS } from "../markers/trace-flag.js";
import { traceFlagNames } from "../markers/trace-flags.js";

/** Measures of how much the agent said and did. */
const ACTIVITY_FEATURES = ["reply_length", "tool_calls", "assistant_turns"] as const;

const ACTIVITY = { reply_length: replyLength, tool_calls: countTools, assistant_turns: countTurns } as const;

/** One feature with its column, which is null when the feature is the same in every row. */
export interface CorrelationColumn {
  readonly feature: string;
  /** Rows where it is not 0. */
  readonly nObs: number;
  readonly column: Column | null;
}

/** Reply length, tool calls and turns. */
export function activityColumns(graded: GradedRows): CorrelationColumn[] {
  return ACTIVITY_FEATURES.map((feature) => columnOf(feature, graded.rows.map(ACTIVITY[feature]), graded));
}

/** Whether a reply holds a set phrase of a family, and which trace flags it raises. */
export function conductColumns(graded: GradedRows): CorrelationColumn[] {
  const style = STYLE_FAMILIES.map((family) => ({ family, values: new Float64Array(graded.rows.length) }));
  const trace = TRACE_FLAGS.map((flag) => ({ flag, values: new Float64Array(graded.rows.length) }));
  for (const [index, row] of graded.rows.entries()) {
    const hits = styleHits(row as Row);
    for (const { family, values } of style) values[index] = hits[family].length > 0 ? 1 : 0;
    const flags = traceFlagNames(row as Row);
    for (const { flag, values } of trace) values[index] = flags.includes(flag) ? 1 : 0;
  }
  return [
    ...style.map(({ family, values }) => columnOf(`style:${family}`, values, graded)),
    ...trace.map(({ flag, values }) => columnOf(`trace:${flag}`, values, graded)),
  ];
}

function columnOf(feature: string, values: ArrayLike<number>, graded: GradedRows): CorrelationColumn {
  const rows = Int32Array.from(graded.rows.keys()).filter((row) => values[row] !== 0);
  const kept = Float64Array.from(rows, (row) => values[row] as number);
  return { feature, nObs: rows.length, column: makeColumn({ name: feature, rows, values: kept }, graded) };
}
