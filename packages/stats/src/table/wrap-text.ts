import { textWidth } from "./fit-text.js";

/** Widest line of prose, in columns of a terminal. */
const WIDTH = 100;

/** A text in lines of at most 100 columns, broken at spaces; lines after the first are indented by two more. */
export function wrapText(text: string, indent = ""): string[] {
  const lines: string[] = [];
  let line = indent;
  let width = textWidth(line);
  let isEmpty = true;
  for (const word of text.split(" ")) {
    const own = textWidth(word);
    if (!isEmpty && width + 1 + own > WIDTH) {
      lines.push(line);
      line = `${indent}  `;
      width = textWidth(line);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    width += own + (isEmpty ? 0 : 1);
    isEmpty = false;
  }
  lines.push(line);
  return lines;
}
