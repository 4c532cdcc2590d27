import { contentText, conversation, type Json, type Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { seededAgent } from "./seeded-agent/seeded-agent.js";
import { simulate } from "./simulate.js";

const orderId = { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] } as const;
const TOOLS = [
  { name: "get_order", description: "Look up an order by its id, such as OR-1042.", parameters: orderId },
  { name: "cancel_order", description: "Cancel an order by its id, such as OR-1042.", parameters: orderId },
] as const;
const OFFLINE = { tools: TOOLS, simulator: false } as const;
const store = { dir: false } as const;

const turnsOf = (row: Row) => conversation(row).filter((message) => message.role === "user").length;
const rolesOf = (row: Row) =>
  conversation(row)
    .map((message) => message.role)
    .filter((role) => role !== "tool");

/** Answers once from the world and then in words. */
const model = () =>
  ScriptedBackend(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role === "tool") return `I see: ${contentText(last.content).slice(0, 60)}.`;
    return { toolCalls: [{ name: "get_order", arguments: { order_id: "OR-1042" } }] };
  });

describe("simulate with turns", () => {
  it("plays conversations with the offline user, the same at any concurrency", async () => {
    const run = async (concurrency: number) =>
      (
        await simulate({
          ...OFFLINE,
          agent: seededAgent(TOOLS, { rate: 0.2 }),
          turns: { mean: 3, patience: "normal" },
          repeats: 2,
          budget: 80,
          limits: { concurrency },
        })
      ).rows;
    const rows = await run(1);
    expect(await run(16)).toEqual(rows);
    const counts = rows.map(turnsOf);
    expect(new Set(counts).size).toBeGreaterThan(2);
    expect(counts.filter((count) => count === 3).length).toBeGreaterThan(rows.length / 3);
    for (const row of rows) {
      expect(row.user_model).toBe(turnsOf(row) > 1 ? "offline" : undefined);
      const spoken = conversation(row).filter(
        ({ role, tool_calls }) => role === "user" || (role === "assistant" && !tool_calls),
      );
      const roles = spoken.map(({ role }) => role);
      expect(roles).toEqual(roles.map((_, index) => (index % 2 === 0 ? "user" : "assistant")));
      const ids = row.steps.flatMap((step) => (step.call_id === undefined ? [] : [step.call_id]));
      expect(new Set(ids).size).toBe(ids.length);
      expect(row.faults_fired.every(({ step }) => step >= 0 && row.steps[step]?.tool !== undefined)).toBe(true);
    }
    const left = rows.filter((row) => row.ended_by === "user_left");
    expect(left.length).toBeGreaterThan(0);
    expect(left.every((row) => row.open_question === true)).toBe(true);
    // Answers to the agent's questions carry the identifier on to its next call.
    expect(rows.some((row) => row.steps.some((step) => typeof step.user === "string" && /\d/.test(step.user)))).toBe(
      true,
    );
  });

  it("plays a model with a model as the person, and counts their tokens apart", async () => {
    const person = ScriptedBackend(
      ({ messages }) => {
        const turn = contentText(messages.at(-1)?.content).split("You: ").length - 2;
        const lines = ["Could you check that again?", "Right, and where would it be by now?"];
        const usage = { inputTokens: 30, outputTokens: 9 };
        return { text: JSON.stringify({ say: lines[turn], leave: false }), usage };
      },
      { model: "person-1" },
    );
    const agent = ScriptedBackend(() => ({ text: "It is on its way.", usage: { inputTokens: 5, outputTokens: 4 } }));
    const { rows, report } = await simulate({
      ...OFFLINE,
      agent,
      turns: { mean: 2, user: person },
      budget: 12,
      ...{ store },
    });
    const spoken = rows.filter((row) => turnsOf(row) > 1);
    expect(spoken.length).toBeGreaterThan(6);
    for (const row of rows) {
      expect(row.user_model).toBe(turnsOf(row) > 1 ? "person-1" : undefined);
      expect(row.usage).toEqual({ input_tokens: 5 * turnsOf(row), output_tokens: 4 * turnsOf(row) });
    }
    const lines = rows.reduce((sum, row) => sum + turnsOf(row) - 1, 0);
    expect(person.requests).toHaveLength(lines);
    expect(`${report}`).toContain(`user ${lines} calls, ${30 * lines} tokens in, ${9 * lines} out`);
  });

  it("lets the model that writes the situations play the person, and says when it could not", async () => {
    const simulator = ScriptedBackend(() => "nothing that can be read");
    const { rows, report } = await simulate({
      tools: TOOLS,
      simulator,
      agent: model(),
      turns: { mean: 2 },
      budget: 8,
      ...{ store },
    });
    expect(rows.some((row) => row.user_model === "scripted")).toBe(true);
    expect(report.notes.find((note) => note.code === "user_fallback")?.message).toMatch(/lines of the simulated user/);
  });

  it("plays a function as the person, in the order of its turns", async () => {
    const asked: [turn: number, turnsLeft: number][] = [];
    const { rows } = await simulate({
      ...OFFLINE,
      agent: () => "Done.",
      turns: {
        mean: 3,
        user: (messages, { turn, turnsLeft, situation }) => {
          asked.push([turn, turnsLeft]);
          expect(messages.at(-1)).toMatchObject({ role: "assistant", content: "Done." });
          return turn > 1 ? null : `Again: ${situation.dimensions.tool}`;
        },
      },
      budget: 10,
      limits: { concurrency: 1 },
    });
    expect(rows.every((row) => turnsOf(row) === 2 && row.final_text === "Done.")).toBe(true);
    expect(asked.slice(0, 2).map(([turn]) => turn)).toEqual([1, 2]);
    expect(rows.every((row) => row.user_model === "user")).toBe(true);
  });

  it("stays single-turn by default, and says so of an open question", async () => {
    const { rows } = await simulate({ ...OFFLINE, agent: () => "Which order is it?", budget: 4 });
    expect(rows.map(rolesOf)).toEqual(Array(4).fill(["user", "assistant"]));
    expect(rows.every((row) => row.open_question === true && !("user_model" in row) && !("ended_by" in row))).toBe(
      true,
    );
  });
});

describe("a prompt that is more than text", () => {
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } };
  const tasks: Row[] = [
    { scenario_id: "s", prompt: [{ type: "text", text: "What is on this?" }, image] },
    {
      scenario_id: "s",
      prompt: [
        { type: "text", text: "What is on this?" },
        { ...image, image_url: { url: "data:image/png;base64,aGs=" } },
      ],
    },
  ];

  it("goes to models and functions whole, and stays on rows", async () => {
    const agent = ScriptedBackend(() => "A receipt.");
    const { rows } = await simulate({
      ...OFFLINE,
      agent,
      tasks,
      turns: { mean: 2 },
      limits: { concurrency: 1 },
      ...{ store },
    });
    expect(rows.map((row) => row.prompt)).toEqual(tasks.map((task) => task.prompt));
    expect(rows.map((row) => row.messages[0]?.content)).toEqual(tasks.map((task) => task.prompt));
    expect(new Set(rows.map((row) => row.rollout_id)).size).toBe(2);
    expect(agent.requests.every(({ messages }) => JSON.stringify(messages[0]?.content).includes("image/png"))).toBe(
      true,
    );
    const seen: unknown[] = [];
    await simulate({
      ...OFFLINE,
      agent: (message, { messages }) => {
        seen.push([message, messages[0]?.content]);
        return "A receipt.";
      },
      tasks: rows,
    });
    expect(seen).toEqual(tasks.map((task) => ["What is on this?", task.prompt as unknown as Json]));
  });
});
