import { manifestPath } from "../library/manifest.js";
import type { RowsContext } from "../library/rows-context.js";

/** Says where rows went, and what the manifest beside them holds. */
export function wroteRows(path: string, rows: number, context: RowsContext): string {
  return `wrote ${path} (${rows} ${rows === 1 ? "row" : "rows"}) and ${manifestPath(path)} (${holdings(context)})`;
}

function holdings({ systemPrompt = "", tools = [] }: RowsContext): string {
  if (systemPrompt === "" && tools.length === 0) return "empty: the rows came without a system prompt or tools";
  return `${systemPrompt === "" ? "no system prompt" : "system prompt"}, ${tools.length === 0 ? "no tools" : "tools"}`;
}
