import { isRecord } from "../json/json.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { renderNotes } from "../report/render-notes.js";
import { createReport, type Note, type ReportOf } from "../report/report.js";
import { roundHalfEven } from "../text/number-text.js";
import { LEAK_FIELDS, type PrivilegedLeakOptions, privilegedLeak, SHORTEST_LEAK } from "./privileged-leak.js";
import { rolloutId } from "./rollout-id.js";
import type { Row } from "./row.js";

/** Leaks a report lists; the count covers all. */
const LEAKS_LISTED = 20;
const RATE_DIGITS = 4;

/** What makes privileged text worth looking for. */
const lookedFor = (): string =>
  ` that is looked for (${SHORTEST_LEAK} characters or more under ${LEAK_FIELDS.join(", ")})`;

/** One row in which the agent said something privileged. */
export interface LeakedRow {
  readonly index: number;
  readonly rolloutId: string;
  readonly field: string;
  readonly needle: string;
}

export interface LeakReportFields {
  readonly nRows: number;
  /** Rows with privileged text that is long enough to look for. */
  readonly nChecked: number;
  readonly nLeaked: number;
  /** Leaked over checked, four decimals; null when nothing could be checked. */
  readonly rate: number | null;
  /** False when no row had anything to check: then this report proves nothing. */
  readonly checked: boolean;
  /** The first 20. */
  readonly leaked: readonly LeakedRow[];
  readonly summary: string;
}

export type LeakReport = ReportOf<"leak", LeakReportFields>;

/**
 * Counts the rows in which the agent said something privileged, see `privilegedLeak`.
 *
 * @example
 * leakReport([{ final_text: "fine", privileged: { reference: "the hidden answer" } }]).nLeaked; // 0
 */
export function leakReport(rows: Iterable<Readonly<Row>>, options: PrivilegedLeakOptions = {}): LeakReport {
  checkOptions("leakReport", options, { rule: optionRule.oneOf(["quoted", "unseen"]) });
  const leaked: LeakedRow[] = [];
  let nRows = 0;
  let nChecked = 0;
  let nLeaked = 0;
  let carriesAny = false;
  for (const row of rows) {
    const index = nRows++;
    carriesAny ||= isRecord(row) && isRecord(row.privileged) && Object.keys(row.privileged).length > 0;
    const found = privilegedLeak(row, options);
    if (found === null) continue;
    nChecked++;
    if (found.field === undefined || found.needle === undefined) continue;
    nLeaked++;
    if (leaked.length < LEAKS_LISTED)
      leaked.push({ index, rolloutId: rolloutId(row), field: found.field, needle: found.needle });
  }
  const checked = nChecked > 0;
  const summary = checked
    ? `${nLeaked} of ${nChecked} checked rows say something privileged`
    : `nothing to check: none of ${nRows} rows carries privileged text${carriesAny ? lookedFor() : ""}`;
  const notes: Note[] = checked
    ? []
    : [
        {
          code: "nothing_checked",
          severity: "warning",
          message: `No row carries privileged text${carriesAny ? lookedFor() : ""}, so leaks could not be looked for.`,
        },
      ];
  const rate = checked ? roundHalfEven(nLeaked / nChecked, RATE_DIGITS) : null;
  return createReport("leak", { nRows, nChecked, nLeaked, rate, checked, leaked, summary }, notes, (report) =>
    [`privileged leaks: ${report.summary}`, ...renderNotes(report.notes)].join("\n"),
  );
}
