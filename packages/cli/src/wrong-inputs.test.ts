import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestServer, type TestServer } from "@whileai/test-server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as wai from "./index.js";

/** No folder for runs that end in an error. */
const FORGOTTEN = { store: { dir: false } } as const;
const getOrder = {
  name: "get_order",
  description: "Look up an order by id.",
  parameters: { type: "object", properties: { order_id: { type: "string" } } },
};
const tools = [getOrder];
const offline = { agent: wai.seededAgent(tools), tools, systemPrompt: "Help.", simulator: false, budget: 8 } as const;
const rows: wai.Row[] = Array.from({ length: 4 }, (_, index) => ({
  schema_version: "1",
  scenario_id: `s${index >> 1}`,
  prompt: "Where is OR-1?",
  steps: [],
  final_text: "It left on Monday.",
  rollout_index: index & 1,
}));

let folder: string;
let refusing: TestServer;
let deadUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-wrong-"));
  refusing = await startTestServer({ replies: [{ status: 401, body: { error: { message: "bad key" } } }] });
  // A port that was free a moment ago: nobody listens there.
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  deadUrl = `http://127.0.0.1:${(probe.address() as { port: number }).port}/v1`;
  await new Promise((done) => probe.close(done));
});
afterAll(async () => {
  await refusing.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  wai.resetSettings();
});

class ZeroDivision extends Error {}

interface Refusal {
  readonly what: string;
  readonly call: () => unknown;
  readonly error: string;
  /** Words that must be in the message: what is wrong and what to do. */
  readonly says: readonly string[];
}

const simulate = (options: object | (() => object)) => async () =>
  await wai.simulate({ ...offline, ...(typeof options === "function" ? options() : options) } as never);

const refusals: Refusal[] = [
  {
    what: "a misspelt option",
    call: simulate({ repeat: 4 }),
    error: "OptionError",
    says: ["`repeat`", "Did you mean `repeats`?"],
  },
  {
    what: "a misspelt option of a group",
    call: simulate({ limits: { concurency: 4 } }),
    error: "OptionError",
    says: ["limits.concurrency"],
  },
  {
    what: "an unknown mode",
    call: simulate({ mode: "grpo" }),
    error: "OptionError",
    says: ["mode", "explore", "sft", "rl", "grpo"],
  },
  {
    what: "an unknown selection mode",
    call: () => wai.Rows.from(rows).select({ mode: "grpo" } as never),
    error: "OptionError",
    says: ["mode", "rl", "sft", "grpo"],
  },
  { what: "repeats of 0", call: simulate({ repeats: 0 }), error: "OptionError", says: ["repeats", "at least 1", "0"] },
  {
    what: "a budget below repeats",
    call: simulate({ mode: "rl", repeats: 4, budget: 2 }),
    error: "OptionError",
    says: ["budget", "repeats"],
  },
  { what: "a budget of 0", call: simulate({ budget: 0 }), error: "OptionError", says: ["budget"] },
  {
    what: "a fault share of 7",
    call: simulate({ faults: { share: 7 } }),
    error: "OptionError",
    says: ["faults.share", "7"],
  },
  {
    what: "a nameless tool",
    call: simulate({ tools: [{ description: "x", parameters: {} }] }),
    error: "ToolSchemaError",
    says: ["name"],
  },
  {
    what: "duplicate tools",
    call: simulate({ tools: [getOrder, getOrder] }),
    error: "ToolSchemaError",
    says: ["get_order"],
  },
  { what: "tools that are no list", call: simulate({ tools: getOrder }), error: "ToolSchemaError", says: ["array"] },
  {
    what: "parameters that are a list",
    call: simulate({ tools: [{ name: "f", description: "", parameters: [] }] }),
    error: "ToolSchemaError",
    says: ["parameters"],
  },
  {
    what: "a missing key of the agent",
    call: simulate({ agent: "openai:gpt-4.1-mini" }),
    error: "AuthError",
    says: ["OPENAI_API_KEY"],
  },
  {
    what: "a missing key of the judge",
    call: () => wai.Rows.from(rows).grade("anthropic:claude-haiku-4-5"),
    error: "AuthError",
    says: ["ANTHROPIC_API_KEY"],
  },
  {
    what: "the slash spelling of a spec",
    call: simulate({ agent: "openai/gpt-4.1-mini" }),
    error: "SpecError",
    says: ["openai:gpt-4.1-mini"],
  },
  {
    what: "an unknown provider",
    call: simulate({ agent: "opena1:gpt-4.1-mini" }),
    error: "SpecError",
    says: ["openai"],
  },
  {
    what: "a dead endpoint as the agent",
    call: simulate(() => ({
      agent: wai.Endpoint("m", { url: deadUrl, retries: 0 }),
      limits: { retries: 0 },
      ...FORGOTTEN,
    })),
    error: "TransientError",
    says: ["127.0.0.1"],
  },
  {
    what: "an agent's server that says 401",
    call: simulate(() => ({ agent: wai.Endpoint("m", { url: `${refusing.url}/v1` }), ...FORGOTTEN })),
    error: "AuthError",
    says: ["401", "127.0.0.1"],
  },
  {
    what: "a judge's server that says 401",
    call: () => wai.Rows.from(rows).grade(wai.Endpoint("m", { url: `${refusing.url}/v1` })),
    error: "AuthError",
    says: ["401"],
  },
  {
    what: "an agent that always throws",
    call: simulate({
      agent: () => {
        throw new ZeroDivision("by zero");
      },
    }),
    error: "WhileaiError",
    says: ["by zero"],
  },
  {
    what: "an agent that returns nothing",
    call: simulate({ agent: () => undefined }),
    error: "WhileaiError",
    says: ["final_text"],
  },
  {
    what: "a judge that is a number",
    call: () => wai.Rows.from(rows).grade(1 as never),
    error: "JudgeError",
    says: ["judge"],
  },
  {
    what: "corrupt JSONL",
    call: () => wai.Rows.from(join(folder, "corrupt.jsonl")),
    error: "RowError",
    says: ["corrupt.jsonl:2"],
  },
  {
    what: "a file that is not there",
    call: () => wai.Rows.from(join(folder, "absent.jsonl")),
    error: "RowError",
    says: ["absent.jsonl"],
  },
  {
    what: "an export of zero rows",
    call: () => wai.Rows.from([] as wai.Row[]).export(join(folder, "empty.jsonl")),
    error: "GateError",
    says: ["row"],
  },
  {
    what: "an export as Parquet",
    call: () => wai.Rows.from(rows).export(join(folder, "rows.parquet")),
    error: "OptionError",
    says: [".jsonl"],
  },
  {
    what: "an export without a path",
    call: () => wai.Rows.from(rows).export(undefined as never),
    error: "OptionError",
    says: ["path"],
  },
  { what: "k of 0", call: () => wai.passAt([], { k: 0 }), error: "OptionError", says: ["k", "at least 1"] },
  {
    what: "a configured spec that cannot be read",
    call: () => wai.configure({ agent: "openai/gpt" as never }),
    error: "SpecError",
    says: ["openai:gpt"],
  },
];
describe("one typed error that names the fix", () => {
  beforeAll(async () => {
    await writeFile(
      join(folder, "corrupt.jsonl"),
      '{"scenario_id":"a","reward":1}\n{"scenario_id": "b", "rew\n{"scenario_id":"c"}\n',
    );
  });

  test.each(refusals)("$what", async ({ call, error, says }) => {
    for (const name of ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "WHILEAI_API_KEY", "WHILEAI_ANTHROPIC_API_KEY"])
      vi.stubEnv(name, "");
    let thrown: unknown;
    try {
      await call();
    } catch (caught) {
      thrown = caught;
    }
    expect(wai.WhileaiError.isInstance(thrown), String(thrown)).toBe(true);
    const failure = thrown as wai.WhileaiError;
    expect(failure.name).toBe(error);
    for (const word of says) expect(failure.message).toContain(word);
    expect(JSON.stringify(failure)).toContain(failure.code);
  });
});

describe("a counted, explained null; nothing lost", () => {
  interface Mishap {
    readonly what: string;
    readonly judge: (row: wai.Row) => unknown;
    readonly status: string;
    /** Words of `judge_meta` that explain it. */
    readonly says: string;
  }
  const mishaps: Mishap[] = [
    {
      what: "throws",
      judge: () => {
        throw new ZeroDivision("by zero");
      },
      status: "error",
      says: "by zero",
    },
    { what: "rejects", judge: () => Promise.reject(new ZeroDivision("later")), status: "error", says: "later" },
    { what: "returns a string", judge: () => "pass", status: "invalid_result", says: "string" },
    { what: "returns a number out of range", judge: () => 5, status: "invalid_result", says: "5" },
    { what: "returns NaN", judge: () => Number.NaN, status: "invalid_result", says: "NaN" },
    { what: "returns null", judge: () => null, status: "invalid_result", says: "null" },
    {
      what: "returns an object without a reward",
      judge: () => ({ rating: 3 }),
      status: "missing_reward",
      says: "rating",
    },
    {
      what: "changes its row",
      judge: (row) => {
        row.prompt = "gone";
        return 1;
      },
      status: "error",
      says: "read only",
    },
  ];

  test.each(mishaps)("a judge that $what on every second row", async ({ judge, status, says }) => {
    const before = structuredClone(rows);
    const scored = await wai.Rows.from(rows).grade(((row: wai.Row) =>
      row.rollout_index === 0 ? 1 : judge(row)) as never);
    expect(rows).toEqual(before);
    expect(scored.rows.map((row) => row.prompt)).toEqual(before.map((row) => row.prompt));
    expect(scored.rows.map((row) => row.reward)).toEqual([1, null, 1, null]);
    expect(scored.unjudged()).toHaveLength(2);
    for (const row of scored.unjudged()) {
      expect(row.judge_status).toBe(status);
      expect(JSON.stringify(row.judge_meta)).toContain(says);
    }
    expect(scored.failures()).toEqual([]);
    const report = scored.passAt();
    expect(report.nRows).toBe(2);
    expect(report.passAt1).toBe(1);
    expect(String(scored)).toContain("2");
  });

  test("a judge that never answers is timed out, and the others' verdicts stand", async () => {
    const scored = await wai.Rows.from(rows).grade(
      (row) => (row.rollout_index === 0 ? 1 : new Promise<number>(() => {})),
      { limits: { timeoutMs: 20 } },
    );
    expect(scored.rows.map((row) => [row.reward, row.judge_status])).toEqual([
      [1, "ok"],
      [null, "timeout"],
      [1, "ok"],
      [null, "timeout"],
    ]);
  });

  test("zero rows have no pass rate, and the report says why", async () => {
    const report = wai.passAt([]);
    expect(report.passAt1).toBeNull();
    expect(report.notes.map((note) => note.code)).toContain("not_graded");
    expect(String(report)).toContain("n/a");
    const scored = await wai.Rows.from([] as wai.Row[]).grade(() => 1);
    expect(scored.length).toBe(0);
    expect(scored.report?.notes.length).toBeGreaterThan(0);
    const selected = scored.select({ mode: "rl" });
    expect(selected.length).toBe(0);
  });

  test("an agent that throws now and then loses no other rollout, and is counted with its first error", async () => {
    const data = await wai.simulate({
      ...offline,
      repeats: 2,
      repeatPolicy: "fixed",
      limits: { retries: 0 },
      agent: (_message: string, context: wai.AgentContext) => {
        if (context.rolloutIndex === 1) throw new ZeroDivision("every second");
        return "It left on Monday.";
      },
    });
    expect(data.length).toBeGreaterThan(0);
    expect(JSON.stringify(data.report?.toJSON())).toContain("every second");
  });

  test("corrupt lines can be skipped, counted", async () => {
    const { readRows } = await import("@whileai/core/node");
    const notes: unknown[] = [];
    const read: unknown[] = [];
    for await (const row of readRows(join(folder, "corrupt.jsonl"), {
      onBadLine: "skip",
      onNote: (note) => notes.push(note),
    }))
      read.push(row);
    expect(read).toHaveLength(2);
    expect(notes).toHaveLength(1);
  });
});
