import type { Situation } from "../../plan/situation.js";

/** Somebody who wants an order cancelled and has not said which. */
export const CANCELLATION: Situation = {
  scenarioId: "sc-1",
  index: 0,
  prompt: "Please cancel my order.",
  dimensions: {
    tool: "cancel_order",
    rule: "unspecified",
    stance: "ordinary",
    world_state: "entity exists",
    tool_condition: "success",
    history: "fresh",
  },
  tier: "ordinary",
  labels: {},
  faults: [],
  worldState: "entity exists",
  entity: { parameter: "order_id", id: "OR-1042", named: "none" },
  privileged: {},
  arm: "structured",
  writer: "template",
};
