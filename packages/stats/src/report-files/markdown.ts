import { cleanText } from "./clean-text.js";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text inside a line of GitHub-flavoured Markdown that shows as it is: no cell ends, no tag, link or formula starts. */
export const inline = (text: string): string =>
  cleanText(text)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] as string)
    .replace(/[\\`*_[\]|~$]/g, (sign) => `\\${sign}`);

/** The same as a line of its own, which starts no heading or list. */
export const paragraph = (text: string): string => inline(text).replace(/^(\d*)([-+#=.)])/, "$1\\$2");

/** A table; cells are texts, the first column of names, the others of numbers. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(inline).join(" | ")} |`;
  const rule = `| ${titles.map((_, index) => (index === 0 ? "---" : "--:")).join(" | ")} |`;
  return rows.length === 0 ? [] : [line(titles), rule, ...rows.map(line), ""];
}

/** A text as a block of code, whatever stands in it. */
export function codeBlock(text: string): string[] {
  const clean = cleanText(text).replace(/\r\n?/g, "\n");
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}text`, ...clean.split("\n"), fence, ""];
}
