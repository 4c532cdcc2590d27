/** Strings, quoted names and comments of SQL. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** What a query orders its result by. */
export interface SqlOrder {
  /** The terms as they are written, without their direction. */
  readonly terms: readonly string[];
  /** Where more columns could be written: before the query's own FROM. Absent where it has none. */
  readonly columnsEnd: number | undefined;
}

const blank = (text: string): string => " ".repeat(text.length);

/** The query with blanks for all that is quoted, and then for all that stands in parentheses; every place stays where it was. */
function masked(sql: string): string {
  let bare = sql.replace(QUOTED, blank);
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, blank);
  }
  return bare;
}

/** The order that a query asks for: an ORDER BY outside all parentheses. undefined when it asks for none. */
export function orderOf(sql: string): SqlOrder | undefined {
  const bare = masked(sql);
  const start = /\border\s+by\b/i.exec(bare);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  const length = bare.slice(from).search(/\blimit\b|\boffset\b|;/i);
  const to = length < 0 ? bare.length : from + length;
  const terms: string[] = [];
  for (let at = from; at <= to; ) {
    const comma = bare.indexOf(",", at);
    const end = comma < 0 || comma > to ? to : comma;
    const direction = bare.slice(at, end).search(/\b(?:asc|desc)\b|\bnulls\b/i);
    terms.push(sql.slice(at, direction < 0 ? end : at + direction).trim());
    at = end + 1;
  }
  return { terms, columnsEnd: /\bfrom\b/i.exec(bare.slice(0, start.index))?.index };
}
