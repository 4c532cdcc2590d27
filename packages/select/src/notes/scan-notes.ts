import type { Note } from "@whileai/core";
import type { HackScanReport } from "../hack-scan/hack-scan-report.js";
import { OUT_OF_RANGE_CODE } from "./out-of-range-note.js";

/** Advice that only a caller of `hackScan` itself can follow. */
const OPTION_OF_THE_SCAN = ", or lower minimumObservations";

/** What a scan says, in the report of a call that has no option of the scan but `endorsed` and speaks of the rewards itself. */
export function scanNotes({ notes }: HackScanReport): Note[] {
  const own = notes.filter(({ code }) => code !== OUT_OF_RANGE_CODE);
  return own.map((note) => {
    const { fix, ...rest } = note;
    return fix === undefined ? note : { ...rest, fix: fix.replace(OPTION_OF_THE_SCAN, "") };
  });
}
