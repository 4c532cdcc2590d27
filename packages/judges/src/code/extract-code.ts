import { splitThinking } from "@whileai/core";

/** Tags that a fence may carry for each language. */
const TAGS = {
  python: ["python", "py", "python3"],
  javascript: ["javascript", "js", "mjs", "node"],
  sql: ["sql", "sqlite", "sqlite3"],
} as const;

/** A run of backticks that ends on its own line is code inside a sentence. */
const FENCE = /^([ \t]*)(`{3,}(?!.*`)|~{3,})[ \t]*([\w+#.-]*).*$/;

interface Block {
  readonly tag: string;
  readonly code: string;
}

interface OpenBlock {
  readonly indent: string;
  readonly fence: string;
  readonly tag: string;
  readonly lines: string[];
}

/** Fenced blocks in their order; one that is never closed goes to the end. */
function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: OpenBlock | undefined;
  for (const line of text.split("\n")) {
    const [, indent = "", fence = "", tag = ""] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== "") open = { indent, fence, tag: tag.toLowerCase(), lines: [] };
    } else if (fence !== "" && tag === "" && fence.startsWith(open.fence)) {
      found.push(blockOf(open));
      open = undefined;
    } else open.lines.push(line);
  }
  if (open !== undefined) found.push(blockOf(open));
  return found;
}

/** In a list the fence and its code stand as far in as the item. */
function blockOf({ indent, tag, lines }: OpenBlock): Block {
  const margins = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const margin = Math.min(indent.length, ...margins);
  return { tag, code: lines.map((line) => line.slice(margin)).join("\n") };
}

/** Code that was found in a reply. */
interface FoundCode {
  readonly code: string;
  /** Whether it stood in a fence; without any the whole reply is taken. */
  readonly isFenced: boolean;
}

/** What {@link extractCode} gives, and where that stood. */
export function findCode(reply: string, language: keyof typeof TAGS): FoundCode | undefined {
  const { said } = splitThinking(reply.replace(/\r\n?/g, "\n"));
  const found = blocks(said);
  const tags: readonly string[] = TAGS[language];
  const chosen = found.findLast(({ tag }) => tags.includes(tag)) ?? found.findLast(({ tag }) => tag === "");
  const isFenced = found.length > 0;
  const code = isFenced ? chosen?.code : said;
  return code === undefined || code.trim() === "" ? undefined : { code, isFenced };
}

/**
 * The code of a reply: its last fence of the language; else its last fence without a tag; else, when it has no fence at all, the
 * whole reply. Thoughts are no part of a reply. undefined when there is no code.
 *
 * @example
 * extractCode("Here:\n```python\nx = 1\n```", "python"); // "x = 1"
 */
export function extractCode(reply: string, language: keyof typeof TAGS): string | undefined {
  return findCode(reply, language)?.code;
}
