import { expect, test } from "vitest";
import { type AimLevels, aimOf } from "./aim-of.js";
import type { Trace } from "./trace.js";

const LEVELS: AimLevels = {
  tool: ["a", "b", "c", "unrelated", "multi_tool"],
  rule: ["unspecified"],
  stance: ["ordinary", "hurried"],
  world_state: ["entity exists", "entity missing", "unspecified"],
  tool_condition: ["success", "timeout", "malformed_result"],
  history: ["fresh"],
};
const trace = (reward: number | null, more: Partial<Trace> = {}): Trace => ({
  asks: [],
  calls: [],
  finalText: "Done.",
  reward,
  dimensions: {},
  ...more,
});
const of = (reward: number, tool: string, times: number): Trace[] =>
  Array.from({ length: times }, () => trace(reward, { dimensions: { tool } }));
const toolWeights = (traces: readonly Trace[]): Record<string, number> =>
  Object.fromEntries(aimOf(traces, LEVELS).weights.tool ?? []);

test.each<[string, Trace[], Record<string, number>]>([
  ["nothing failed", of(1, "a", 20), {}],
  ["no traces", [], {}],
  ["only failures: as often as they come, over the plain share", of(0, "b", 12), { b: 3 }],
  ["one failure moves little", of(0, "b", 1), { b: 1.36 }],
  ["many failures of one tool that never passed", [...of(0, "b", 100), ...of(1, "a", 100)], { b: 1.96, a: 0.75 }],
  ["all fail alike", [...of(0, "a", 5), ...of(1, "a", 50), ...of(0, "b", 5), ...of(1, "b", 50)], {}],
  [
    "solved tools fall below the others",
    [...of(0, "b", 10), ...of(1, "a", 30), ...of(1, "b", 5)],
    { b: 2.25, a: 0.75 },
  ],
  ["a level that failed least keeps its share", [...of(0, "a", 40), ...of(0, "b", 1)], { a: 3 }],
  ["tools that are not there", of(0, "gone", 9), {}],
])("%s", (_, traces, expected) => {
  expect(toolWeights(traces)).toEqual(expected);
});

test("the more levels there are, the more one of them can weigh, up to 8", () => {
  const weightAmong = (count: number, failures: number): number | undefined => {
    const tool = Array.from({ length: count }, (_, index) => `t${index}`);
    return aimOf(of(0, "t0", failures), { ...LEVELS, tool }).weights.tool?.get("t0");
  };
  expect(weightAmong(10, 12)).toBe(4.38);
  expect(weightAmong(10, 100)).toBe(6);
  expect(weightAmong(40, 100)).toBe(8);
  expect(weightAmong(1, 100)).toBeUndefined();
});

test("levels come from rows, else from what the calls met", () => {
  const calls = [
    { tool: "a", fault: null },
    { tool: "b", fault: "malformed" },
    { tool: "b", fault: "not_found" },
    { tool: "__proto__", fault: "constructor" },
  ];
  const { weights } = aimOf(
    [trace(0, { calls, dimensions: { world_state: "unspecified", stance: "hurried" } })],
    LEVELS,
  );
  expect(Object.keys(weights)).toEqual(["tool", "stance", "world_state", "tool_condition"]);
  expect([...(weights.tool?.keys() ?? [])]).toEqual(["a", "b"]);
  expect([...(weights.stance?.keys() ?? [])]).toEqual(["hurried"]);
  expect([...(weights.world_state?.keys() ?? [])]).toEqual(["entity missing"]);
  expect([...(weights.tool_condition?.keys() ?? [])]).toEqual(["malformed_result"]);
});

test("of an ungraded conversation the tools whose calls went wrong are meant", () => {
  const calls = [
    { tool: "a", fault: null },
    { tool: "b", fault: "timeout" },
  ];
  expect([...(aimOf([trace(null, { calls })], LEVELS).weights.tool?.keys() ?? [])]).toEqual(["b"]);
});

test("what comes with a bad tool is not blamed for it", () => {
  const played = (reward: number, tool: string, stance: string, times: number): Trace[] =>
    Array.from({ length: times }, () => trace(reward, { dimensions: { tool, stance } }));
  const { weights } = aimOf([...played(0, "b", "hurried", 20), ...played(1, "a", "ordinary", 80)], LEVELS);
  expect([...(weights.tool ?? [])]).toEqual([
    ["a", 0.75],
    ["b", 3],
  ]);
  expect(weights.stance).toBeUndefined();
});

test("a fault that sound calls are there to be compared with", () => {
  const called = (fault: string | null, times: number): Trace[] =>
    Array.from({ length: times }, () => trace(null, { calls: [{ tool: "a", fault }] }));
  const { weights } = aimOf([...called("timeout", 12), ...called(null, 28)], LEVELS);
  // 14 / (12 × 12/40 + 2), and no more than 60 % of two levels.
  expect([...(weights.tool_condition ?? [])]).toEqual([["timeout", 1.2]]);
  const wide = { ...LEVELS, tool_condition: ["success", "timeout", "1", "2", "3", "4"] };
  expect([...(aimOf([...called("timeout", 12), ...called(null, 28)], wide).weights.tool_condition ?? [])]).toEqual([
    ["timeout", 2.5],
  ]);
});

test("without a call the ask says which tool is meant", () => {
  const unanswered = [trace(0, { asks: ["Please do b"] }), trace(0, { asks: ["Nothing"] }), trace(0)];
  const { weights } = aimOf(unanswered, LEVELS, (ask) => (ask.endsWith("b") ? "b" : null));
  expect([...(weights.tool ?? [])]).toEqual([["b", 1.36]]);
});

test("how often nothing goes wrong is not for traces to say", () => {
  const failures = Array.from({ length: 9 }, () => trace(0, { dimensions: { tool_condition: "success" } }));
  expect(aimOf(failures, LEVELS).weights).toEqual({});
});
