import { replyLength } from "@whileai/core";
import { type Column, makeColumn } from "../hack-scan/column.js";
import { filledColumn } from "../hack-scan/feature-columns.js";
import type { GradedRows } from "../hack-scan/graded-rows.js";
import { countTools, countTurns } from "../hack-scan/hand-features.js";
import { readTrace } from "../markers/read-trace.js";
import { markerReader, STYLE_MARKERS } from "../markers/style/style-markers.js";
import { STYLE_FAMILIES, STYLE_PHRASES } from "../markers/style/style-phrases.js";
import { TRACE_FLAGS } from "../markers/trace-flag.js";

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

/**
 * Whether a reply holds a set phrase of a family, and which trace flags it raises. A reply in a script or language that the
 * patterns cannot read has neither a 0 nor a 1.
 */
export function conductColumns(graded: GradedRows): CorrelationColumn[] {
  const style = STYLE_FAMILIES.map((family) => ({ family, values: [] as (number | null)[] }));
  const trace = TRACE_FLAGS.map((flag) => ({ flag, values: [] as (number | null)[] }));
  for (const row of graded.rows) {
    const { markers } = readStyle(row);
    for (const { family, values } of style) {
      const clean = markers[STYLE_MARKERS[family]];
      values.push(clean === null ? null : 1 - clean);
    }
    const { flags, unread } = readTrace(row);
    for (const { flag, values } of trace)
      values.push(unread.includes(flag) ? null : Number(flags.some((found) => found.flag === flag)));
  }
  return [
    ...style.map(({ family, values }) => columnOf(`style:${family}`, values, graded)),
    ...trace.map(({ flag, values }) => columnOf(`trace:${flag}`, values, graded)),
  ];
}

const readStyle = /* @__PURE__ */ markerReader(STYLE_PHRASES);

function columnOf(feature: string, values: readonly (number | null)[], graded: GradedRows): CorrelationColumn {
  const known = [...values.keys()].filter((row) => values[row] !== null);
  const entries = filledColumn(feature, { rows: known, values: known.map((row) => values[row] as number) }, graded);
  return { feature, nObs: entries.nObs ?? entries.rows.length, column: makeColumn(entries, graded) };
}
