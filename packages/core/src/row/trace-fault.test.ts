import { describe, expect, test } from "vitest";
import type { Row } from "./row.js";
import { resultFault, resultObject, stepFault, traceFault } from "./trace-fault.js";

test.each<[unknown, string | null]>([
  [{ status: "ok" }, null],
  [{ status: "OK" }, null],
  [{ status: "paid" }, null],
  [{ status: "ok", error: "boom" }, null],
  [{ status: "paid", error: "x" }, null],
  [{ status: "paid", error: "" }, "paid"],
  [{ status: "exit_0", error: null }, null],
  [{ error: "boom" }, "error"],
  [{ error: null }, "error"],
  [{ status: "", error: "x" }, "error"],
  [{ status: "Denied" }, "deny"],
  [{ status: "missing" }, "not_found"],
  [{ status: "stale_result" }, "stale"],
  [{ stale: true, status: "error" }, "stale"],
  [{ stale: 0 }, null],
  [{ status: 500 }, "500"],
  [{ status: "600" }, null],
  [{ status: "exit_2" }, "exit_2"],
  [{ status: "needs permission first" }, "needs permission first"],
  [{ reason: "already_acted_on" }, "already_done"],
  [{ status: "rejected" }, "rejected"],
  [{ deep: [{ x: "<<Garbled resp0nse" }] }, "malformed"],
  ['{"status":"denied"}', "deny"],
  ['{"status":', null],
  ["[1]", null],
  ["permission denied", null],
  [[{ status: "error" }], null],
  [5, null],
  [null, null],
  [undefined, null],
])("resultFault(%j) is %j", (result, expected) => {
  expect(resultFault(result)).toBe(expected);
});

describe("traceFault", () => {
  test.each<[string, unknown, string]>([
    ["nothing", {}, "no fault"],
    ["null", null, "no fault"],
    [
      "first fault wins",
      {
        steps: [
          null,
          { tool: "a", result: {} },
          { tool: "a", result: { status: "404" } },
          { tool: "b", result: { status: "denied" } },
        ],
      },
      "404",
    ],
    ["planned", { steps: [{ tool: "a", result: null }], faults: { a: { mode: "denied" } } }, "deny"],
    ["planned but answered", { steps: [{ tool: "a", result: {} }], faults: { a: { mode: "timeout" } } }, "no fault"],
    ["the first planned mode that is one", { faults: { a: null, b: { mode: "" }, c: { mode: "x" } } }, "x"],
    ["planned faults that are a list", { faults: [] }, "no fault"],
    ["a step without a tool", { steps: [{ result: { status: "error" } }] }, "no fault"],
  ])("%s", (_, row, expected) => {
    expect(traceFault(row as Row)).toBe(expected);
  });
});

test("stepFault needs a tool", () => {
  expect(stepFault({ tool: "a", result: { status: "timeout" } })).toBe("timeout");
  expect(stepFault({ text: "a", result: { status: "timeout" } })).toBeNull();
  expect(stepFault(undefined)).toBeNull();
});

test("resultObject reads objects and JSON text", () => {
  expect(resultObject(' {"a":1}')).toEqual({ a: 1 });
  expect(resultObject("{}{")).toEqual({});
  expect(resultObject(7)).toEqual({});
});
