/** Widest line of prose. */
const WIDTH = 100;

/** A text in lines of at most 100 characters, broken at spaces; lines after the first are indented by two more. */
export function wrapText(text: string, indent = ""): string[] {
  const lines: string[] = [];
  let line = indent;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `${indent}  `;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  lines.push(line);
  return lines;
}
