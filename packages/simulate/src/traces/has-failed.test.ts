import { expect, test } from "vitest";
import { failedTools, hasFailed } from "./has-failed.js";
import type { Trace } from "./trace.js";

const trace = (faults: readonly (string | null)[], more: Partial<Trace> = {}): Trace => ({
  asks: [],
  calls: faults.map((fault) => ({ tool: "t", fault })),
  finalText: "Done.",
  reward: null,
  dimensions: {},
  ...more,
});

test.each<[string, Trace, boolean]>([
  ["reward 0", trace([], { reward: 0 }), true],
  ["reward below one half", trace([], { reward: 0.49 }), true],
  ["reward one half", trace([], { reward: 0.5 }), false],
  ["reward 1 in spite of a fault", trace(["timeout"], { reward: 1 }), false],
  ["a fault that was not overcome", trace([null, "timeout"]), true],
  ["a fault that was", trace(["timeout", null]), false],
  ["a record that was not there", trace(["not_found"]), false],
  ["a rejected call, put right later", trace(["rejected", null]), true],
  ["no words at the end", trace([null], { finalText: " " }), true],
  ["a refusal after a call", trace([null], { finalText: "I am unable to do that." }), true],
  ["a refusal without a call", trace([], { finalText: "I am unable to do that." }), false],
  ["an end that was not recorded", trace([null], { finalText: null }), false],
])("%s", (_, given, expected) => {
  expect(hasFailed(given)).toBe(expected);
});

test("names the tools whose calls went wrong", () => {
  const calls = [
    { tool: "a", fault: "timeout" },
    { tool: "b", fault: "rejected" },
    { tool: "a", fault: null },
    { tool: "b", fault: null },
    { tool: "c", fault: "500" },
  ];
  expect(failedTools(trace([], { calls }))).toEqual(["b", "c"]);
});
