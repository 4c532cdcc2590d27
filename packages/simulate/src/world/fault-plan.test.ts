import { normalizeTools, OptionError } from "@whileai/core";
import { expect, it } from "vitest";
import type { AgentContext } from "../rollout/agent.js";
import { simulate } from "../simulate.js";
import { plannedFaults } from "./fault-plan.js";
import { createWorld } from "./world.js";

const TOOLS = normalizeTools([{ name: "get_order" }, { name: "cancel_order" }]);
const place = { call: "simulate", option: "faults.plan" };

it.each<[object, object]>([
  [
    { tool: "*", mode: "timeout" },
    { tool: "*", mode: "timeout" },
  ],
  [
    { tool: "a", mode: "stale", at: 2 },
    { tool: "a", mode: "stale", at: [2] },
  ],
  [
    { tool: "a", mode: "stale", at: [0, 3], recoverAfter: 1 },
    { tool: "a", mode: "stale", at: [0, 3], recover_after: 1 },
  ],
  [
    { tool: "a", mode: "mine", firstN: 2 },
    { tool: "a", mode: "mine", first_n: 2 },
  ],
  [
    { tool: "a", mode: "stale", probability: 0, firstN: undefined },
    { tool: "a", mode: "stale", probability: 0 },
  ],
])("writes %j as rows hold it", (plan, wire) => {
  expect(plannedFaults([plan as never], { ...place, modes: { mine: () => null } })).toEqual([wire]);
});

it("keeps no hold on the caller's list", () => {
  const at = [0];
  const [planned] = plannedFaults([{ tool: "*", mode: "stale", at }], place);
  at.push(1);
  expect(planned?.at).toEqual([0]);
});

it("holds for every situation and every task, in the words of rows", async () => {
  const plan = [{ tool: "get_order", mode: "rate_limited", at: 0 }];
  const wire = [{ tool: "get_order", mode: "rate_limited", at: [0] }];
  const agent = async (_: string, { world }: AgentContext) => JSON.stringify(await world.call("get_order"));
  const tasks = [
    { prompt: "one", faults_planned: [{ tool: "*", mode: "stale" }], privileged: { hidden_state: "old" } },
    { prompt: "two" },
  ];
  for (const given of [{ tasks }, { budget: 3, simulator: false as const }]) {
    const { rows } = await simulate({ agent, tools: TOOLS, faults: { plan }, ...given });
    for (const row of rows) {
      expect(row.faults_planned).toEqual(wire);
      expect(row.faults_fired).toEqual([{ step: 0, tool: "get_order", mode: "rate_limited" }]);
      expect(row.privileged?.hidden_state).toContain("be turned away for coming too often");
      const again = await simulate({ agent, tools: TOOLS, tasks: [row] });
      expect(again.rows[0]?.faults_planned).toEqual(wire);
    }
  }
});

it.each<[object, string, RegExp]>([
  [{ tools: TOOLS, fault: [] }, "fault", /Did you mean `faults`/],
  [{ tools: {} }, "tools", /an array/],
  [{ tools: TOOLS, faults: [{ tool: "get_order" }] }, "faults[0].mode", /one of/],
  [{ tools: TOOLS, faults: [{ tool: "get_order", mode: "time_out" }] }, "faults[0].mode", /Did you mean "timeout"/],
  [{ tools: TOOLS, faults: [{ tool: "get_oder", mode: "timeout" }] }, "faults[0].tool", /Did you mean "get_order"/],
  [{ tools: TOOLS, faults: [{ tool: "pay", mode: "timeout" }] }, "faults[0].tool", /Tools: get_order, cancel_order/],
  [{ tools: TOOLS, faults: [{ tool: "*", mode: "stale", first_n: 1 }] }, "faults[0].first_n", /`faults\[0\].firstN`/],
  [
    { tools: TOOLS, faults: [{ tool: "*", mode: "stale", firstN: 1, probability: 1 }] },
    "faults[0]",
    /`firstN` and `prob/,
  ],
])("createWorld refuses %j", (options, option, message) => {
  let thrown: unknown;
  try {
    createWorld(options as never);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(OptionError);
  expect(thrown).toMatchObject({ option, message: expect.stringMatching(message) });
});
