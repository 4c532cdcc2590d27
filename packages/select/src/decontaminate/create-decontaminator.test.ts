import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { createDecontaminator } from "./create-decontaminator.js";
import { decontaminate } from "./decontaminate.js";

const QUESTION = "Natalia sold clips to forty eight friends in April and half as many in May how many in all";
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);

describe("streaming", () => {
  const against = [{ prompt: QUESTION, task_id: "g1" }];
  const rows: Row[] = [{ prompt: QUESTION }, { prompt: "fine" }, null as never, { prompt: "ok", task_id: "g1" }];

  test("row by row, from a list and from a stream, it says what decontaminate says", async () => {
    const whole = decontaminate(rows, { against });
    const checked = createDecontaminator(against);
    expect(rows.map((row) => checked.check(row)?.rule ?? null)).toEqual(["exact", null, null, "same_task"]);
    const listed = createDecontaminator(against);
    expect([...listed.filter(rows)]).toEqual(whole.rows);
    const streamed = createDecontaminator(against);
    const kept: Row[] = [];
    async function* stream() {
      yield* rows;
    }
    for await (const row of streamed.filter(stream())) kept.push(row);
    expect(kept).toEqual(whole.rows);
    for (const { report } of [checked, listed, streamed]) expect(report()).toEqual(whole.report);
  });

  test("reports are of that moment", () => {
    const decontaminator = createDecontaminator(against);
    const before = decontaminator.report();
    decontaminator.check({ prompt: QUESTION });
    expect(before).toMatchObject({ n: 0, flagged: [] });
    expect(decontaminator.report()).toMatchObject({ n: 1, flagged: [0] });
  });

  test("all positions are kept, the evidence of the first ten thousand", () => {
    const decontaminator = createDecontaminator(["same text"]);
    for (let at = 0; at < 10_005; at++) decontaminator.check({ prompt: "same text" });
    const report = decontaminator.report();
    expect(report.flagged).toHaveLength(10_005);
    expect(report.hits).toHaveLength(10_000);
    expect(codes(report)).toContain("hits_not_kept");
    expect(`${report}`).toContain("row 1 (the first of 10005 rows of 1 task) prompt: exact");
  });

  test("what is neither list nor stream is refused", () => {
    expect(() => createDecontaminator(against).filter(3 as never)).toThrow(/a list or a stream of rows, got number/);
    expect(() => createDecontaminator(against).filter(null as never)).toThrow(/a list or a stream of rows, got null/);
    expect(() => createDecontaminator(against, { against } as never)).toThrow(/unknown option `against`/);
  });
});
