import { describe, expect, it } from "vitest";
import { FAULT_MODES } from "../world/fault-answer.js";
import { type HiddenFacts, hiddenState } from "./hidden-state.js";

const facts = (more: Partial<HiddenFacts>): HiddenFacts => ({
  isAboutTools: true,
  parameter: "order_id",
  worldState: "entity exists",
  faults: [],
  ...more,
});

describe("hiddenState", () => {
  it.each<[Partial<HiddenFacts>, string]>([
    [{}, "the order exists and nothing has been done to it; no fault is planned."],
    [{ parameter: "path", worldState: "entity missing" }, "no such path exists; no fault is planned."],
    [{ worldState: null }, "nothing is laid down about the record; no fault is planned."],
    [{ parameter: null, worldState: "unknown" }, "nothing is laid down about the record; no fault is planned."],
    [{ isAboutTools: false }, "none of the tools can answer this, and none should be called."],
    [
      { faults: [{ tool: "get_order", mode: "timeout", recover_after: 1 }] },
      "the order exists and nothing has been done to it; the first call to get_order is planned to time out, and a later one works.",
    ],
    [
      { worldState: "duplicate entity", faults: [{ tool: "*", mode: "permission_denied" }] },
      "two records answer to this order; all calls to whatever tool is called are planned to be refused.",
    ],
    [
      { worldState: "partially completed", faults: [{ tool: "a", mode: "odd", first_n: 2 }] },
      'an earlier change to the order stopped half way; some calls to a are planned to meet the fault "odd".',
    ],
    [
      { worldState: "entity already acted on", faults: [{ tool: "a", mode: "stale", recover_after: 2 }] },
      "what is asked was already done to the order; the first 2 calls to a are planned to come back out of date, and a later one works.",
    ],
    [
      { faults: [{ tool: "a", mode: "server_error", at: [3], recover_after: 1 }] },
      "the order exists and nothing has been done to it; some calls to a are planned to end in an error of the server, 1 at most.",
    ],
  ])("%j", (given, told) => {
    expect(hiddenState(facts(given))).toBe(`Answer key for the judge: ${told}`);
  });
});

it.each(FAULT_MODES)("tells in words what %s is", (mode) => {
  expect(hiddenState(facts({ faults: [{ tool: "get_order", mode }] }))).not.toContain(mode);
});
