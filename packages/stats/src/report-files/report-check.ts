import type { Report } from "@whileai/core";

/** How a check came out. "not evaluated": the data could not answer, which never counts as passed. */
export type CheckStatus = "passed" | "failed" | "not evaluated" | "skipped";

/** One thing that a test report lists: made from a report, or by hand. */
export interface ReportCheck {
  readonly name: string;
  readonly status: CheckStatus;
  /** Why, in a sentence. */
  readonly reason?: string | undefined;
  /** The long text behind it. */
  readonly details?: string | undefined;
  /** What it belongs to; checks of one group stand together. Default: the kind of the report. */
  readonly group?: string | undefined;
  /** How long it took. */
  readonly seconds?: number | undefined;
}

/** A report and anything with its shape, such as one that was read from JSON. */
export type ReportLike = Pick<Report, "kind"> & { readonly [field: string]: unknown };

export const isReport = (value: unknown): value is ReportLike =>
  typeof value === "object" && value !== null && typeof (value as { kind?: unknown }).kind === "string";

/** The report's text; of one that was read from JSON, its data. */
export function reportText(report: ReportLike): string {
  const text = String(report);
  return text === "[object Object]" ? JSON.stringify(report, null, 2) : text;
}
