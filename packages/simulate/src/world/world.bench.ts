import { normalizeTools } from "@whileai/core";
import { test } from "vitest";
import { prepareChecks } from "./argument-check.js";
import { openWorld } from "./open-world.js";

const properties = { order_id: { type: "string" } };
const parameters = { type: "object", properties, required: ["order_id"], additionalProperties: false };
const tools = normalizeTools([
  { name: "get_order", parameters },
  { name: "cancel_order", parameters },
  { name: "search_orders", parameters: { type: "object", properties: { status: { type: "string" } } } },
]);
const facts = { entity: { parameter: "order_id", id: "DL-20418", named: "whole" } } as const;
const CALLS = 1000;

test("a world and one call, a thousand times", async ({ bench }) => {
  await prepareChecks(tools);
  const each = (name: string, tool: string, args: object, faults: Parameters<typeof openWorld>[0]["faults"] = []) =>
    bench(name, async () => {
      for (let seed = 0; seed < CALLS; seed++) await openWorld({ tools, seed, facts, faults }).world.call(tool, args);
    });
  await each("read", "get_order", { order_id: "DL-20418" }).run();
  await each("write", "cancel_order", { order_id: "DL-20418" }).run();
  await each("search", "search_orders", {}).run();
  await each("fault", "get_order", { order_id: "DL-20418" }, [{ tool: "*", mode: "timeout" }]).run();
});
