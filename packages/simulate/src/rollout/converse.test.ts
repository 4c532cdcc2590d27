import { conversation, normalizeTools, type Row, type Step } from "@whileai/core";
import { ScriptedBackend, type ScriptedReply } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import type { Situation } from "../plan/situation.js";
import { CANCELLATION } from "../user/__fixtures__/situation.js";
import { callableUser } from "../user/callable-user.js";
import { drawUserTurns } from "../user/draw-user-turns.js";
import { offlineUser } from "../user/offline-user.js";
import type { Patience } from "../user/patience.js";
import type { User, UserFunction } from "../user/user.js";
import { createWorld } from "../world/world.js";
import type { AgentContext, AgentFunction, Player } from "./agent.js";
import { backendPlayer } from "./backend-player.js";
import { buildRow } from "./build-row.js";
import { callablePlayer } from "./callable-player.js";
import { converse } from "./converse.js";

const TOOLS = normalizeTools([
  {
    name: "cancel_order",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
]);
const SITUATION: Situation = {
  ...CANCELLATION,
  prompt: "Please cancel OR-1042.",
  entity: { parameter: "order_id", id: "OR-1042", named: "whole" },
};

/** A seed whose conversation has this many user turns at this mean. */
const seedFor = (turns: number, mean = turns): number => {
  for (let seed = 1; ; seed++) if (drawUserTurns(seed, mean) === turns) return seed;
};

interface Setting {
  readonly turns: number;
  readonly user?: User;
  readonly patience?: Patience;
  readonly seed?: number;
}

async function play(
  player: Player,
  { turns, user = offlineUser(), patience = "endless", seed = seedFor(turns) }: Setting,
) {
  const world = createWorld({ tools: TOOLS, execute: async () => ({ status: "ok" }) });
  const context: AgentContext = {
    signal: new AbortController().signal,
    rolloutIndex: 0,
    seed,
    scenarioId: "sc-1",
    world,
    tools: TOOLS,
    messages: [{ role: "user", content: SITUATION.prompt }],
    turn: 0,
  };
  const outcome = await converse(player, SITUATION, context, { user, meanTurns: turns, patience });
  const row = buildRow({ situation: SITUATION, index: 0, run: 0, runs: 1 }, outcome, world, {
    seed: 0,
    systemPrompt: "",
    systemPromptSha: "0".repeat(64),
    player,
    samplingPlan: { policy: "fixed", k: 1 },
    isReplay: false,
  });
  return { outcome, row, world };
}

const model = (replies: readonly ScriptedReply[] | ((index: number) => ScriptedReply), maxTurns = 20) => {
  const backend = ScriptedBackend(typeof replies === "function" ? (_, index) => replies(index) : replies);
  return { backend, player: backendPlayer(backend, { tools: TOOLS, systemPrompt: "", maxTurns, sampling: {} }) };
};
const call = (id: string) => ({ toolCalls: [{ name: "cancel_order", arguments: { order_id: "OR-1042" }, id }] });
const userLines = (row: Row) =>
  conversation(row)
    .filter((message) => message.role === "user")
    .map((message) => String(message.content));
const says = (...lines: (string | null)[]): User => {
  const left = [...lines];
  return callableUser(() => left.shift() ?? null);
};

describe("a conversation", () => {
  it.each([1, 2, 3, 5])("B14: has strictly alternating roles and exactly %i user turns", async (turns) => {
    const { player } = model((index) => `Reply ${index}.`);
    const { row } = await play(player, { turns });
    const roles = conversation(row).map((message) => message.role);
    expect(roles).toEqual(Array.from({ length: turns * 2 }, (_, index) => (index % 2 === 0 ? "user" : "assistant")));
    expect(userLines(row)[0]).toBe(SITUATION.prompt);
    expect(row.steps.filter((step) => step.user !== undefined)).toHaveLength(turns - 1);
    expect(row.final_text).toBe(`Reply ${turns - 1}.`);
    expect(row).not.toHaveProperty("ended_by");
    expect(row.user_model).toBe(turns === 1 ? undefined : "offline");
  });

  it("B15: after a yes the agent acts and reports before anything ends", async () => {
    const { player } = model(["Shall I cancel OR-1042?", call("c1"), "Cancelled."]);
    const { row } = await play(player, { turns: 2, patience: { second: 1, later: 1 } });
    expect(userLines(row)[1]).toMatch(/^(?:yes|right|okay)/i);
    expect(row.steps.map((step) => (step.user === undefined ? (step.tool ?? "says") : "user"))).toEqual([
      "says",
      "user",
      "cancel_order",
      "says",
    ]);
    expect(row.final_text).toBe("Cancelled.");
    expect(row).not.toHaveProperty("open_question");
  });

  it("B15: nobody walks away right after a yes that was not acted on", async () => {
    const { player } = model((index) => (index < 2 ? "Shall I cancel OR-1042?" : "Are you quite sure?"));
    const { row } = await play(player, { turns: 4, patience: { second: 1, later: 1 } });
    expect(userLines(row)).toHaveLength(4);
    expect(row).not.toHaveProperty("ended_by");
    // The turns are over, and the agent still waits for an answer.
    expect(row.open_question).toBe(true);
  });

  it.each<[string, ScriptedReply[], boolean[]]>([
    [
      "promises are waited for",
      ["Shall I?", "I will.", "Almost there.", "Cancelled.", "?"],
      [false, true, true, false],
    ],
    ["a call is enough", ["Shall I?", call("c1"), "I have a look.", "Hm.", "Hm.", "Hm."], [false, false, false, false]],
    ["a report is enough", ["Shall I?", "It has been cancelled.", "Well.", "Well."], [false, false, false]],
    ["another question ends it", ["Shall I?", "Which one?", "I will.", "Hm."], [false, true, false]],
  ])("B15: %s after a yes", async (_, replies, expected) => {
    const lines = ["Yes, please.", "Fine.", "Well then.", "So?"];
    const waits: boolean[] = [];
    const user: User = {
      name: "u",
      losesPatience: true,
      async reply({ isWaiting, mayLeave, turn }) {
        waits.push(isWaiting);
        expect(mayLeave).toBe(!isWaiting);
        return { say: lines[turn - 1] as string };
      },
    };
    const { player } = model(replies);
    await play(player, { turns: expected.length + 1, user, patience: { second: 0, later: 0.001 } });
    expect(waits).toEqual(expected);
  });

  it("B15: a person who walks away from an open question is said to", async () => {
    const { player } = model(["Which order is it?", "And what is your name?", "never asked for"]);
    const { row } = await play(player, { turns: 4, patience: { second: 1, later: 1 } });
    expect(row).toMatchObject({ ended_by: "user_left", open_question: true, final_text: "And what is your name?" });
    expect(conversation(row).at(-1)).toMatchObject({ role: "assistant", content: "And what is your name?" });
    expect(userLines(row)).toHaveLength(2);
  });

  it.each<[string, (string | null)[], object]>([
    [
      "null after a question is walking away",
      [null],
      { ended_by: "user_left", open_question: true, final_text: "Which one?" },
    ],
    ["null after an answer ends it", ["That one.", null], { final_text: "Done." }],
  ])("with a function as the person: %s", async (_, lines, expected) => {
    const { player } = model(["Which one?", "Done.", "never asked for"]);
    const { row } = await play(player, { turns: 4, user: says(...lines), patience: { second: 1, later: 1 } });
    expect(row).toMatchObject(expected);
    expect("ended_by" in row).toBe("ended_by" in expected);
  });

  it("ends when the agent's calls are used up, within a turn and between turns", async () => {
    const within = await play(model([call("c1"), "Done.", call("c2")], 3).player, { turns: 3 });
    expect(within.row).toMatchObject({ final_text: "", finish_reason: "tool" });
    expect(userLines(within.row)).toHaveLength(2);
    const between = await play(model([call("c1"), "Done."], 2).player, { turns: 3 });
    expect(between.row).toMatchObject({ final_text: "Done.", finish_reason: "stop" });
    expect(userLines(between.row)).toHaveLength(1);
  });

  it("ends with a reply that was cut", async () => {
    const { row } = await play(model([{ text: "I was just", finishReason: "length" }]).player, { turns: 3 });
    expect(row).toMatchObject({ final_text: "I was just", finish_reason: "length" });
    expect(userLines(row)).toHaveLength(1);
  });

  it("goes to the model whole, with calls, results and thinking, and numbers turns on", async () => {
    const { backend, player } = model([
      { ...call("c1"), reasoning: "An id." },
      { text: "Done.", usage: { inputTokens: 5, outputTokens: 2 } },
      { ...call("c2"), usage: { inputTokens: 7, outputTokens: 3 } },
      "It was done before.",
    ]);
    const { row } = await play(player, { turns: 2, user: says("Once more, please.") });
    expect(backend.requests[2]?.messages).toMatchObject([
      { role: "user", content: SITUATION.prompt },
      { role: "assistant", content: "", reasoning: "An id.", toolCalls: [{ id: "c1", name: "cancel_order" }] },
      { role: "tool", toolCallId: "c1", name: "cancel_order", content: JSON.stringify(row.steps[0]?.result) },
      { role: "assistant", content: "Done." },
      { role: "user", content: "Once more, please." },
    ]);
    expect(row.steps.map((step) => step.turn)).toEqual([0, 1, undefined, 2, 3]);
    // What a server left out makes the sum unknown.
    expect(row.usage).toEqual({ input_tokens: null, output_tokens: null });
    expect(row.messages.map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
  });

  it("is the same for the same seed, and another for another", async () => {
    const lines = async (seed: number) =>
      userLines((await play(model((index) => `Reply ${index}.`).player, { turns: 4, seed })).row);
    const seeds = [...Array(300).keys()].filter((seed) => drawUserTurns(seed, 4) === 4).slice(0, 8);
    const all = await Promise.all(seeds.map(lines));
    expect(await Promise.all(seeds.map(lines))).toEqual(all);
    expect(new Set(all.map((each) => each.join("|"))).size).toBeGreaterThan(5);
  });
});

describe("an agent that is a function", () => {
  it("is called once a turn, in one world, with all that was said and done", async () => {
    const heard: [message: string, turn: number, roles: string[]][] = [];
    const agent: AgentFunction = async (message, { world, turn, messages }) => {
      heard.push([message, turn, messages.map(({ role }) => role)]);
      await world.call("cancel_order", { order_id: "OR-1042" });
      return `Done ${turn}.`;
    };
    const { row, world } = await play(callablePlayer(agent), { turns: 3, user: says("Sure?", "Really?") });
    expect(heard).toEqual([
      [SITUATION.prompt, 0, ["user"]],
      ["Sure?", 1, ["user", "assistant", "tool", "assistant", "user"]],
      ["Really?", 2, ["user", "assistant", "tool", "assistant", "user", "assistant", "tool", "assistant", "user"]],
    ]);
    expect(world.events).toHaveLength(3);
    const calls = row.steps.filter((step) => step.tool !== undefined);
    expect(new Set(calls.map((step) => step.call_id)).size).toBe(3);
    expect(row.final_text).toBe("Done 2.");
    expect(row.messages.filter(({ role }) => role === "assistant").map(({ content }) => content)).toEqual([
      "",
      "Done 0.",
      "",
      "Done 1.",
      "",
      "Done 2.",
    ]);
  });

  it("gives the steps of its turn alone; usage and labels are put together", async () => {
    let turn = 0;
    const agent: AgentFunction = () => ({
      steps: [{ text: `Step ${turn++}` } as Step],
      final_text: `Reply ${turn}`,
      seeded: [turn === 1 ? "hedging" : "apology", "apology"],
      usage: { input_tokens: 3, output_tokens: turn },
      opener: "Welcome.",
    });
    const { row } = await play(callablePlayer(agent), { turns: 2, user: says("And?") });
    expect(row.seeded).toEqual(["hedging", "apology"]);
    expect(row.usage).toEqual({ input_tokens: 6, output_tokens: 3 });
    expect(row.messages.map(({ content }) => content)).toEqual([
      "Welcome.",
      SITUATION.prompt,
      "Step 0",
      "Reply 1",
      "And?",
      "Step 1",
      "Reply 2",
    ]);
  });

  it("may end the conversation itself", async () => {
    const agent: AgentFunction = () => ({ final_text: "Goodbye.", ended_by: "agent" });
    const { row } = await play(callablePlayer(agent), { turns: 3 });
    expect(row.ended_by).toBe("agent");
    expect(userLines(row)).toHaveLength(1);
  });
});

it.each<[string, UserFunction]>([
  ["a blank text", () => " "],
  ["something of type number", (() => 3) as never],
])("a function that gives %s as the person is named", async (what, user) => {
  const { player } = model((index) => `Reply ${index}.`);
  await expect(play(player, { turns: 2, user: callableUser(user) })).rejects.toMatchObject({
    code: "user_reply_invalid",
    message: expect.stringContaining(what) as string,
  });
});
