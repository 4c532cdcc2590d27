import { normalizeTools, Tool, tool } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openWorld } from "./open-world.js";
import { createWorld, type WorldOptions } from "./world.js";

const TOOLS = normalizeTools([
  { name: "get_order", parameters: { type: "object", properties: { order_id: { type: "string" } } } },
]);
const loop: Record<string, unknown> = { a: 1 };
loop.again = loop;

const call = (execute: WorldOptions["execute"], options: Partial<WorldOptions> = {}) =>
  createWorld({ tools: TOOLS, execute, ...options }).call("get_order", { order_id: "DL-1" });

describe("a real body", () => {
  it.each<[string, () => unknown, unknown]>([
    [
      "throws",
      () => {
        throw new RangeError("too late");
      },
      { status: "error", error: "RangeError: too late" },
    ],
    ["rejects with nothing", () => Promise.reject(undefined), { status: "error", error: expect.any(String) }],
    ["gives nothing", () => undefined, { status: "ok", result: null }],
    ["gives a bigint", () => 10n, { status: "ok", result: "10" }],
    ["gives a loop", () => loop, { a: 1, again: "[circular]" }],
    ["gives a list", () => [1, new Map([["a", 2n]])], { status: "ok", result: [1, { a: "2" }] }],
    ["gives NaN", async () => ({ amount: Number.NaN }), { amount: "NaN" }],
    ["gives a function", () => () => 1, { status: "ok", result: null }],
    [
      "gives what throws when read",
      () => ({
        get a() {
          throw new Error("no");
        },
      }),
      { status: "error", error: "Error: no" },
    ],
    ["gives a text", () => "found", { status: "ok", result: "found" }],
  ])("that %s", async (_, execute, expected) => {
    expect(await call(execute)).toEqual(expected);
  });

  it("that gives very much", async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => ({ index, text: "x".repeat(20) }));
    expect(await call(() => ({ rows }))).toEqual({ rows });
  });

  it("is told the tool, the arguments and the rollout", async () => {
    const context = { rolloutIndex: 2, prompt: "p", signal: new AbortController().signal };
    const seen: unknown[] = [];
    await call((...told) => seen.push(told), { context });
    expect(seen).toEqual([["get_order", { order_id: "DL-1" }, context]]);
  });

  it("is not begun once the rollout is over", async () => {
    let runs = 0;
    const context = { rolloutIndex: 0, prompt: "p", signal: AbortSignal.abort() };
    await expect(call(() => ++runs, { context })).rejects.toThrow("aborted");
    expect(runs).toBe(0);
  });

  it("that hangs is not waited for after an abort", async () => {
    const over = new AbortController();
    const context = { rolloutIndex: 0, prompt: "p", signal: over.signal };
    const answer = call(() => new Promise(() => {}), { context });
    over.abort(new Error("time is up"));
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });

  it("cannot change what is recorded", async () => {
    const world = createWorld({
      tools: TOOLS,
      execute: (_, args) => {
        args.order_id = "changed";
        return args;
      },
    });
    const answer = await world.call("get_order", { order_id: "DL-1" });
    expect(answer).toEqual({ order_id: "changed" });
    (answer as { order_id: string }).order_id = "again";
    expect(world.events).toEqual([
      { tool: "get_order", arguments: { order_id: "DL-1" }, result: { order_id: "changed" } },
    ]);
    expect(world.state()).toEqual({});
  });

  it("comes after faults and checks, through Tool.dispatch", async () => {
    const ran: string[] = [];
    const getOrder = tool({
      name: "get_order",
      description: "",
      input: z.object({ order_id: z.string() }),
      execute: ({ order_id }) => {
        ran.push(order_id);
        return { found: order_id };
      },
    });
    const world = createWorld({
      tools: normalizeTools([getOrder]),
      execute: Tool.dispatch([getOrder]),
      faults: [{ tool: "get_order", mode: "timeout", at: 0 }],
    });
    expect(await world.call("get_order", { order_id: "A" })).toMatchObject({ status: "timeout" });
    expect(await world.call("get_order", { order_id: 5 })).toMatchObject({ status: "rejected" });
    expect(await world.call("get_order", { order_id: "B" })).toEqual({ found: "B" });
    expect(ran).toEqual(["B"]);
  });

  it("is left alone for tools that are only mocked", async () => {
    const mocked = new Set(["get_order"]);
    const { world } = openWorld({ tools: TOOLS, mocked, execute: () => expect.unreachable() });
    expect(await world.call("get_order", { order_id: "A" })).toMatchObject({ status: "ok" });
  });
});
