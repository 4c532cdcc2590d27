import type { Row } from "@whileai/core";
import { loadRows } from "@whileai/core/node";
import type { Terminal } from "../terminal/terminal.js";

/**
 * The records of a file of past conversations: rows, message logs, OpenTelemetry spans. Lines that are no JSON objects are
 * left out, and said.
 */
export async function readTracesOption(path: string, terminal: Terminal): Promise<Row[]> {
  const bad: string[] = [];
  const records = await loadRows(path, {
    onBadLine: "skip",
    onNote: ({ code, message }) => {
      if (code !== "big_integer") bad.push(message);
    },
  });
  if (bad.length > 0) {
    terminal.note(`--traces: ${bad.length} ${bad.length === 1 ? "line was" : "lines were"} left out: ${bad[0]}`);
  }
  return records;
}
