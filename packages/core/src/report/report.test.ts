import { inspect } from "node:util";
import { expect, test } from "vitest";
import { renderNotes } from "./render-notes.js";
import { createReport, type Note, plainData, REPORT_SCHEMA } from "./report.js";

const note: Note = { code: "few", severity: "warning", message: "Two tasks only.", fix: "Add tasks." };
const report = createReport(
  "demo",
  { rate: Number.NaN, perTask: new Map([["__proto__", 1]]), wide: Number.POSITIVE_INFINITY },
  [note],
  (fields) => `demo of ${fields.perTask.size} task`,
);

test("prints itself wherever text is asked for", () => {
  expect(`${report}`).toBe("demo of 1 task");
  expect(inspect(report)).toBe("demo of 1 task");
});

test("serialises to plain data without NaN and Infinity", () => {
  expect(JSON.parse(JSON.stringify(report))).toEqual({
    kind: "demo",
    schema: REPORT_SCHEMA,
    rate: null,
    wide: null,
    perTask: [["__proto__", 1]],
    notes: [note],
  });
});

test("shows its data only, and is frozen", () => {
  expect(Object.keys(report)).toEqual(["kind", "schema", "rate", "perTask", "wide", "notes"]);
  expect(() => Object.assign(report, { rate: 1 })).toThrow(TypeError);
});

test("plainData keeps what JSON holds and drops what it cannot", () => {
  const hostile = JSON.parse('{"__proto__": {"x": 1}, "a": [1, null]}');
  expect(JSON.stringify(plainData(hostile))).toBe('{"__proto__":{"x":1},"a":[1,null]}');
  expect(
    plainData({
      list: [undefined, () => 1],
      run: () => 1,
      big: 2n ** 60n,
      set: new Set([1]),
      typed: new Float64Array([1]),
    }),
  ).toEqual({
    list: [null, null],
    big: "1152921504606846976",
    set: [1],
    typed: [1],
  });
});

test("notes print as lines by severity", () => {
  const unended = { ...note, message: "two tasks only" };
  expect(renderNotes([note, unended, { code: "x", severity: "info", message: "Fine." }])).toEqual([
    "  warning: Two tasks only. Add tasks.",
    "  warning: two tasks only. Add tasks.",
    "  note: Fine.",
  ]);
});
