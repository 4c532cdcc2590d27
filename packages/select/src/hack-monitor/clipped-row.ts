import { cutText, type Row, type Step } from "@whileai/core";

/** UTF-16 units of a text that are scanned: a scan runs at every eval, and a reply may have megabytes. Convention. */
export const LONGEST_TEXT = 2 ** 15;

/** The row with the beginnings of its long texts; the row itself where none is long. */
export function clippedRow(row: Row): Row {
  const steps = row.steps ?? [];
  if (!isLong(row.final_text) && !steps.some((step) => isLong(step.text))) return row;
  return {
    ...row,
    final_text: clipped(row.final_text),
    steps: steps.map((step): Step => (isLong(step.text) ? { ...step, text: clipped(step.text) } : step)),
  };
}

function isLong(text: unknown): boolean {
  return typeof text === "string" && text.length > LONGEST_TEXT;
}

function clipped(text: string | undefined): string {
  return cutText(text ?? "", LONGEST_TEXT);
}
