import { isRecord, type Row } from "@whileai/core";
import { entryError } from "./entry-error.js";
import { resultEntries } from "./result-entries.js";
import type { ResultsInput } from "./results-input.js";
import type { Results } from "./results-report.js";
import { type ReadingOptions, ResultsTally } from "./results-tally.js";

/** Rows of ours, as they are. */
export function ownRows(given: ResultsInput, options: ReadingOptions): Results {
  const tally = new ResultsTally("rows", options);
  const rows: Row[] = [];
  const { name } = options;
  for (const { entry, line } of resultEntries(given, name, tally)) {
    const row = tally.entry({ line }, () => {
      if (!isRecord(entry)) throw entryError("a row, which is an object", entry, { line, name });
      return entry;
    });
    if (row !== null) rows.push(row);
  }
  tally.rewardFrom = "the rows";
  return { rows, report: tally.report() };
}
