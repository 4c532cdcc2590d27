/** Strings, quoted names and comments of SQL. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Whether a query asks for an order of its result: an ORDER BY outside all parentheses. */
export function isOrdered(sql: string): boolean {
  let bare = sql.replace(QUOTED, " ");
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, " ");
  }
  return /\border\s+by\b/i.test(bare);
}
