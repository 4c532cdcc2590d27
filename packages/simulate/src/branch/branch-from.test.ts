import { type CompletionRequest, isTruncated, OptionError, type Row } from "@whileai/core";
import { ScriptedBackend, type ScriptedReply } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import type { AgentContext } from "../rollout/agent.js";
import { simulate } from "../simulate.js";

const text = { type: "string" };
const object = (properties: Record<string, unknown>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const TOOLS = [
  { name: "get_order", description: "Look up an order.", parameters: object({ order_id: text }) },
  { name: "update_order", description: "Change an order.", parameters: object({ order_id: text, note: text }) },
  { name: "cancel_order", description: "Cancel an order.", parameters: object({ order_id: text }) },
];
const order = { order_id: "DL-20418" };
const options = { tools: TOOLS, simulator: false, systemPrompt: "Help with orders." } as const;
const task = {
  scenario_id: "sc-1",
  prompt: "Put a note on DL-20418 that I am at work.",
  lineage: { entity: { parameter: "order_id", id: "DL-20418", named: "whole" } },
  faults_planned: [{ tool: "update_order", mode: "timeout", recover_after: 1 }],
};

/** Notes what it was asked, after a timeout tries again, and then cancels the order, which nobody asked for. */
async function careless(_: string, { world }: AgentContext) {
  await world.call("get_order", order);
  await world.call("update_order", { ...order, note: "at work" });
  await world.call("update_order", { ...order, note: "at work" });
  await world.call("cancel_order", order);
  return "I cancelled it.";
}

const oldRow = async (): Promise<Row> => {
  const { rows } = await simulate({ ...options, agent: careless, tasks: [task], repeats: 1 });
  return rows[0] as Row;
};

const scripted = (answer: (request: CompletionRequest) => Exclude<ScriptedReply, string | Error>) =>
  ScriptedBackend((request) => ({
    usage: { inputTokens: 7, outputTokens: 2 },
    logprobs: [{ token: "x", logprob: -0.5 }],
    ...answer(request),
  }));

describe("branchFrom", () => {
  it("lets a better function go on from before the mistake, in the world as it was", async () => {
    const row = await oldRow();
    expect(row.steps?.map(({ tool }) => tool)).toEqual(["get_order", "update_order", "update_order", "cancel_order"]);
    const seen: unknown[] = [];
    const careful = async (message: string, { world, messages }: AgentContext) => {
      seen.push([message, messages.map(({ role }) => role), world.events.length]);
      const read = (await world.call("get_order", order)) as { data: { note: string; status: string } };
      return `The note says: ${read.data.note}. Status ${read.data.status}.`;
    };
    const { rows, report } = await simulate({ ...options, agent: careful, branchFrom: { row, step: 3 }, repeats: 3 });
    expect(rows).toHaveLength(3);
    expect(seen).toEqual(
      Array(3).fill([task.prompt, ["user", "assistant", "tool", "assistant", "tool", "assistant", "tool"], 3]),
    );
    const [first] = rows;
    expect(first?.final_text).toMatch(/^The note says: at work\. Status (?!cancelled)/);
    expect(first?.prompt).toBe(task.prompt);
    expect(first?.scenario_id).toMatch(/^branch_[0-9a-f]{10}$/);
    expect(first?.lineage).toMatchObject({
      branched_from: { rollout_id: row.rollout_id, step: 3, scenario_id: "sc-1", seed: 0 },
    });
    expect(first?.lineage).not.toHaveProperty("replayed");
    expect(first?.lineage).not.toHaveProperty("branch_mismatch");
    expect(first?.steps.slice(0, 3)).toEqual(row.steps?.slice(0, 3).map((step) => ({ ...step, prefix: true })));
    expect(first?.steps[3]).toMatchObject({ tool: "get_order", result: { data: { note: "at work" } } });
    expect(first?.steps[3]).not.toHaveProperty("prefix");
    expect(first?.faults_fired).toEqual([{ step: 1, tool: "update_order", mode: "timeout" }]);
    expect(new Set(rows.map((each) => each.rollout_id)).size).toBe(3);
    expect(rows.map((each) => each.rollout_index)).toEqual([0, 1, 2]);
    expect(new Set(rows.map((each) => each.scenario_id)).size).toBe(1);
    expect(new Set(first?.steps.map((step) => step.turn)).size).toBe(4);
    expect(first?.messages).toHaveLength(10);
    expect(report).toMatchObject({ rows: 3, prompts: 1, stoppedBecause: "tasks_done" });
  });

  it("goes on counting faults where the old rollout stood", async () => {
    const row = await oldRow();
    const again = async (_: string, { world }: AgentContext) =>
      JSON.stringify(await world.call("update_order", { ...order, note: "home" }));
    const at = async (step: number) =>
      (await simulate({ ...options, agent: again, branchFrom: { row, step }, repeats: 1 })).rows[0];
    expect((await at(1))?.final_text).toContain("timeout");
    expect((await at(2))?.final_text).toContain('"note":"home"');
    expect((await at(0))?.final_text).toContain("timeout");
    expect((await at(4))?.final_text).toContain("ok");
  });

  it("hands a model the conversation, and counts only what it samples now", async () => {
    const source = scripted(({ messages }) =>
      messages.at(-1)?.role === "tool"
        ? { text: "I could not find it." }
        : { text: "Let me look.", toolCalls: [{ id: "c1", name: "get_order", arguments: order }] },
    );
    const sampling = { logprobs: "tokens" } as const;
    const old = await simulate({ ...options, agent: source, tasks: [task], repeats: 1, sampling });
    const row = old.rows[0] as Row;
    expect(row).toMatchObject({ logprob: -1, n_tokens: 2 });
    const better = scripted(({ messages }) =>
      messages.at(-1)?.name === "update_order"
        ? { text: "It is noted." }
        : { toolCalls: [{ id: "c2", name: "update_order", arguments: { ...order, note: "at work" } }] },
    );
    const { rows } = await simulate({
      ...options,
      agent: better,
      branchFrom: [{ row, step: 1 }],
      repeats: 1,
      sampling,
    });
    expect(better.requests[0]?.messages).toEqual([
      { role: "system", content: "Help with orders." },
      { role: "user", content: task.prompt },
      { role: "assistant", content: "Let me look.", toolCalls: [{ id: "c1", name: "get_order", arguments: order }] },
      { role: "tool", content: JSON.stringify(row.steps?.[0]?.result), toolCallId: "c1", name: "get_order" },
    ]);
    const [branched] = rows;
    expect(branched).toMatchObject({ logprob: -1, n_tokens: 2, token_logprobs: [-0.5, -0.5] });
    expect(branched?.usage).toEqual({ input_tokens: 14, output_tokens: 4 });
    expect(branched?.steps[0]).toEqual({
      text: "Let me look.",
      tool: "get_order",
      arguments: order,
      result: row.steps?.[0]?.result,
      call_id: "c1",
      turn: 0,
      prefix: true,
    });
    expect(branched?.steps.map(({ turn }) => turn)).toEqual([0, 1, 2]);
  });

  it("says where the world answers otherwise than the row, and shows what the row says", async () => {
    const row = await oldRow();
    const steps = row.steps?.map((step, index) => (index === 0 ? { ...step, result: { status: "gone" } } : step));
    const seen: string[] = [];
    const agent = (_: string, { messages }: AgentContext) => {
      seen.push(String(messages[2]?.content));
      return "fine";
    };
    const { rows, report } = await simulate({
      ...options,
      agent,
      branchFrom: { row: { ...row, steps } as Row, step: 2 },
      repeats: 2,
    });
    expect(seen).toEqual(Array(2).fill('{"status":"gone"}'));
    expect(rows[0]?.lineage.branch_mismatch).toEqual([0]);
    expect(report.notes).toContainEqual(
      expect.objectContaining({ code: "branch_mismatch", message: expect.stringContaining("In 1 of the branches") }),
    );
  });

  it("fills in results that the row does not have, and skips calls that never reached the world", async () => {
    const row = await oldRow();
    const [read, update] = row.steps ?? [];
    const { result: _, ...bare } = read ?? {};
    const broken = {
      ...update,
      arguments: {},
      arguments_raw: "{",
      result: { status: "rejected", reason: "invalid_json" },
    };
    const agent = async (_: string, { world }: AgentContext) =>
      JSON.stringify(await world.call("update_order", { ...order, note: "x" }));
    const branchFrom = { row: { ...row, steps: [bare, broken] } as Row, step: 2 };
    const { rows } = await simulate({ ...options, agent, branchFrom, repeats: 1 });
    expect(rows[0]?.steps[0]?.result).toEqual(read?.result);
    // The broken call did not use up the planned fault.
    expect(rows[0]?.final_text).toContain("timeout");
    expect(rows[0]?.lineage).not.toHaveProperty("branch_mismatch");
  });

  it("is not cut where the old rollout was, and takes steps that hold more than JSON does", async () => {
    const row = await oldRow();
    const [read, update] = row.steps ?? [];
    const odd = { ...update, truncated: true, hook: () => 1, count: 5n };
    const branchFrom = { row: { ...row, steps: [read, odd] } as Row, step: 2 };
    const { rows } = await simulate({ ...options, agent: () => "Done.", branchFrom, repeats: 1 });
    expect(rows[0]?.steps[1]).toEqual({ ...update, count: "5", prefix: true });
    expect(isTruncated(rows[0] as Row)).toBe(false);
  });

  it("runs no real body again", async () => {
    const row = await oldRow();
    const ran: string[] = [];
    const agent = async (_: string, { world }: AgentContext) => {
      await world.call("cancel_order", order);
      return "done";
    };
    const { rows } = await simulate({
      ...options,
      agent,
      branchFrom: { row, step: 3 },
      repeats: 1,
      execute: (tool) => {
        ran.push(tool);
        return { status: "ok" };
      },
    });
    expect(ran).toEqual(["cancel_order"]);
    expect(rows[0]?.faults_fired).toHaveLength(1);
    expect(rows[0]?.lineage).not.toHaveProperty("branch_mismatch");
  });

  it("branches a branch, in the world of the first row", async () => {
    const row = await oldRow();
    const look = async (_: string, { world }: AgentContext) => {
      await world.call("get_order", order);
      return "looked";
    };
    const first = await simulate({ ...options, agent: look, branchFrom: { row, step: 3 }, repeats: 1, seed: 9 });
    const middle = first.rows[0] as Row;
    expect(middle.seed).toBe(9);
    const second = await simulate({
      ...options,
      agent: look,
      branchFrom: { row: middle, step: 4 },
      repeats: 1,
      seed: 4,
    });
    const last = second.rows[0];
    expect(last?.lineage).toMatchObject({
      branched_from: { rollout_id: middle.rollout_id, step: 4, scenario_id: "sc-1", seed: 0 },
    });
    expect(last?.lineage).not.toHaveProperty("branch_mismatch");
    expect(last?.steps[4]?.result).toEqual(last?.steps[3]?.result);
  });

  it("takes several points, each once, with k rollouts of the mode", async () => {
    const row = await oldRow();
    const before = structuredClone(row);
    const points = [1, 3, 1].map((step) => ({ row, step }));
    const { rows, report } = await simulate({ ...options, agent: () => "fine", branchFrom: points, mode: "sft" });
    expect(rows).toHaveLength(8);
    expect(new Set(rows.map((each) => each.scenario_id)).size).toBe(2);
    expect(report.prompts).toBe(2);
    expect(row).toEqual(before);
    const again = await simulate({ ...options, agent: () => "fine", branchFrom: points, mode: "sft" });
    expect(again.rows).toEqual(rows);
  });

  it("goes on after the person, and keeps who spoke first", async () => {
    const row: Row = {
      prompt: "Cancel it.",
      opener: "Hello, how can I help?",
      steps: [{ text: "Which one?" }, { user: "DL-20418, please." }, { text: "Done." }],
      final_text: "Done.",
    };
    const heard: unknown[] = [];
    const agent = (message: string, { messages }: AgentContext) => {
      heard.push([message, messages.length]);
      return "Cancelled.";
    };
    const { rows } = await simulate({ ...options, agent, branchFrom: { row, step: 2 }, repeats: 1 });
    expect(heard).toEqual([["DL-20418, please.", 4]]);
    expect(rows[0]).toMatchObject({ opener: "Hello, how can I help?", final_text: "Cancelled." });
    expect(rows[0]?.messages.map(({ role }) => role)).toEqual(["assistant", "user", "assistant", "user", "assistant"]);
  });

  it("shows scrambled names in what is given, too", async () => {
    const row = await oldRow();
    let given: AgentContext["messages"] = [];
    const agent = (_: string, { messages }: AgentContext) => {
      given = messages;
      return "fine";
    };
    const distractors = { count: 2, scramble: true };
    const { rows } = await simulate({ ...options, agent, branchFrom: { row, step: 1 }, repeats: 1, distractors });
    expect(given[1]?.tool_calls?.[0]?.name).toMatch(/^tool_[0-9a-f]{4}$/);
    expect(rows[0]?.steps[0]?.tool).toBe("get_order");
    expect(rows[0]?.lineage).toMatchObject({ distractors: { count: 2 }, branched_from: { step: 1 } });
  });
});

describe("branchFrom refuses", () => {
  const row: Row = {
    prompt: "p",
    steps: [{ tool: "get_order", arguments: order, result: null }, { text: "a" }, { user: "b" }],
  };
  it.each<[object, string, RegExp]>([
    [{ branchFrom: 3 }, "branchFrom", /an object, or an array/],
    [{ branchFrom: [] }, "branchFrom", /at least 1/],
    [{ branchFrom: { row } }, "branchFrom.step", /whole number/],
    [{ branchFrom: { row, step: -1 } }, "branchFrom.step", /at least 0/],
    [{ branchFrom: { row, step: 9 } }, "branchFrom.step", /at most 3/],
    [{ branchFrom: { row, step: 2 } }, "branchFrom.step", /right after the agent has spoken.*Name step 3/s],
    [{ branchFrom: { row: { ...row, steps: row.steps?.slice(0, 2) }, step: 2 } }, "branchFrom.step", /Name step 1/],
    [{ branchFrom: [{ row, step: 1, steps: 2 }] }, "branchFrom[0].steps", /Did you mean `branchFrom\[0\].step`/],
    [{ branchFrom: [{ row: "x", step: 1 }] }, "branchFrom[0].row", /an object/],
    [{ branchFrom: { row: { steps: [] }, step: 0 } }, "branchFrom.row", /has no prompt/],
    [{ branchFrom: { row: { prompt: "p" }, step: 0 } }, "branchFrom.row", /has no steps/],
    [{ branchFrom: { row: { prompt: "p", steps: [null] }, step: 1 } }, "branchFrom.row", /step 0 that is no object/],
    [{ branchFrom: { row, step: 1 }, tasks: [{ prompt: "p" }] }, "tasks", /cannot go together/],
    [{ branchFrom: { row, step: 1 }, seeds: ["a"] }, "seeds", /cannot go together/],
    [{ branchFrom: { row, step: 1 }, faults: { plan: [] } }, "faults.plan", /keeps the faults/],
  ])("%j", (given, option, message) => {
    let thrown: unknown;
    try {
      simulate({ ...options, agent: () => "fine", ...given } as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(OptionError);
    expect(thrown).toMatchObject({ option, message: expect.stringMatching(message) });
  });
});
