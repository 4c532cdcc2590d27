import { describe, expect, it } from "vitest";
import { seededAgent } from "../seeded-agent/seeded-agent.js";
import { simulate } from "../simulate.js";
import { replayedSituations } from "./replayed-situations.js";

describe("replayedSituations", () => {
  it("reads each prompt once, in order, with its world and faults", () => {
    const row = {
      scenario_id: "sc-1",
      prompt: "Where is 418?",
      seed: 9,
      tier: "boundary",
      arm: "structured",
      stance: "hurried",
      ask_family: "tool",
      tone: 3,
      world_state: "entity missing",
      scenario_dimensions: { tool: "get_order" },
      faults_planned: [{ tool: "*", mode: "stale", at: [1] }],
      privileged: { reference: "DL-20418" },
      lineage: { entity: { parameter: "order_id", named: "partial", id: null }, eval_run: 0 },
    };
    const replay = { ...row, lineage: { eval_run: 1 } };
    const { situations, largestGroup, skipped, skippedFaults } = replayedSituations([
      row,
      { ...row },
      replay,
      { scenario_id: "x" },
      null as never,
    ]);
    expect({ largestGroup, skipped, skippedFaults }).toEqual({ largestGroup: 2, skipped: 2, skippedFaults: 0 });
    expect(situations).toEqual([
      {
        scenarioId: "sc-1",
        index: 0,
        prompt: "Where is 418?",
        dimensions: expect.objectContaining({ tool: "get_order", rule: "unspecified", history: "unspecified" }),
        tier: "boundary",
        labels: { stance: "hurried", ask_family: "tool" },
        faults: [{ tool: "*", mode: "stale", at: [1] }],
        worldState: "entity missing",
        entity: { parameter: "order_id", named: "partial", id: "DL-20418" },
        privileged: { reference: "DL-20418" },
        arm: "structured",
        writer: "pinned",
        worldSeed: 9,
      },
    ]);
  });

  it("reads rows of other producers", () => {
    const { situations } = replayedSituations([
      {
        prompt: [{ type: "text", text: "Hello?" }],
        faults: { get_order: { mode: "timeout", rate: 0.5 }, "*": { mode: "stale" } },
      },
      { prompt: "Hi", task_id: 0, faults: { "*": {} } as never, lineage: { entity: 1 } },
    ]);
    expect(situations.map(({ scenarioId, faults, entity }) => [scenarioId, faults, entity.id])).toEqual([
      [
        "Hello?",
        [
          { tool: "get_order", mode: "timeout", probability: 0.5 },
          { tool: "*", mode: "stale", probability: 1 },
        ],
        null,
      ],
      ["0", [], null],
    ]);
  });

  it("leaves out what the world cannot play, and counts it", () => {
    const hostile = {
      prompt: "Hi",
      faults_planned: [
        { tool: "*", mode: "stale" },
        { tool: "*", mode: "mine" },
        { tool: "*", mode: "stale", at: 5 },
        null,
      ],
      privileged: { reference: 1n, check: () => 1 },
      lineage: { entity: { parameter: 7, id: {}, named: "constructor", more: 1n } },
    };
    const read = replayedSituations([hostile as never, { prompt: "Yo", faults: { a: 1 } as never }]);
    expect(read.skippedFaults).toBe(4);
    expect(read.situations[0]).toMatchObject({
      faults: [{ tool: "*", mode: "stale" }],
      privileged: { reference: "1" },
      entity: { parameter: null, id: null, named: "none" },
    });
    expect(replayedSituations([hostile as never], { mine: () => null }).situations[0]?.faults).toHaveLength(2);
  });

  it("reads as many rows as there are", () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => ({ prompt: `Ask ${index}` }));
    expect(replayedSituations(rows)).toMatchObject({ largestGroup: 1, skipped: 0 });
  });

  it("keeps every part of a prompt, and tells prompts apart by all of them", () => {
    const image = (name: string) => ({ type: "image_url", image_url: { url: `https://h.example/${name}.png` } });
    const asked = (...parts: unknown[]) => ({ scenario_id: "s", prompt: parts as never });
    const { situations, largestGroup, skipped } = replayedSituations([
      asked({ type: "text", text: "What is this?" }, image("a")),
      asked({ type: "text", text: "What is this?" }, image("b")),
      asked({ type: "text", text: "What is this?" }, image("b")),
      asked(image("c")),
      asked("loose text", { type: "input_audio", input_audio: {} }),
      asked({ type: "text", text: " " }),
      asked(),
      asked({ type: "text", text: "broken" }, { image_url: "no type" }),
      asked({ type: "text", text: "broken" }, null),
    ]);
    expect({ largestGroup, skipped }).toEqual({ largestGroup: 2, skipped: 4 });
    expect(situations.map(({ prompt, content }) => [prompt, content])).toEqual([
      ["What is this?", [{ type: "text", text: "What is this?" }, image("a")]],
      ["What is this?", [{ type: "text", text: "What is this?" }, image("b")]],
      ["", [image("c")]],
      [
        "loose text",
        [
          { type: "text", text: "loose text" },
          { type: "input_audio", input_audio: {} },
        ],
      ],
    ]);
  });

  it("keeps every label of every kind of row that a run writes", async () => {
    const text = { type: "string" };
    const tools = [
      {
        name: "get_order",
        description: "Look up an order.",
        parameters: { type: "object", properties: { order_id: text } },
      },
      {
        name: "issue_refund",
        description: "Refund an order.",
        parameters: { type: "object", properties: { order_id: text } },
      },
    ];
    const common = {
      agent: seededAgent(tools),
      tools,
      simulator: false as const,
      systemPrompt: "Help.",
      onProgress: () => {},
    };
    const { rows } = await simulate({ ...common, budget: 400 });
    const again = await simulate({ ...common, tasks: rows, budget: 400 });
    const replayed = new Map(again.rows.map((row) => [row.scenario_id, row]));
    expect(replayed.size).toBe(400);
    for (const row of rows)
      expect(replayed.get(row.scenario_id)).toEqual({ ...row, lineage: { ...row.lineage, replayed: true } });
    expect(rows.some((row) => row.tells_history) && rows.some((row) => row.tells_world_state)).toBe(true);
  });
});
