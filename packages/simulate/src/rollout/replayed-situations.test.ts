import { describe, expect, it } from "vitest";
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
    const { situations, largestGroup, skipped } = replayedSituations([
      row,
      { ...row },
      replay,
      { scenario_id: "x" },
      null as never,
    ]);
    expect({ largestGroup, skipped }).toEqual({ largestGroup: 2, skipped: 2 });
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
});
