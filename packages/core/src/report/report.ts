import { setOwn } from "../json/plain-json.js";

/** How much a note should worry the reader. */
export type NoteSeverity = "info" | "warning" | "error";

/** One thing a report wants the reader to know. */
export interface Note {
  /** Stable and machine-readable, in snake_case. */
  readonly code: string;
  readonly severity: NoteSeverity;
  readonly message: string;
  /** What to do about it, where there is something to do. */
  readonly fix?: string;
}

export const REPORT_SCHEMA = "whileai-report/1";

/** What every report is: plain data with its kind, its notes and a text form. */
export interface Report {
  readonly kind: string;
  readonly schema: typeof REPORT_SCHEMA;
  readonly notes: readonly Note[];
  /** The terminal text. */
  toString(): string;
  /** Plain data at full precision; numbers that JSON cannot hold become null. */
  toJSON(): Record<string, unknown>;
}

/** Data as JSON can hold it: NaN and infinities become null, Maps become lists of pairs, functions disappear. */
export function plainData(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function" || value === undefined) return undefined;
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Map) return [...value].map(([key, entry]) => [plainData(key), plainData(entry)]);
  if (value instanceof Set) return [...value].map(plainData);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>, (entry) => plainData(entry) ?? null);
  const plain: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) setOwn(plain, key, plainData(entry));
  return plain;
}

/** The report type that {@link createReport} gives for a kind and its fields. */
export type ReportOf<Kind extends string, Fields extends object> = Report & Readonly<Fields> & { readonly kind: Kind };

/**
 * Makes a report: a frozen object with the given fields, which prints itself through `render` and serialises to plain
 * data. The two methods are not enumerable, so spreading or comparing a report sees its data only.
 *
 * @example
 * const report = createReport("pass_at", { passAt1: 0.5 }, [], (fields) => `pass@1 ${fields.passAt1}`);
 * `${report}`; // "pass@1 0.5"
 */
export function createReport<Kind extends string, Fields extends object>(
  kind: Kind,
  fields: Fields,
  notes: readonly Note[],
  render: (report: ReportOf<Kind, Fields>) => string,
): ReportOf<Kind, Fields> {
  const report = { kind, schema: REPORT_SCHEMA, ...fields, notes } as unknown as ReportOf<Kind, Fields>;
  const hidden = { enumerable: false };
  Object.defineProperty(report, "toString", { ...hidden, value: () => render(report) });
  Object.defineProperty(report, "toJSON", { ...hidden, value: () => plainData({ ...report }) });
  // Node prints a report as its text when it is logged.
  Object.defineProperty(report, Symbol.for("nodejs.util.inspect.custom"), { ...hidden, value: () => render(report) });
  return Object.freeze(report);
}
