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
