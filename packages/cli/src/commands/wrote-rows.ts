import { manifestPath } from "../library/manifest.js";

/** Says where rows went, and what lies beside them. */
export function wroteRows(path: string, rows: number): string {
  return `wrote ${path} (${rows} ${rows === 1 ? "row" : "rows"}) and ${manifestPath(path)} (system prompt, tools)`;
}
