import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, type CompletionRequest, derive, OptionError } from "@whileai/core";
import { OpenAI, ScriptedBackend } from "@whileai/core/backends";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SimulateOptions } from "../options/simulate-options.js";
import { simulate } from "../simulate.js";

const TOOLS = [
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
];

let folder: string;
let files = 0;
const newPath = (end = ".jsonl"): string => join(folder, `${++files}${end}`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-tape-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes situations, plays the person and the agent; never the same twice. */
function model(onCall: (calls: number) => unknown = () => {}) {
  let calls = 0;
  const scripted = ScriptedBackend(async ({ messages, jsonSchema, seed }: CompletionRequest) => {
    await onCall(++calls);
    if (jsonSchema?.name === "line") return JSON.stringify({ say: `and the one of line ${calls}?`, leave: false });
    const cards = [...String(messages.at(-1)?.content).matchAll(/^draft: (".*")$/gm)];
    if (cards.length === 0)
      return `Answer ${calls}, drawn ${derive(seed ?? 0, "x").integer(9)}. Which order do you mean?`;
    return JSON.stringify({
      messages: cards.map(([, draft], at) => ({ card: at + 1, message: `${JSON.parse(draft ?? "")} Call ${calls}.` })),
    });
  });
  const backend: Backend = { ...scripted, spec: "test:model", complete: scripted.complete };
  return { backend, calls: () => calls };
}

const options = (agent: Backend, more: Partial<SimulateOptions> = {}): SimulateOptions => ({
  agent,
  simulator: agent,
  tools: TOOLS,
  mode: "rl",
  repeats: 4,
  budget: 16,
  runs: 2,
  turns: { mean: 2 },
  limits: { concurrency: 4 },
  ...more,
  store: { dir: false, ...more.store },
});

const textsOf = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row));

describe("store.cassette", () => {
  it("records the calls of every role, and plays them without a call, a cost or a key", async () => {
    const path = newPath();
    const first = model();
    const recorded = await simulate(options(first.backend, { store: { cassette: path } }));
    expect(recorded.report.cassette).toEqual({ path, mode: "auto", played: 0, recorded: first.calls() });
    const second = model();
    const limits = { concurrency: 1, maxTokens: 1 };
    const played = await simulate(options(second.backend, { limits, store: { cassette: { path, mode: "replay" } } }));
    expect(second.calls()).toBe(0);
    expect(textsOf(played.rows)).toEqual(textsOf(recorded.rows));
    const { report } = played;
    expect(report.cassette).toEqual({ path, mode: "replay", played: first.calls(), recorded: 0 });
    expect(report).toMatchObject({ estimate: null, stoppedBecause: "budget", spend: { agent: { calls: 0 } } });
    expect(`${report}`).toContain(`cassette: ${first.calls()} calls played, 0 recorded (${path})`);

    const keyless = Object.entries(process.env).filter(([name]) => name.endsWith("_API_KEY"));
    for (const [name] of keyless) delete process.env[name];
    try {
      const named = (backend: Backend): Backend => ({ ...backend, provider: "openai", model: "gpt-4.1-mini" });
      const other = newPath();
      const live = await simulate(options(named(model().backend), { store: { cassette: other } }));
      const again = await simulate(
        options(OpenAI("gpt-4.1-mini"), { store: { cassette: { path: other, mode: "replay" } } }),
      );
      expect(textsOf(again.rows)).toEqual(textsOf(live.rows));
    } finally {
      for (const [name, value] of keyless) process.env[name] = value;
    }
  });

  it("plays what was recorded before an abort and records the rest", async () => {
    const path = newPath();
    const ending = new AbortController();
    const first = model((calls) => calls === 20 && ending.abort());
    const cut = await simulate(options(first.backend, { signal: ending.signal, store: { cassette: path } }));
    expect(cut.report.stoppedBecause).toBe("aborted");
    const kept = cut.report.cassette?.recorded ?? 0;
    expect((await readFile(path, "utf8")).trimEnd().split("\n")).toHaveLength(kept);
    const second = model();
    const { report } = await simulate(options(second.backend, { store: { cassette: path } }));
    expect(report.cassette).toMatchObject({ played: kept, recorded: second.calls() });
  });

  it("plays rollouts that were tried again as they were recorded, to the same rows", async () => {
    const path = newPath();
    const failed = new Set<string>();
    let calls = 0;
    const moody = ScriptedBackend(({ messages, seed }) => {
      calls++;
      if (messages.at(-1)?.role !== "tool") {
        return { toolCalls: [{ id: `c${calls}`, name: "get_order", arguments: { order_id: `OR-${calls}` } }] };
      }
      const isFirst = !failed.has(String(seed));
      failed.add(String(seed));
      return isFirst && (seed ?? 0) % 2 === 0 ? " " : `answer ${calls}`;
    });
    const agent: Backend = { ...moody, spec: "test:model", complete: moody.complete };
    const more = { simulator: false, mode: "sft", turns: {}, runs: 1 } as const;
    const recorded = await simulate(options(agent, { ...more, store: { cassette: path } }));
    expect(recorded.report.agentErrors).toMatchObject({ lost: 0, retried: expect.any(Number) });
    expect(recorded.report.agentErrors.retried).toBeGreaterThan(2);
    const made = calls;
    const played = await simulate(options(agent, { ...more, store: { cassette: { path, mode: "replay" } } }));
    expect(calls).toBe(made);
    expect(textsOf(played.rows)).toEqual(textsOf(recorded.rows));
  });

  it("loses a rollout whose calls it does not hold, without a call", async () => {
    const path = newPath();
    await simulate(options(model().backend, { runs: 1, simulator: false, store: { cassette: path } }));
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    await writeFile(path, `${lines.slice(0, -1).join("\n")}\n`);
    const second = model();
    const store = { cassette: { path, mode: "replay" } } as const;
    const { report } = await simulate(options(second.backend, { runs: 1, simulator: false, store }));
    expect(second.calls()).toBe(0);
    expect(report.agentErrors).toMatchObject({
      lost: 1,
      first: expect.stringMatching(/holds no/),
    });
  });

  it.each(["agent", "simulator"])("ends the run when an answer of the %s can no longer be kept", async (role) => {
    const path = newPath();
    const meddled = model((calls) => calls === 3 && appendFile(path, "{}\n"));
    const calm = model();
    const roles =
      role === "agent" ? { agent: meddled.backend, simulator: calm.backend } : { simulator: meddled.backend };
    const run = simulate(
      options(calm.backend, { ...roles, budget: 160, limits: { concurrency: 1 }, store: { cassette: path } }),
    );
    await expect(run).rejects.toMatchObject({ code: "cassette_unwritable", message: expect.stringContaining(path) });
    expect(meddled.calls()).toBeLessThan(12);
  });

  it("is part of what names a run, but not how it is used", async () => {
    const dir = newPath("");
    const [path, other] = [newPath(), newPath()];
    await simulate(options(model().backend, { store: { dir, cassette: path } }));
    const again = await simulate(options(model().backend, { store: { dir, cassette: { path, mode: "replay" } } }));
    expect(again.report).toMatchObject({ resumed: again.rows.length, cassette: { played: 0 } });
    await expect(simulate(options(model().backend, { store: { dir, cassette: other } }))).rejects.toThrow(
      /cassette \(/,
    );
    const anew = await simulate(options(model().backend, { store: { dir, cassette: { path, mode: "record" } } }));
    expect(anew.report.notes.map(({ code }) => code)).toContain("cassette_incomplete");
  });

  it("says that the calls of a function are not on it", async () => {
    const store = { cassette: newPath() };
    const { report } = await simulate({ agent: () => "fine", tools: TOOLS, simulator: false, budget: 2, store });
    expect(report.notes.map(({ code }) => code)).toContain("agent_not_recorded");
    expect(report.cassette).toMatchObject({ played: 0, recorded: 0 });
  });

  it.each([
    [{ cassette: "tape.txt" }, "store.cassette"],
    [{ cassette: true }, "store.cassette"],
    [{ cassette: { mode: "auto" } }, "store.cassette.path"],
    [{ cassette: { path: "a.jsonl", mode: "play" } }, "store.cassette.mode"],
    [{ cassette: { path: "a.jsonl", file: "b" } }, "store.cassette.file"],
  ])("refuses %o", (store, option) => {
    expect(() => simulate(options(model().backend, { store: store as never }))).toThrow(OptionError);
    expect(() => simulate(options(model().backend, { store: store as never }))).toThrow(
      expect.objectContaining({ option }),
    );
  });
});
