import { splitThinking } from "@whileai/core";

/** Tags that a fence may carry for each language. */
const TAGS = {
  python: ["python", "py", "python3"],
  javascript: ["javascript", "js", "mjs", "node"],
  sql: ["sql", "sqlite", "sqlite3"],
} as const;

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*$/;

interface Block {
  readonly tag: string;
  readonly code: string;
}

/** Fenced blocks in their order; one that is never closed goes to the end. */
function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: { readonly fence: string; readonly tag: string; readonly lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    const match = FENCE.exec(line);
    if (open === undefined) {
      if (match) open = { fence: match[1] as string, tag: (match[2] as string).toLowerCase(), lines: [] };
    } else if (match && match[2] === "" && line.trim().startsWith(open.fence)) {
      found.push({ tag: open.tag, code: open.lines.join("\n") });
      open = undefined;
    } else open.lines.push(line);
  }
  if (open !== undefined) found.push({ tag: open.tag, code: open.lines.join("\n") });
  return found;
}

/**
 * The code of a reply: its last fence of the language; else its last fence without a tag; else, when it has no fence at all, the
 * whole reply. Thoughts are no part of a reply. undefined when there is no code.
 *
 * @example
 * extractCode("Here:\n```python\nx = 1\n```", "python"); // "x = 1"
 */
export function extractCode(reply: string, language: keyof typeof TAGS): string | undefined {
  const { said } = splitThinking(reply.replace(/\r\n?/g, "\n"));
  const found = blocks(said);
  const tags: readonly string[] = TAGS[language];
  const chosen = found.findLast(({ tag }) => tags.includes(tag)) ?? found.findLast(({ tag }) => tag === "");
  const code = found.length === 0 ? said : chosen?.code;
  return code === undefined || code.trim() === "" ? undefined : code;
}
