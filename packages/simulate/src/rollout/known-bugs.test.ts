import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isTruncated, normalizeTools, type Row } from "@whileai/core";
import { Endpoint, ScriptedBackend, type ScriptedReply } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { createWorld } from "../world/world.js";
import { backendPlayer } from "./backend-player.js";

// Bugs that were reported against other agent loops. Each begins with the number it has in our log.

const TOOLS = normalizeTools([
  { name: "get_order", parameters: { type: "object", properties: { order_id: { type: "string" } } } },
  { name: "cancel_order", parameters: { type: "object", properties: { order_id: { type: "string" } } } },
]);

async function play(replies: readonly ScriptedReply[], execute?: Parameters<typeof createWorld>[0]["execute"]) {
  const backend = ScriptedBackend(replies);
  return { ...(await playWith(backend, execute)), requests: backend.requests };
}

async function playWith(
  backend: Parameters<typeof backendPlayer>[0],
  execute?: Parameters<typeof createWorld>[0]["execute"],
) {
  const world = createWorld({ tools: TOOLS, faults: [{ tool: "get_order", mode: "timeout", at: [1] }], execute });
  const player = backendPlayer(backend, { tools: TOOLS, systemPrompt: "", maxTurns: 4, sampling: {} });
  const outcome = await player.play("hi", {
    signal: new AbortController().signal,
    rolloutIndex: 0,
    seed: 1,
    scenarioId: "sc-1",
    world,
    tools: TOOLS,
    messages: [{ role: "user", content: "hi" }],
    turn: 0,
  });
  return { outcome, world };
}

/** Plays against a server that answers with these messages, whatever it is asked. */
async function playServed(...messages: object[]) {
  const server = createServer((_, response) => {
    const body = { choices: [{ message: messages.shift(), finish_reason: "tool_calls" }] };
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await playWith(Endpoint("m", { url: `http://127.0.0.1:${port}/v1` }), ok);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const ok = async () => ({ status: "ok" });

it.each([
  ["B4: no arguments are an empty object", "", { arguments: {} }, true],
  ["B4: blank arguments are an empty object", "   ", { arguments: {} }, true],
  ["B4: arguments of null are an empty object", null, { arguments: {} }, true],
  [
    "B4: text that is no JSON is kept, and the agent is told",
    "{id: 4}",
    { arguments_raw: "{id: 4}", result: { status: "rejected", reason: "invalid_json" } },
    false,
  ],
])("%s", async (_, written, step, isRun) => {
  const toolCalls = [{ id: "c1", function: { name: "get_order", arguments: written } }];
  const { outcome, world } = await playServed({ content: null, tool_calls: toolCalls }, { content: "Done." });
  expect(outcome).toMatchObject({ steps: [step, {}], finalText: "Done.", finishReason: "stop" });
  expect(outcome.steps[0]).not.toHaveProperty("truncated");
  expect(world.events).toHaveLength(isRun ? 1 : 0);
});

describe("a call that was cut", () => {
  const broken = { name: "get_order", argumentsRaw: '{"order_id":"ORD-4' };
  it.each<[string, ScriptedReply[], object]>([
    [
      "B5: with reason length and broken arguments",
      [{ toolCalls: [broken], finishReason: "length" }],
      { finishReason: "length", steps: [{ arguments: {}, arguments_raw: broken.argumentsRaw, truncated: true }] },
    ],
    [
      "B5: with reason length and arguments that can be read",
      [{ toolCalls: [{ name: "get_order", arguments: { order_id: "x" } }], finishReason: "length" }],
      { finishReason: "length", steps: [{ arguments: { order_id: "x" }, truncated: true }] },
    ],
    [
      "B5: with a reason that a router rewrote",
      [{ toolCalls: [broken], finishReason: "tool_calls" }, "Sorry."],
      { finishReason: "stop", steps: [{ arguments: {}, arguments_raw: broken.argumentsRaw, truncated: true }, {}] },
    ],
    [
      "B5: with a whole one beside it",
      [{ toolCalls: [{ name: "cancel_order", arguments: { order_id: "x" } }, broken], finishReason: "length" }],
      { finishReason: "length", steps: [{ result: { reason: "truncated" } }, { truncated: true }] },
    ],
  ])("%s is not run", async (_, replies, expected) => {
    const { outcome, world } = await play(replies);
    expect(world.events).toEqual([]);
    expect(outcome).toMatchObject(expected);
    expect(
      isTruncated({ steps: outcome.steps, final_text: outcome.finalText, finish_reason: outcome.finishReason } as Row),
    ).toBe(true);
  });
});

it("B6: a call is run although the server says stop", async () => {
  const { outcome, world } = await play([{ toolCalls: [{ name: "get_order" }], finishReason: "stop" }, "Done."], ok);
  expect(world.events).toHaveLength(1);
  expect(outcome).toMatchObject({ finalText: "Done.", finishReason: "stop" });
});

describe("a call left in the text", () => {
  const serving = (...texts: string[]) => playServed(...texts.map((content) => ({ content, tool_calls: [] })));

  it("B10: is run", async () => {
    const { outcome, world } = await serving(
      '<tool_call>{"name":"get_order","arguments":{"order_id":"x"}}</tool_call>',
      "Done.",
    );
    expect(world.events).toMatchObject([{ tool: "get_order", arguments: { order_id: "x" } }]);
    expect(outcome.finalText).toBe("Done.");
  });

  it.each(["<tool_call>get_order(x)</tool_call>", "<|tool_calls_begin|>get_order"])(
    "B10: is never the answer: %s",
    async (text) => {
      await expect(serving(text)).rejects.toMatchObject({ code: "tool_parse_failed" });
    },
  );
});

describe("calls of one reply", () => {
  const both = {
    toolCalls: [
      { name: "get_order", arguments: { order_id: "a" }, id: "c1" },
      { name: "get_order", arguments: { order_id: "b" }, id: "c2" },
    ],
  };

  it("run together, and keep their order, ids and faults whatever comes back first", async () => {
    const running: string[] = [];
    let most = 0;
    const release: (() => void)[] = [];
    const slow = async (_: string, args: Record<string, unknown>) => {
      running.push(String(args.order_id));
      most = Math.max(most, running.length);
      if (args.order_id === "a") await new Promise<void>((resolve) => release.push(resolve));
      else release.shift()?.();
      running.splice(running.indexOf(String(args.order_id)), 1);
      return { status: "ok", order: args.order_id };
    };
    const three = {
      toolCalls: [
        both.toolCalls[0],
        { name: "cancel_order", arguments: { order_id: "z" }, id: "c3" },
        both.toolCalls[1],
      ],
    } as ScriptedReply;
    const { outcome, world, requests } = await play([three, "Done."], slow as never);
    expect(most).toBe(2);
    expect(outcome.steps.slice(0, 3)).toMatchObject([
      { call_id: "c1", turn: 0, result: { order: "a" } },
      { call_id: "c3", turn: 0, result: { order: "z" } },
      { call_id: "c2", turn: 0, result: { status: "timeout" } },
    ]);
    expect(world.events.map(({ callId }) => callId)).toEqual(["c1", "c3", "c2"]);
    expect(world.faultsFired).toEqual([{ step: 2, tool: "get_order", mode: "timeout" }]);
    expect(requests[1]?.messages.slice(1).map(({ role, toolCallId }) => [role, toolCallId])).toEqual([
      ["assistant", undefined],
      ["tool", "c1"],
      ["tool", "c3"],
      ["tool", "c2"],
    ]);
  });

  it("give the same answers each time", async () => {
    const answers = async () => (await play([both, "Done."])).outcome.steps;
    expect(await answers()).toEqual(await answers());
  });
});

it("keeps what was thought apart from what was said", async () => {
  const { outcome } = await play([{ text: "Done.", reasoning: "It is simple." }]);
  expect(outcome.steps).toEqual([{ text: "Done.", turn: 0, reasoning: "It is simple." }]);
  expect(outcome.finalText).toBe("Done.");
});

it("a loop is a row of its own kind", async () => {
  const { outcome } = await play(Array(4).fill({ toolCalls: [{ name: "get_order", arguments: {} }] }), ok);
  expect(outcome).toMatchObject({ finalText: "", finishReason: "tool", calls: 4 });
});
