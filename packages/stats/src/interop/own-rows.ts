import { isRecord, type Row } from "@whileai/core";
import { entryError } from "./entry-error.js";
import type { Results } from "./results-report.js";
import { type ReadingOptions, ResultsTally } from "./results-tally.js";

/** Rows of ours, as they are. */
export function ownRows(entries: readonly unknown[], options: ReadingOptions): Results {
  const tally = new ResultsTally("rows", options);
  const rows: Row[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = { line: index + 1 };
    const row = tally.entry(place, () => {
      if (!isRecord(entry)) throw entryError("a row, which is an object", entry, { ...place, name: options.name });
      return entry;
    });
    if (row !== null) rows.push(row);
  }
  tally.rewardFrom = "the rows";
  return { rows, report: tally.report() };
}
