import { runOne } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { SQLMatch } from "./sql-match.js";

const SCHEMA =
  "CREATE TABLE t(x INTEGER, y REAL, n TEXT); INSERT INTO t VALUES (1, 0.5, 'a'), (2, 1.5, 'b'), (3, 2.5, 'b');";
const ENDLESS = "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT";

describe("SQLMatch", () => {
  it.each([
    ["another way to the same rows", "SELECT max(x) FROM t", "SELECT x FROM t ORDER BY x DESC LIMIT 1", 1],
    [
      "a fence and other column names",
      "```sql\nSELECT n, count(*) c FROM t GROUP BY n ORDER BY n DESC;\n```",
      "SELECT n, count(*) FROM t GROUP BY n",
      1,
    ],
    ["the order that the reference asks for", "SELECT x FROM t ORDER BY x DESC", "SELECT x FROM t ORDER BY x", 0],
    [
      "an ORDER BY in a subquery is no order",
      "SELECT x FROM t ORDER BY x DESC",
      "SELECT x FROM (SELECT x FROM t ORDER BY x)",
      1,
    ],
    ["floating-point noise", "SELECT y + 0.0000000001 FROM t", "SELECT y FROM t", 1],
    ["a row too often", "SELECT x FROM t UNION ALL SELECT 1", "SELECT x FROM t", 0],
    ["a row twice in place of another", "SELECT 1 UNION ALL SELECT 1 UNION ALL SELECT 2", "SELECT x FROM t", 0],
    ["text is no number", "SELECT '1'", "SELECT 1", 0],
    ["null is null", "SELECT NULL", "SELECT NULL", 1],
    ["columns in another order", "SELECT n, x FROM t", "SELECT x, n FROM t", 0],
    ["blobs", "SELECT x'0102'", "SELECT x'0102'", 1],
    ["no SQL", "I cannot answer.", "SELECT x FROM t", 0],
    ["no query", "CREATE TABLE u(x)", "SELECT x FROM t", 0],
    ["two queries", "SELECT x FROM t; SELECT x FROM t", "SELECT x FROM t", 0],
    ["a query that changes rows", "DELETE FROM t RETURNING x", "SELECT x FROM t", 0],
    ["more rows than are read", `${ENDLESS} i FROM r`, "SELECT x FROM t", 0],
    ["more memory than there is", "SELECT zeroblob(900000000)", "SELECT x FROM t", 0],
    ["a whole number that is near", "SELECT 10000001", "SELECT 10000002", 0],
    ["whole numbers beyond 2^53", "SELECT 9007199254740992", "SELECT 9007199254740993", 0],
    ["a whole number written as a fraction", "SELECT 3.0", "SELECT 3", 1],
    ["a large sum that is a little off", "SELECT 12345678.1", "SELECT 12345678.2", 0],
    ["infinity is no null", "SELECT NULL", "SELECT 9e999", 0],
    ["infinity", "SELECT 9e999 ORDER BY 1", "SELECT 9e999 ORDER BY 1", 1],
    ["infinity of another sign", "SELECT -9e999", "SELECT 9e999", 0],
    ["nothing, of other columns", "SELECT 1 WHERE 0", "SELECT x, y FROM t WHERE 0", 0],
    ["nothing, of as many columns", "SELECT y, x FROM t WHERE 0", "SELECT x, y FROM t WHERE 0", 1],
    ["ties in another order", "SELECT x FROM t ORDER BY n, x DESC", "SELECT x FROM t ORDER BY n", 1],
    ["ties by a column's number", "SELECT x, n FROM t ORDER BY n, x DESC", "SELECT x, n FROM t ORDER BY 2 ASC", 1],
    ["ties by a column's name", "SELECT x, n AS k FROM t ORDER BY n, x DESC", "SELECT x, n AS k FROM t ORDER BY k", 1],
    [
      "ties by a count",
      "SELECT n % 2 AS p FROM (SELECT x AS n FROM t) GROUP BY n ORDER BY n DESC",
      "SELECT n % 2 AS p FROM (SELECT x AS n FROM t) GROUP BY n ORDER BY count(*), abs(n) * 0",
      1,
    ],
    [
      "ties of a union",
      "SELECT 1, 'b' UNION SELECT 1, 'a' ORDER BY 2 DESC",
      "SELECT 1, 'b' UNION SELECT 1, 'a' ORDER BY 1",
      1,
    ],
    ["what is no tie", "SELECT x FROM t ORDER BY n DESC", "SELECT x FROM t ORDER BY n", 0],
    [
      "an order that cannot be told",
      "SELECT DISTINCT n FROM t ORDER BY n",
      "SELECT DISTINCT n FROM t ORDER BY x * -1",
      0,
    ],
    ["a writing pragma", "PRAGMA query_only=0", "SELECT x FROM t", 0],
    ["another database", "ATTACH 'other' AS o", "SELECT x FROM t", 0],
    ["comments around a query", "-- first\nSELECT 1; /* last */", "SELECT 1", 1],
    [
      "a result of more memory than is read",
      "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 90000) SELECT zeroblob(1000000) FROM r",
      "SELECT x FROM t",
      0,
    ],
    ["a reference that fails", "SELECT x FROM t", "SELECT nope FROM t", null],
  ])("%s", async (_, final_text, reference, reward) => {
    expect((await runOne({ final_text, reference }, SQLMatch({ schema: SCHEMA }))).reward).toBe(reward);
  });

  it("a query without end is timed out; a reference without end cannot judge", async () => {
    const judge = SQLMatch({ schema: SCHEMA, timeoutMs: 1000 });
    const endless = `${ENDLESS} max(i) FROM r`;
    expect(await runOne({ final_text: endless, reference: "SELECT 1" }, judge)).toMatchObject({
      reward: 0,
      reason: "failed: timeout",
    });
    expect((await runOne({ final_text: "SELECT 1", reference: endless }, judge)).reward).toBeNull();
  });

  it("says that a result is too large, whatever it is made of", async () => {
    for (const cell of ["zeroblob(1000000)", "hex(zeroblob(500000))"]) {
      const many = `WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 90000) SELECT ${cell} FROM r`;
      const { reason } = await runOne({ final_text: many, reference: "SELECT 1" }, SQLMatch({ schema: SCHEMA }));
      expect(reason).toBe("failed: too large a result");
    }
  });

  it("reads the schema of the row, and runs the setup after it", async () => {
    const judge = SQLMatch({ schemaField: "info.schema", setup: "INSERT INTO t VALUES (7);" });
    const row = { final_text: "SELECT max(x) FROM t", reference: "SELECT 7", info: { schema: "CREATE TABLE t(x);" } };
    expect((await runOne(row, judge)).reward).toBe(1);
    expect(await runOne({ ...row, info: {} }, judge)).toMatchObject({ reward: null });
    expect((await runOne(row, SQLMatch())).reason).toBe("no schema on the row or in the options");
  });

  it("quotes nothing of a privileged reference", async () => {
    const judge = SQLMatch({ schema: SCHEMA });
    const secret = await runOne({ final_text: "SELECT 1", privileged: { reference: "SELECT x FROM t" } }, judge);
    expect(secret.reason).toBe("another result (1 rows)");
    expect((await runOne({ final_text: "SELECT 1", reference: "SELECT x FROM t" }, judge)).reason).toContain(
      "the reference has 3",
    );
    expect((await runOne({ final_text: "SELECT 1", reference: "SELECT nope" }, judge)).reason).toContain("nope");
    expect((await runOne({ final_text: "SELECT 1", reference: 5 }, judge)).reward).toBeNull();
  });

  it("stops with its signal", async () => {
    const controller = new AbortController();
    const verdict = SQLMatch({ schema: SCHEMA })(
      { final_text: `${ENDLESS} max(i) FROM r`, reference: "SELECT 1" },
      { signal: controller.signal },
    );
    controller.abort();
    expect(await verdict).toMatchObject({ reward: null, judge_status: "error" });
  });

  it("refuses unknown options and is ready when sql.js is there", async () => {
    expect(() => SQLMatch({ schemas: "" } as never)).toThrow("schema");
    await expect(SQLMatch().prepare?.()).resolves.toBeUndefined();
  });
});
