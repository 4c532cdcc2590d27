import { expect, it } from "vitest";
import { plannedFaultRules, readPlannedFault } from "./planned-fault.js";

const RULES = plannedFaultRules({ mine: () => null });

it.each<[unknown, unknown]>([
  [
    { tool: "*", mode: "timeout", at: [0, 2], other: 1 },
    { tool: "*", mode: "timeout", at: [0, 2] },
  ],
  [
    { tool: "get_order", mode: "mine", at: null, first_n: 2, probability: null, recover_after: undefined },
    { tool: "get_order", mode: "mine", first_n: 2 },
  ],
  [null, null],
  ["timeout", null],
  [{}, null],
  [{ tool: "*" }, null],
  [{ mode: "timeout" }, null],
  [{ tool: 5, mode: "timeout" }, null],
  [{ tool: "*", mode: "constructor" }, null],
  [{ tool: "*", mode: "timeout", at: "01" }, null],
  [{ tool: "*", mode: "timeout", at: 5 }, null],
  [{ tool: "*", mode: "timeout", first_n: "1" }, null],
  [{ tool: "*", mode: "timeout", probability: 7 }, null],
  [{ tool: "*", mode: "timeout", recover_after: 0 }, null],
  [JSON.parse('{"__proto__":{"tool":"*","mode":"timeout"}}'), null],
])("reads %j", (given, expected) => {
  expect(readPlannedFault(given, RULES)).toEqual(expected);
});
