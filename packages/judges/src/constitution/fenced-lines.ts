import { constitutionError } from "./constitution-error.js";

/** A block of code: lines between two fences. */
interface CodeBlock {
  /** What stands behind the opening fence: the language, and more. */
  readonly info: string;
}

/** A line of Markdown. */
export interface MarkdownLine {
  readonly text: string;
  /** The block that it is in, opens or closes. */
  readonly block?: CodeBlock;
  /** True for the line of a fence itself. */
  readonly isFence?: boolean;
}

/** A fence of backquotes has none behind it: text with code in it is no fence. */
const OPENING = /^ *(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const CLOSING = /^ *(`{3,}|~{3,})[ \t]*$/;

/**
 * The lines of a text with the blocks of code that they belong to. A block ends at a fence of its own kind that is as long
 * as the one that opened it. Throws an OptionError for a block without an end, which would swallow all that follows.
 */
export function fencedLines(text: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let open: { readonly mark: string; readonly block: CodeBlock } | undefined;
  for (const line of text.split("\n")) {
    if (open === undefined) {
      const [, mark, info = ""] = OPENING.exec(line) ?? [];
      if (mark === undefined) lines.push({ text: line });
      else {
        open = { mark, block: { info: info.trim() } };
        lines.push({ text: line, block: open.block, isFence: true });
      }
      continue;
    }
    const { mark, block } = open;
    const isFence = CLOSING.exec(line)?.[1]?.startsWith(mark) === true;
    lines.push({ text: line, block, isFence });
    if (isFence) open = undefined;
  }
  if (open === undefined) return lines;
  throw constitutionError({
    place: "",
    problem: `has a block of code without an end, which opens with ${open.mark}${open.block.info}.`,
    fix: `Close the block with ${open.mark}.`,
  });
}
