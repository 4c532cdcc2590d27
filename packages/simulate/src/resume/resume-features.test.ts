import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, type CompletionRequest, derive } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SimulateOptions } from "../options/simulate-options.js";
import type { SimulatedRow } from "../rollout/simulated-row.js";
import { seededAgent } from "../seeded-agent/seeded-agent.js";
import { simulate } from "../simulate.js";

const TOOLS = ["get_order", "refund_order"].map((name) => ({
  name,
  description: `${name.replace("_", " ")} by id.`,
  parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
}));

let folder: string;
let folders = 0;
let past: readonly SimulatedRow[];
const newFolder = (): string => join(folder, `run-${++folders}`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-features-"));
  const agent = seededAgent(TOOLS);
  past = (await simulate({ agent, tools: TOOLS, simulator: false, mode: "sft", repeats: 2, budget: 12 })).rows;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Plays every role by what it is asked alone: calls tools, also two at once, and answers some rollouts with nothing. */
function model(onCall: (calls: number) => unknown = () => {}): { backend: Backend; calls: () => number } {
  let calls = 0;
  const scripted = ScriptedBackend(({ messages, jsonSchema, tools = [], seed = 0 }: CompletionRequest) => {
    onCall(++calls);
    const text = JSON.stringify(messages);
    const draw = derive(seed, text).integer(6);
    const cards = [...String(messages.at(-1)?.content).matchAll(/^draft: (".*")$/gm)];
    if (cards.length > 0) {
      const message = (draft = ""): string => `${JSON.parse(draft)} Thank you ${draw}.`;
      return JSON.stringify({ messages: cards.map(([, draft], at) => ({ card: at + 1, message: message(draft) })) });
    }
    if (jsonSchema?.name === "line")
      return JSON.stringify({ say: `the other one, is that due too? ${draw}`, leave: false });
    if (draw === 5 && messages.length > 2) return " ";
    const call = (at: number) => ({
      id: `call_${text.length}_${at}`,
      name: tools[(draw + at) % tools.length]?.name ?? "",
      arguments: { order_id: `OR-${at}` },
    });
    if (draw > 2 && messages.at(-1)?.role !== "tool") return { toolCalls: draw === 4 ? [call(0), call(1)] : [call(0)] };
    return `Done: ${draw}. Which one?`;
  });
  return { backend: { ...scripted, spec: "test:model", complete: scripted.complete }, calls: () => calls };
}

function gradeOf({ final_text }: { final_text?: string }): number {
  if (final_text?.includes(": 2")) throw new RangeError("no verdict");
  return final_text?.includes(": 0") ? 0 : 1;
}

const probed = { mode: "rl", repeats: 4, budget: 16, grader: gradeOf } as const;

describe.each<[string, () => Partial<SimulateOptions>]>([
  ["three runs of probed groups", () => ({ ...probed, runs: 3 })],
  ["the policy hazard", () => ({ ...probed, repeats: 6, budget: 24, repeatPolicy: "hazard" })],
  ["conversations", () => ({ mode: "sft", repeats: 2, budget: 8, turns: { mean: 3 }, runs: 2 })],
  ["distractors under scrambled names", () => ({ ...probed, distractors: { count: 3, scramble: true } })],
  ["traces", () => ({ ...probed, traces: past })],
  ["seeds", () => ({ ...probed, seeds: ["Where is OR-7?", "refund me"] })],
  ["tasks", () => ({ tasks: past, repeats: 2, simulator: undefined })],
  [
    "branches",
    () => ({
      branchFrom: past.filter(({ steps }) => steps.length > 1).map((row) => ({ row, step: 1 })),
      repeats: 3,
      simulator: undefined,
      runs: 2,
    }),
  ],
  ["a stop of the run", () => ({ mode: "explore", budget: 300, grader: gradeOf, until: { halfWidth: 0.2 } })],
  ["a stop of tasks", () => ({ ...probed, repeats: 16, budget: 160, until: { decidedAgainst: 0.5 } })],
])("a run with %s", (_, more) => {
  const options = (dir: string, agent: Backend, concurrency: number): SimulateOptions => ({
    agent,
    simulator: agent,
    tools: TOOLS,
    systemPrompt: "Help. Never promise a refund.",
    ...more(),
    limits: { concurrency, retries: 1 },
    store: { dir },
  });
  const rowsOf = async (dir: string): Promise<string> =>
    (await readFile(join(dir, "rows.jsonl"), "utf8")).trimEnd().split("\n").sort().join("\n");

  it("gives the same rows at any concurrency, and after any number of stops", async () => {
    const alone = newFolder();
    const { backend, calls } = model();
    const { report } = await simulate(options(alone, backend, 1));
    const expected = await rowsOf(alone);
    const wide = newFolder();
    await simulate(options(wide, model().backend, 32));
    expect(await rowsOf(wide)).toBe(expected);

    const stream = derive(1, "stops", _);
    for (let time = 0; time < 3; time++) {
      const dir = newFolder();
      for (let stops = 1 + stream.integer(3); stops > 0; stops--) {
        const last = 1 + stream.integer(calls());
        const ending = new AbortController();
        const stopped = model((count) => count >= last && ending.abort());
        await simulate({ ...options(dir, stopped.backend, stream.integer(2) * 31 + 1), signal: ending.signal });
      }
      const resumed = await simulate(options(dir, model().backend, 8));
      expect(await rowsOf(dir)).toBe(expected);
      expect(
        resumed.rows
          .map((row) => JSON.stringify(row))
          .sort()
          .join("\n"),
      ).toBe(expected);
      expect(resumed.report).toMatchObject({ until: report.until, repeats: report.repeats, coverage: report.coverage });
    }
  });
});
