import type { Step } from "@whileai/core";
import { expect, it } from "vitest";
import type { WorldEvent } from "../world/world.js";
import { firedSteps } from "./fired-steps.js";

const call = (tool: string, callId?: string): WorldEvent => ({
  tool,
  arguments: {},
  result: null,
  ...(callId === undefined ? {} : { callId }),
});
const step = (tool: string, call_id: string): Step => ({ tool, arguments: {}, result: null, call_id });
const hit = (position: number, tool = "a") => ({ step: position, tool, mode: "timeout" });

it.each<[string, WorldEvent[], Step[], number, number]>([
  ["the n-th call of a tool", [call("a"), call("b"), call("a")], [step("a", "0"), step("a", "1")], 2, 1],
  ["a call with text between", [call("a")], [{ text: "Let me see." }, step("a", "0")], 0, 1],
  ["a call after one that never reached the world", [call("a", "y")], [step("a", "x"), step("a", "y")], 0, 1],
  ["the second of two calls with one id", [call("a", "x"), call("a", "x")], [step("a", "x"), step("a", "x")], 1, 1],
  ["a call that the agent kept to itself", [call("a")], [], 0, -1],
  ["a call under an id that no step has", [call("a", "z")], [step("a", "x")], 0, -1],
])("finds %s", (_, events, steps, position, expected) => {
  expect(firedSteps({ events, faultsFired: [hit(position)] }, steps)).toEqual([hit(expected)]);
});

it("takes many calls", () => {
  const count = 200_000;
  const events = Array.from({ length: count }, () => call("a"));
  const steps = Array.from({ length: count }, (_, index) => step("a", String(index)));
  const fired = firedSteps({ events, faultsFired: events.map((_, index) => hit(index)) }, steps);
  expect(fired.at(-1)).toEqual(hit(count - 1));
});
