import { isRecord, recordsOf } from "@whileai/core";
import { attributesOf, plainValue } from "./any-value.js";

type Fields = Readonly<Record<string, unknown>>;

/** Something that was recorded inside a span, or a log record that stands beside it. */
export interface SpanEvent {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly body: unknown;
}

/** A span of OpenTelemetry as far as conversations are concerned. */
export interface Span {
  readonly traceId: string | undefined;
  /** When it began, in milliseconds; only good for ordering. */
  readonly start: number;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly events: readonly SpanEvent[];
  readonly isError: boolean;
}

const NANOSECONDS = 1e6;
const MILLISECONDS = 1e3;
/** Times in numbers above this are in nanoseconds: in milliseconds they would be centuries away. */
const LATEST_MILLISECONDS = 1e14;

const recordsIn = (holder: Fields, ...path: string[]): Fields[] =>
  path.reduce((holders, name) => holders.flatMap((one) => recordsOf(one[name])), [holder]);

const ENVELOPES = ["resourceSpans", "resourceLogs"];

/** Whether a record is a span, a log record of OpenTelemetry, or the envelope that OTLP/JSON puts around them. */
export const isSpanRecord = (record: Fields): boolean =>
  ENVELOPES.some((name) => Array.isArray(record[name])) ||
  (traceIdOf(record) !== undefined && (isRecord(record.attributes) || Array.isArray(record.attributes)));

/** The spans of a record: its own, or all of an envelope; a log record is a span that holds one event. */
export function spansOf(record: Fields): Span[] {
  if (!ENVELOPES.some((name) => Array.isArray(record[name])))
    return [isLogRecord(record) ? logSpan(record) : span(record)];
  return [
    ...recordsIn(record, "resourceSpans", "scopeSpans", "spans").map(span),
    ...recordsIn(record, "resourceLogs", "scopeLogs", "logRecords").map(logSpan),
  ];
}

const isLogRecord = (record: Fields): boolean => record.body !== undefined && record.events === undefined;

function span(record: Fields): Span {
  const status = isRecord(record.status) ? (record.status.code ?? record.status.status_code) : undefined;
  return {
    traceId: traceIdOf(record),
    start: timeOf(record.startTimeUnixNano ?? record.startTime ?? record.start_time ?? record.timestamp),
    name: typeof record.name === "string" ? record.name : "",
    attributes: attributesOf(record.attributes),
    events: recordsOf(record.events).map(eventOf),
    isError: status === 2 || status === "2" || /error/i.test(typeof status === "string" ? status : ""),
  };
}

const logSpan = (record: Fields): Span => ({
  traceId: traceIdOf(record),
  start: timeOf(record.timeUnixNano ?? record.observedTimeUnixNano ?? record.timestamp),
  name: "",
  attributes: attributesOf(record.attributes),
  events: [eventOf(record)],
  isError: false,
});

function eventOf(record: Fields): SpanEvent {
  const attributes = attributesOf(record.attributes);
  const name = [record.eventName, record.event_name, attributes.get("event.name"), record.name].find(
    (value) => typeof value === "string" && value !== "",
  );
  return { name: typeof name === "string" ? name : "", attributes, body: plainValue(record.body) };
}

/** The id of the trace, as OTLP, the SDK of JavaScript and the console exporters of JavaScript and Python write it. */
function traceIdOf(record: Fields): string | undefined {
  const context = typeof record.spanContext === "function" ? record.spanContext() : record.context;
  const inContext = isRecord(context) ? (context.traceId ?? context.trace_id) : undefined;
  const id = record.traceId ?? record.trace_id ?? inContext;
  return typeof id === "string" && id !== "" ? id : undefined;
}

function timeOf(value: unknown): number {
  if (Array.isArray(value)) {
    const [seconds, nanoseconds] = value;
    return finite(Number(seconds) * MILLISECONDS + Number(nanoseconds) / NANOSECONDS);
  }
  if (value instanceof Date) return finite(value.getTime());
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return 0;
  const number = Number(value);
  if (Number.isNaN(number)) return finite(Date.parse(String(value)));
  return finite(number > LATEST_MILLISECONDS ? number / NANOSECONDS : number);
}

const finite = (time: number): number => (Number.isFinite(time) ? time : 0);
