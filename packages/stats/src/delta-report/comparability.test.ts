import { describe, expect, test } from "vitest";
import { codes, high, low, passes, runRows } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

describe("sides that cannot be compared", () => {
  const test10 = passes(10, 2);
  const stamped = (fields: Record<string, unknown>, rewards: readonly (readonly unknown[])[] = test10) =>
    runRows({ rewards, fields: () => fields });

  test.each([
    ["user_model", { user_model: "a" }, { user_model: "b" }, "user_or_writer_differs"],
    ["writer_model", { writer_model: "a" }, { writer_model: "b" }, "user_or_writer_differs"],
  ])("%s", (cause, before, after, code) => {
    const report = deltaReport(stamped(before), stamped(after));
    expect(report).toMatchObject({ ok: false, notComparable: [cause], headline: `FAIL: NOT COMPARABLE (${cause})` });
    expect(codes(report)).toContain(code);
    const declared = deltaReport(stamped(before), stamped(after), { changed: [cause as "user_model"] });
    expect(declared).toMatchObject({ ok: true, notComparable: [] });
  });

  test("writers without a model count as one", () => {
    const report = deltaReport(stamped({ writer_model: "seed" }), stamped({ writer_model: "template" }));
    expect(report.notComparable).toEqual([]);
  });

  test.each([
    ["judge_differs", { judge_meta: { version: "1" } }, { judge_meta: { version: "2" } }],
    ["temperature_differs", { sampling: { temperature: 0 } }, { sampling: { temperature: 1 } }],
    ["max_tokens_differs", { sampling: { max_tokens: 10 } }, { sampling: { max_tokens: 20 } }],
    ["truncated_gap", { finish_reason: "stop" }, { finish_reason: "length" }],
    ["same_policy", { policy_version: "m@1" }, { policy_version: "m@1" }],
    ["same_replies", { final_text: "x" }, { final_text: "x" }],
  ])("%s only warns", (code, before, after) => {
    const report = deltaReport(stamped(before), stamped(after));
    expect(codes(report)).toContain(code);
    expect(report).toMatchObject({ ok: true, notComparable: [] });
  });

  test("a model trained and served under one name is asked about", () => {
    const [before, after] = [stamped({ policy_version: "m@1" }), stamped({ policy_version: "m@2" })];
    const report = deltaReport(before, after, { trainRuns: [after], changed: ["agent"] });
    expect(codes(report)).toContain("shared_served_name");
  });

  test("rows of one side that disagree are mixed", () => {
    const mixed = [...stamped({ user_model: "a" }).slice(0, 20), ...stamped({ user_model: "b" }).slice(20)];
    expect(codes(deltaReport(mixed, stamped({ user_model: "a" })))).toContain("mixed_stamps");
  });

  test("so many missing grades that they could be the difference", () => {
    const holes = passes(10, 3).map((own, task) => (task < 7 ? own : [null, null, null, null]));
    const report = deltaReport(runRows({ rewards: passes(10, 2) }), runRows({ rewards: holes }));
    expect(report).toMatchObject({ ok: false, notComparable: ["graded_share"], outcome: "not comparable" });
    expect(report.whatWouldChangeIt).toBe("Grades for the rows that have none.");
    expect(`${report}`).toContain("graded: 1.00 before, 0.70 after");
    const few = passes(100, 3).map((own, task) => (task < 93 ? own : [null, null, null, null]));
    expect(codes(deltaReport(runRows({ rewards: passes(100, 1) }), runRows({ rewards: few })))).toContain(
      "low_graded_share",
    );
  });

  test("one side falls silent", () => {
    const say = (text: string) => stamped({ final_text: text });
    const report = deltaReport(say("hello"), say(" "));
    expect(report).toMatchObject({ ok: false, notComparable: ["answered"] });
    expect(codes(report)).toContain("answered_gap");
    expect(`${report}`).toContain("answered: 100% before, 0% after");
  });

  test("other tasks, unless that was meant", () => {
    const other = runRows({ rewards: passes(10, 3), from: 100 });
    expect(deltaReport(low, other)).toMatchObject({ ok: false, notComparable: ["situations"] });
    const meant = deltaReport(low, other, { changed: ["situations"] });
    expect(meant).toMatchObject({ ok: true, notComparable: [] });
    expect(codes(meant)).toContain("pairing_note");
    const some = [...high, ...runRows({ rewards: passes(3, 3), from: 50 })];
    expect(codes(deltaReport(low, some))).toContain("pairing_note");
  });
});
