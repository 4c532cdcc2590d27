// The program of a scanning thread.
import { parentPort, workerData } from "node:worker_threads";
import type { TextScan } from "../decontaminate/text-scan.js";
import { TextScanner } from "../decontaminate/text-scanner.js";
import { WordTable } from "../decontaminate/word-table.js";
import type { ScanReply, ScanRequest, ScanWorkerData } from "./scan-protocol.js";

const { index, table, settings } = workerData as ScanWorkerData;
const scanner = new TextScanner(index, new WordTable(table), settings);

parentPort?.on("message", ({ id, texts }: ScanRequest) => {
  const found: [number, TextScan][] = [];
  for (const [position, text] of texts.entries()) {
    const scan = scanner.scan(text);
    if (scan !== null) found.push([position, scan]);
  }
  const reply: ScanReply = { id, found };
  parentPort?.postMessage(reply);
});
