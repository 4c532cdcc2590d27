import { optionRule, type Row } from "@whileai/core";
import { atPath } from "./at-path.js";
import { makeVerifier, unusableGold, type Verifier, type VerifierOptions } from "./verifier.js";

/** Wall time of one query; convention. */
const DEFAULT_TIMEOUT_MS = 5000;
/** Distance at which two numbers of a result count as equal; convention, enough for floating-point noise. */
const DEFAULT_TOLERANCE = 1e-9;

/** Options of {@link SQLMatch}. */
export interface SQLMatchOptions extends VerifierOptions {
  /** SQL that makes the database: tables and rows. */
  readonly schema?: string | undefined;
  /** Where that SQL stands on the row, for rows with databases of their own: a key or a dotted path. */
  readonly schemaField?: string | undefined;
  /** More SQL, run after the schema: rows that several schemas share. */
  readonly setup?: string | undefined;
  /** Distance of numbers that still is equal, absolutely below 1 and relatively above; 1e-9 unless given. Whole numbers have none. */
  readonly tolerance?: number | undefined;
  /** Wall time of each query in milliseconds; 5,000 unless given. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Passes when the query in the reply gives what the reference query gives on the same SQLite database: the same rows as often, in the same
 * order only where the reference ends in an ORDER BY; rows that it does not tell apart may stand in any order. Column names play no part, the
 * order of columns does.
 *
 * Both queries run in memory, each on a database made anew for the row, in a thread that is ended when time is up; the reply must be one
 * query that changes nothing. A reference that fails cannot judge. Needs the optional package `sql.js`. A database on which wrong queries
 * happen to give the right rows cannot tell them apart: put rows into it that can.
 *
 * @example
 * const judge = verify.SQLMatch({ schema: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2);" });
 * await judge({ final_text: "SELECT max(x) FROM t", reference: "SELECT x FROM t ORDER BY x DESC LIMIT 1" });
 */
export function SQLMatch(options: SQLMatchOptions = {}): Verifier {
  const { tolerance = DEFAULT_TOLERANCE, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return makeVerifier({
    type: "SQLMatch",
    options,
    rules: {
      schema: optionRule.text,
      schemaField: optionRule.notBlank,
      setup: optionRule.text,
      tolerance: optionRule.number(0, 1),
      timeoutMs: optionRule.integer(1, 2 ** 31 - 1),
    },
    gold: "required",
    prepare: async () => void (await import("../code/sql/run-queries.js")).findSqlite(),
    async check({ candidate, gold, row, context }) {
      const wanted = gold?.value;
      if (typeof wanted !== "string" || wanted.trim() === "") return unusableGold("is not a query");
      const schema = schemaOf(row, options);
      if (schema === undefined) return { score: null, reason: "no schema on the row or in the options" };
      const { extractCode } = await import("../code/extract-code.js");
      const query = extractCode(candidate, "sql");
      if (query === undefined) return { score: 0, reason: "no query in the reply" };
      const { runQueries } = await import("../code/sql/run-queries.js");
      const { sameOrder, sameRows } = await import("../code/sql/same-rows.js");
      const results = await runQueries({ schema, gold: wanted, candidate: query, timeoutMs }, context.signal);
      const { gold: right, candidate: given } = results;
      if (right.rows === undefined)
        return {
          score: null,
          reason: "the reference query fails",
          openReason: `the reference query fails: ${right.problem}`,
        };
      if (given.rows === undefined) return { score: 0, reason: `failed: ${given.problem}` };
      if (given.columns.length !== right.columns.length)
        return { score: 0, reason: `another number of columns (${given.columns.length})` };
      const isOrdered = results.order !== undefined;
      const isSame = isOrdered
        ? sameOrder(given.rows, right.rows, right.keys, tolerance)
        : sameRows(given.rows, right.rows, tolerance);
      return {
        score: isSame,
        reason: isSame ? "the same result" : `another result (${given.rows.length} rows)`,
        openReason: isSame
          ? undefined
          : `another result (${given.rows.length} rows; the reference has ${right.rows.length}${isOrdered ? ", in order" : ""})`,
      };
    },
  });
}

function schemaOf(row: Readonly<Row>, { schema, schemaField, setup = "" }: SQLMatchOptions): string | undefined {
  const own = schemaField === undefined ? undefined : atPath(row, schemaField);
  const text = own?.found ? own.value : schemaField === undefined ? schema : undefined;
  if (typeof text !== "string" || (text.trim() === "" && setup.trim() === "")) return undefined;
  return `${text}\n;\n${setup}`;
}
