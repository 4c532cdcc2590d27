import { AuthError, OptionError, WhileaiError } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { configure, resetSettings } from "@whileai/core/settings";
import { afterEach, describe, expect, it } from "vitest";
import { seededAgent } from "../seeded-agent/seeded-agent.js";
import { simulate } from "../simulate.js";
import { draftTools } from "./draft-tools.js";
import { readDrafts } from "./read-drafts.js";

const DESCRIPTION = "a support agent that looks up orders and issues refunds";
const tool = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: "Does what it says.",
  parameters: {
    type: "object",
    properties: { order_id: { type: "string", description: "Which order" } },
    required: ["order_id"],
  },
  ...more,
});
const reply = (...tools: unknown[]): string => JSON.stringify(tools);
const TWO = reply(tool("get_order"), tool("issue_refund"));

describe("draftTools", () => {
  afterEach(() => resetSettings());

  it("gives the tools of a reply, marked as drafted and ready to be simulated with", async () => {
    const backend = ScriptedBackend([TWO]);
    const { tools, notes } = await draftTools(DESCRIPTION, { backend });
    expect(tools).toEqual([
      { ...tool("get_order"), drafted: true },
      { ...tool("issue_refund"), drafted: true },
    ]);
    expect(notes).toEqual([]);
    const [request] = backend.requests;
    expect(request?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(request?.messages[0]?.content).toContain("4 to 8 tools");
    expect(request?.messages[1]?.content).toBe(DESCRIPTION);
    const { rows } = await simulate({ agent: seededAgent(tools), tools, simulator: false, budget: 8 });
    expect(rows).toHaveLength(8);
  });

  it("asks the configured agent, and for as many as are wanted", async () => {
    const backend = ScriptedBackend([reply(tool("one_tool"), tool("two_tool"), tool("third_tool"))]);
    configure({ agent: backend });
    const { tools, notes } = await draftTools(DESCRIPTION, { count: 2 });
    expect(backend.requests[0]?.messages[0]?.content).toContain("array of 2 tools");
    expect(tools.map(({ name }) => name)).toEqual(["one_tool", "two_tool"]);
    expect(notes).toMatchObject([{ code: "drafts_cut", message: expect.stringMatching(/^1 more tool was/) }]);
  });

  it("asks once more, naming what was wrong", async () => {
    const backend = ScriptedBackend(["I would rather not.", TWO]);
    expect((await draftTools(DESCRIPTION, { backend })).tools).toHaveLength(2);
    const [, second] = backend.requests;
    expect(second?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(second?.messages[2]?.content).toBe("I would rather not.");
    expect(second?.messages[3]?.content).toContain("no JSON array");
  });

  it("leaves out what cannot be used, and says so", async () => {
    const backend = ScriptedBackend([reply(tool("get_order"), tool("Bad Name"), tool("issue_refund"))]);
    const { tools, notes } = await draftTools(DESCRIPTION, { backend });
    expect(tools).toHaveLength(2);
    expect(backend.requests).toHaveLength(1);
    expect(notes).toMatchObject([{ code: "drafts_dropped", severity: "warning" }]);
    expect(notes[0]?.message).toContain('tool 2: the name "Bad Name"');
  });

  it.each<[string, string[], RegExp]>([
    ["no list twice", ["no", "still no"], /gave 0 usable tools in two replies \(the reply is no JSON array/],
    ["one tool twice", [reply(tool("get_order")), reply(tool("get_order"))], /gave 1 usable tool in two replies/],
    ["the same tool under one name", [reply(tool("a_tool"), tool("a_tool")), "[]"], /gave 0 usable tools/],
  ])("fails with its fix on %s", async (_, replies, message) => {
    const failure = await draftTools(DESCRIPTION, { backend: ScriptedBackend(replies) }).catch((error) => error);
    expect(failure).toBeInstanceOf(WhileaiError);
    expect(failure).toMatchObject({ code: "draft_failed", message: expect.stringMatching(message) });
    expect(failure.fix).toMatch(/Describe what the agent/);
  });

  it("lets the backend's own errors and an abort through", async () => {
    const refused = ScriptedBackend([new AuthError({ message: "refused", fix: "" })]);
    await expect(draftTools(DESCRIPTION, { backend: refused })).rejects.toMatchObject({ code: "auth_failed" });
    const backend = ScriptedBackend([TWO]);
    await expect(draftTools(DESCRIPTION, { backend, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "aborted",
    });
  });

  it.each<[string, unknown, object, RegExp]>([
    ["no description", "  ", {}, /must say in words/],
    ["a description that is no text", 5, {}, /must say in words/],
    ["a misspelt option", DESCRIPTION, { cuont: 3 }, /Did you mean `count`/],
    ["too many tools", DESCRIPTION, { count: 20 }, /from 2 to 8/],
  ])("refuses %s before anything is asked", async (_, description, options, message) => {
    const backend = ScriptedBackend([]);
    const failure = await draftTools(description as string, { backend, ...options }).catch((error) => error);
    expect(failure).toBeInstanceOf(OptionError);
    expect(failure.message).toMatch(message);
    expect(backend.requests).toEqual([]);
  });
});

describe("readDrafts", () => {
  it.each<[string, string, string[]]>([
    ["OpenAI's envelope", reply({ type: "function", function: tool("get_order") }), ["get_order"]],
    ["a fence with commas too many", `\`\`\`json\n[${JSON.stringify(tool("get_order"))},]\n\`\`\``, ["get_order"]],
    ["a list under a name", JSON.stringify({ tools: [tool("get_order")] }), ["get_order"]],
    ["a single tool", JSON.stringify(tool("get_order")), ["get_order"]],
    ["a list that breaks off", `${reply(tool("get_order")).slice(0, -1)}, {"name": "is`, ["get_order"]],
  ])("reads %s", async (_, text, names) => {
    expect((await readDrafts(text)).tools.map(({ name }) => name)).toEqual(names);
  });

  it.each<[string, unknown, RegExp]>([
    ["a name that is too short", tool("go"), /the name "go" must match/],
    ["no description", tool("get_order", { description: " " }), /get_order has no description/],
    [
      "a parameter nobody describes",
      tool("get_order", { parameters: { type: "object", properties: { id: { type: "string" } } } }),
      /parameters without a description: id/,
    ],
    ["parameters that are a list", tool("get_order", { parameters: { type: "array" } }), /must describe an object/],
    [
      "a schema that cannot be compiled",
      tool("get_order", {
        parameters: { type: "object", properties: { id: { type: "string", description: "Which", pattern: "(" } } },
      }),
      /not a usable JSON Schema/,
    ],
    ["no tool at all", null, /must be a tool/],
  ])("complains of %s", async (_, entry, complaint) => {
    const { tools, complaints } = await readDrafts(reply(entry));
    expect(tools).toEqual([]);
    expect(complaints).toEqual([expect.stringMatching(complaint)]);
  });
});
