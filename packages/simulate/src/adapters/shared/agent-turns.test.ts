import { type Tool, tool } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { contextOf } from "./__fixtures__/context.js";
import { type AgentTurn, replyFromCalls, replyFromTurns } from "./agent-turns.js";
import { worldCalls } from "./world-calls.js";

const getOrder = tool({
  name: "get_order",
  description: "Look up.",
  parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
}) as Tool;
const FAULTS = [{ tool: "*", mode: "timeout", firstN: 1 }];
const call = (id: string | undefined, args: unknown = {}, answer?: unknown) => ({
  id,
  name: "get_order",
  arguments: args,
  answer,
});
const turn = (more: Partial<AgentTurn>): AgentTurn => ({ text: "", calls: [], ...more });

describe("replyFromTurns", () => {
  it("gives one step a call, with the world's own answers, whatever order they came in", async () => {
    const calls = worldCalls(contextOf([getOrder], { faults: FAULTS }));
    await calls.call("get_order", { order_id: "DL-2" }, "b");
    await calls.call("get_order", {}, "a");
    const reply = replyFromTurns(
      [
        turn({
          text: "One moment.",
          reasoning: "two",
          calls: [call("a"), call("b", { order_id: "DL-2" })],
          inputTokens: 3,
          outputTokens: 2,
        }),
        turn({ text: "Done.", inputTokens: 4, outputTokens: 1 }),
      ],
      calls,
    );
    expect(reply).toMatchObject({
      steps: [
        {
          text: "One moment.",
          reasoning: "two",
          turn: 0,
          call_id: "a",
          result: { status: "rejected" },
          input_tokens: 3,
        },
        { turn: 0, call_id: "b", arguments: { order_id: "DL-2" }, result: { status: "timeout" } },
        { text: "Done.", turn: 1, output_tokens: 1 },
      ],
      final_text: "Done.",
      finish_reason: "stop",
      usage: { input_tokens: 7, output_tokens: 3 },
    });
    expect(reply.steps?.[1]).not.toHaveProperty("text");
  });

  it("hands out the answers to one id in their order, and numbers turns on from those before", async () => {
    const messages = ["user", "assistant", "user"].map((role) => ({ role: role as "user", content: "x" }));
    const calls = worldCalls(contextOf([getOrder], { faults: FAULTS, messages }));
    for (let time = 0; time < 2; time++) await calls.call("get_order", { order_id: "DL-2" }, "same");
    const { steps } = replyFromTurns([turn({ calls: [call("same")] }), turn({ calls: [call("same")] })], calls);
    expect(steps?.map(({ turn: number, result }) => [number, (result as { status: string }).status])).toEqual([
      [2, "timeout"],
      [3, expect.not.stringContaining("timeout")],
    ]);
  });

  it.each([
    ["text that is JSON", '{"order_id":"DL-2"}', { arguments: { order_id: "DL-2" } }],
    ["text that is none", '{"order', { arguments: {}, arguments_raw: '{"order' }],
    ["a list", [1], { arguments: {}, arguments_raw: "[1]" }],
    ["a number that JSON lacks", 5n, { arguments: {}, arguments_raw: '"5"' }],
    ["a function", () => 1, { arguments: {}, arguments_raw: "" }],
    ["nothing", undefined, { arguments: {} }],
  ])("reads arguments that are %s", (_, args, expected) => {
    const { steps } = replyFromTurns([turn({ calls: [call("a", args)] })], worldCalls(contextOf([getOrder])));
    expect(steps?.[0]).toMatchObject({ ...expected, result: null });
  });

  it.each([
    ['{"error":"x"}', { error: "x" }],
    ["plain", "plain"],
    [{ at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
    [undefined, null],
  ])("takes the framework's answer %j where the world was not asked", (answer, result) => {
    const { steps } = replyFromTurns([turn({ calls: [call("a", {}, answer)] })], worldCalls(contextOf([getOrder])));
    expect(steps?.[0]?.result).toEqual(result);
  });

  it.each([
    ["a last turn of calls", [turn({ calls: [call("a")] })], undefined, "tool", ""],
    ["a last turn of calls whose answer is final", [turn({ calls: [call("a")] })], "42", "stop", "42"],
    ["a cut reply", [turn({ text: "On its w", isCut: true })], undefined, "length", "On its w"],
    ["an empty last turn", [turn({ text: "a" }), turn({})], undefined, "stop", ""],
    ["no turn", [], undefined, "stop", ""],
  ])("says how it ended: %s", (_, turns, finalText, finish_reason, final_text) => {
    const reply = replyFromTurns(turns, worldCalls(contextOf([getOrder])), finalText);
    expect(reply).toMatchObject({ finish_reason, final_text });
  });

  it("leaves usage unknown where a part of it is", () => {
    const turns = [
      turn({ text: "a", inputTokens: 3, outputTokens: 1 }),
      turn({ text: "b", inputTokens: Number.NaN, outputTokens: 2 }),
    ];
    const { usage } = replyFromTurns(turns, worldCalls(contextOf([getOrder])));
    expect(usage).toEqual({ input_tokens: null, output_tokens: 3 });
  });
});

it("replyFromCalls tells what reached the world since the turn began", async () => {
  const context = contextOf([getOrder]);
  await context.world.call("get_order", { order_id: "DL-1" });
  const calls = worldCalls(context);
  await calls.call("get_order", { order_id: "DL-2" }, "a");
  await calls.call("get_order", { order_id: "DL-3" }, undefined);
  const reply = replyFromCalls(calls);
  expect(reply).toMatchObject({
    steps: [
      { arguments: { order_id: "DL-2" }, call_id: "a", turn: 0 },
      { arguments: { order_id: "DL-3" }, turn: 1 },
    ],
    finish_reason: "tool",
    usage: { input_tokens: null },
  });
});
