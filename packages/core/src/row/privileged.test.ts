import { describe, expect, test } from "vitest";
import { leakReport } from "./leak-report.js";
import { privilegedLeak } from "./privileged-leak.js";
import type { Row } from "./row.js";
import { withoutPrivileged } from "./without-privileged.js";

const SECRET = "the hidden answer is forty-two";

describe("privilegedLeak", () => {
  test.each<[string, unknown, unknown]>([
    [
      "verbatim after folding",
      { final_text: "So: The Hidden  answer\nIS forty-two.", privileged: { reference: SECRET } },
      { field: "reference", needle: SECRET },
    ],
    ["clean", { final_text: "fine", privileged: { reference: SECRET } }, {}],
    ["too short to tell", { final_text: "short one", privileged: { reference: "short one" } }, null],
    ["nothing privileged", { final_text: "x" }, null],
    ["not an object", { final_text: "x", privileged: "the hidden answer" }, null],
    ["null", null, null],
    [
      "deep, in an earlier turn",
      {
        messages: [{ role: "assistant", content: "stock at depot nine" }],
        final_text: "bye",
        privileged: { hidden_state: { a: [{ b: "stock at depot nine" }] } },
      },
      { field: "hidden_state.a.b", needle: "stock at depot nine" },
    ],
    ["a rubric", { final_text: SECRET, privileged: { rubric: SECRET } }, { field: "rubric", needle: SECRET }],
    [
      "a criterion of a rubric",
      { final_text: `So: ${SECRET}`, privileged: { rubric: { criteria: [{ requirement: SECRET }] } } },
      { field: "rubric.criteria.requirement", needle: SECRET },
    ],
    ["tests", { final_text: SECRET, privileged: { tests: [SECRET] } }, { field: "tests", needle: SECRET }],
    ["what is for no judge", { final_text: SECRET, privileged: { seen_by: SECRET } }, null],
    [
      "the user's own words",
      { messages: [{ role: "user", content: SECRET }], final_text: "no", privileged: { principle: SECRET } },
      {},
    ],
  ])("%s", (_, row, expected) => {
    expect(privilegedLeak(row as Row)).toEqual(expected);
  });

  test("with the rule `unseen`, what a tool showed is no leak", () => {
    const row: Row = {
      prompt: "p",
      steps: [{ tool: "t", arguments: {}, result: { status: "permission_denied" } }],
      final_text: "The tool said permission_denied.",
      privileged: { hidden_state: { tool_condition: "permission_denied" } },
    };
    expect(privilegedLeak(row)).toMatchObject({ field: "hidden_state.tool_condition" });
    expect(privilegedLeak(row, { rule: "unseen" })).toEqual({});
  });

  test("a long needle is shown in part", () => {
    const long = "abc ".repeat(50);
    expect(privilegedLeak({ final_text: long, privileged: { reference: long } })?.needle).toHaveLength(80);
  });
});

describe("leakReport", () => {
  const leaking: Row = { rollout_id: "r1", final_text: SECRET, privileged: { reference: SECRET } };
  test("counts over the checked rows", () => {
    const report = leakReport([
      leaking,
      { ...leaking, final_text: "ok" },
      { ...leaking, final_text: "no" },
      { final_text: "x" },
    ]);
    expect(report).toMatchObject({ nRows: 4, nChecked: 3, nLeaked: 1, rate: 0.3333, checked: true, notes: [] });
    expect(report.leaked).toEqual([{ index: 0, rolloutId: "r1", field: "reference", needle: SECRET }]);
    expect(`${report}`).toBe("privileged leaks: 1 of 3 checked rows say something privileged");
  });
  test("says when there was nothing to check", () => {
    const report = leakReport([{ final_text: "x" }]);
    expect(report).toMatchObject({ checked: false, rate: null, nLeaked: 0 });
    expect(report.notes.map((note) => note.code)).toEqual(["nothing_checked"]);
    expect(`${report}`).toContain("none of 1 rows carries privileged text\n");
    expect(report.notes[0]?.message).toBe("No row carries privileged text, so leaks could not be looked for.");
  });
  test.each<[string, Record<string, unknown>]>([
    ["too short", { reference: "short" }],
    ["under another name", { seen_by: SECRET }],
    ["no text", { tests: { n: 12345678901234 } }],
  ])("does not deny privileged text that is %s", (_, privileged) => {
    const report = leakReport([{ final_text: SECRET, privileged }]);
    expect(report.checked).toBe(false);
    const lookedFor =
      "that is looked for (12 characters or more under reference, principle, hidden_state, rubric, tests)";
    expect(report.summary).toBe(`nothing to check: none of 1 rows carries privileged text ${lookedFor}`);
    expect(report.notes[0]?.message).toBe(
      `No row carries privileged text ${lookedFor}, so leaks could not be looked for.`,
    );
  });
  test("lists the first twenty", () => {
    const report = leakReport(Array.from({ length: 30 }, () => leaking));
    expect([report.nLeaked, report.leaked.length]).toEqual([30, 20]);
  });
});

test("withoutPrivileged scrubs the top and lineage, and nothing the agent saw", () => {
  const row: Row = {
    prompt: "p",
    privileged: { reference: "s" },
    lineage: { a: [{ privileged: 1, kept: 2 }], privileged: { x: 1 } },
    steps: [{ tool: "f", arguments: { reference: "kept", privileged: "kept" }, result: { rubric: "kept" } }],
  };
  const before = structuredClone(row);
  expect(withoutPrivileged(row)).toEqual({ prompt: "p", lineage: { a: [{ kept: 2 }] }, steps: row.steps });
  expect(row).toEqual(before);
  expect(withoutPrivileged(null as never)).toEqual({});
});
