import type { EvalIndex } from "../decontaminate/eval-index.js";
import type { TextScan } from "../decontaminate/text-scan.js";
import type { ScanSettings } from "../decontaminate/text-scanner.js";
import type { WordTableData } from "../decontaminate/word-table.js";

/** What a scanning thread starts with; the typed arrays are shared by all threads. */
export interface ScanWorkerData {
  readonly index: EvalIndex;
  readonly table: WordTableData;
  readonly settings: ScanSettings;
}

/** Texts to scan. */
export interface ScanRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

/** What the texts of a request share with the eval texts: their positions, and the scans of those that share something. */
export interface ScanReply {
  readonly id: number;
  readonly found: readonly (readonly [position: number, scan: TextScan])[];
}
