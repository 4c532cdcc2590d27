import { OptionError } from "../errors/option-error.js";
import type { Row, RowLike } from "../row/row.js";

/**
 * The rows as they were given, once it is clear that they are a list or another iterable. A text is none, though it can
 * be iterated: it is most likely the path of a file.
 *
 * @throws OptionError that says what came instead.
 *
 * @example
 * for (const row of requireRows("passAt", rows)) tally.add(row);
 */
export function requireRows<R extends Row>(call: string, rows: Iterable<R>): Iterable<R>;
export function requireRows<R extends RowLike>(call: string, rows: Iterable<R>): Iterable<R & Row>;
export function requireRows<R extends Row>(call: string, rows: Iterable<R>): Iterable<R> {
  const given: unknown = rows;
  if (typeof given === "object" && given !== null && Symbol.iterator in given) return rows;
  throw new OptionError({
    option: "rows",
    received: typeof given === "string" ? given.slice(0, 60) : given,
    message: `${call}: \`rows\` must be a list of rows, got ${given === null ? "null" : typeof given}.`,
    fix: "Give the rows themselves: await what loads them, or read the file first.",
  });
}
