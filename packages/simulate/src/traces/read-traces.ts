import { describeError, isRecord } from "@whileai/core";
import { turnsOfLog } from "./read-log.js";
import { factsOf, isRow, traceOfRow } from "./read-row.js";
import { groupSpans, traceOfSpans } from "./read-spans.js";
import { isSpanRecord, type Span, spansOf } from "./span.js";
import type { Trace } from "./trace.js";
import { traceOf } from "./turns.js";

/** Past conversations that were read, and how many could not be. */
export interface TraceReading {
  readonly traces: readonly Trace[];
  readonly skipped: number;
  /** Why the first of the skipped was skipped. */
  readonly firstReason: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Past conversations from whatever recorded them, mixed as they come: rows (ours, the Python package's, graded or not),
 * message logs of OpenAI and Anthropic, and OpenTelemetry spans in the GenAI conventions, flat or in OTLP/JSON envelopes.
 * What holds no conversation is skipped and counted; nothing in a record makes this throw.
 *
 * @example
 * const { traces } = await readTraces([{ messages: [{ role: "user", content: "Where is my order?" }] }]);
 * traces[0].asks; // ["Where is my order?"]
 */
export async function readTraces(records: Iterable<unknown>): Promise<TraceReading> {
  const traces: Trace[] = [];
  const spans: Span[] = [];
  let skipped = 0;
  let firstReason: string | null = null;
  const skip = (reason: string): void => {
    skipped++;
    firstReason ??= reason;
  };
  for (const record of records) {
    try {
      if (!isRecord(record)) skip(`a record is ${kindOf(record)} and not an object`);
      else if (isSpanRecord(record)) for (const span of spansOf(record)) spans.push(span);
      else {
        const trace = await traceOfRecord(record);
        if (trace === null) skip("a record holds no messages, steps or spans");
        else traces.push(trace);
      }
    } catch (error) {
      skip(`a record cannot be read (${describeError(error)})`);
    }
  }
  for (const group of groupSpans(spans)) {
    try {
      const trace = traceOfSpans(group);
      if (trace === null) skip("the spans of a trace hold no messages and no tool calls in GenAI attributes");
      else traces.push(trace);
    } catch (error) {
      skip(`the spans of a trace cannot be read (${describeError(error)})`);
    }
  }
  return { traces, skipped, firstReason };
}

async function traceOfRecord(record: Fields): Promise<Trace | null> {
  if (isFlat(record)) {
    // Loaded where it is needed: it brings the schema library.
    const { fromAnyShape } = await import("@whileai/core/schema");
    return traceOfRow(fromAnyShape(record));
  }
  if (isRow(record)) return traceOfRow(record);
  const turns = turnsOfLog(record);
  return turns === null ? null : traceOf(turns, factsOf(record));
}

/** Older rows, whose steps are JSON text or a trace of tools. */
const isFlat = (record: Fields): boolean =>
  Array.isArray(record.tool_trace) ||
  [record.steps_json, record.messages_json].some((text) => typeof text === "string");

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
