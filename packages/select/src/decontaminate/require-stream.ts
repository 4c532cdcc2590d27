import { OptionError } from "@whileai/core";

/**
 * The rows as they were given, once it is clear that they are a list, another iterable or a stream. A text is none.
 *
 * @throws OptionError that says what came instead.
 */
export function requireStream<Rows>(call: string, rows: Rows): Rows {
  if (typeof rows === "object" && rows !== null && (Symbol.iterator in rows || Symbol.asyncIterator in rows))
    return rows;
  throw new OptionError({
    option: "rows",
    received: typeof rows === "string" ? rows.slice(0, 60) : rows,
    message: `${call}: \`rows\` must be a list or a stream of rows, got ${rows === null ? "null" : typeof rows}.`,
    fix: "Give the rows themselves: read the file first.",
  });
}
