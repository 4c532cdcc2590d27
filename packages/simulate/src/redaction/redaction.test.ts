import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, type CompletionRequest, derive, OptionError, TransientError } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SimulateOptions } from "../options/simulate-options.js";
import type { SimulatedRow } from "../rollout/simulated-row.js";
import { simulate } from "../simulate.js";

const TOOLS = [
  {
    name: "get_order",
    description: "Look up an order by id. Ask tools@example.org for help.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
];
const PRIVATE = /@example\.org/;
const PROMPT = "Help customers. Complaints go to complaints@example.org.";

let folder: string;
let folders = 0;
const newFolder = (): string => join(folder, `run-${++folders}`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-redaction-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Says addresses in every role; `onCall` may end the run, or say whether the call fails with one. */
function model(onCall: (calls: number, draw: number) => unknown = () => {}) {
  let calls = 0;
  const scripted = ScriptedBackend(async ({ messages, seed = 0 }: CompletionRequest) => {
    const draw = derive(seed, JSON.stringify(messages)).integer(8);
    const fails = (await onCall(++calls, draw)) === "fail";
    const cards = [...String(messages.at(-1)?.content).matchAll(/^draft: (".*")$/gm)];
    if (cards.length > 0) {
      const message = (draft = "", at = 0) => `${JSON.parse(draft)} I am ada${at}@example.org, call 555-123-4567.`;
      return JSON.stringify({
        messages: cards.map(([, draft], at) => ({ card: at + 1, message: message(draft, at) })),
      });
    }
    if (fails) return new TransientError({ message: `no mail to eve@example.org`, fix: "" });
    const isAsked = messages.every(({ role }) => role !== "tool");
    if (draw > 3 && isAsked)
      return { toolCalls: [{ id: "call_x", name: "get_order", arguments: { order_id: "bob@example.org" } }] };
    return `Written to bob@example.org: ${draw}`;
  });
  return { ...scripted, spec: "test:model", complete: scripted.complete } satisfies Backend as Backend;
}

const gradeOf = (row: { final_text?: string }): number => (/[02468]$/.test(String(row.final_text)) ? 0 : 1);

const options = (agent: Backend, more: Partial<SimulateOptions> = {}): SimulateOptions => ({
  agent,
  tools: TOOLS,
  systemPrompt: PROMPT,
  simulator: agent,
  seeds: ["Where is the order of carol@example.org?"],
  mode: "rl",
  repeats: 4,
  budget: 24,
  grader: gradeOf,
  limits: { concurrency: 4, retries: 0 },
  ...more,
  store: { redact: true, ...more.store },
});

const filesOf = async (dir: string): Promise<string> =>
  (await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), "utf8")))).join("\n");
const sortedRows = async (dir: string): Promise<string[]> =>
  (await readFile(join(dir, "rows.jsonl"), "utf8")).trimEnd().split("\n").sort();

const replaceAddresses = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll(/[a-z0-9]+@example\.org/g, "somebody"));

describe.each([
  ["patterns", true],
  ["a function", replaceAddresses],
])("store.redact with %s", (_, redact) => {
  it("lets nothing through to rows, readers, graders, the folder and the report", async () => {
    const dir = newFolder();
    const graded: string[] = [];
    const grader = (row: { final_text?: string }): number => {
      graded.push(JSON.stringify(row));
      return gradeOf(row);
    };
    const run = simulate(
      options(
        model((calls, draw) => (draw === 0 && calls > 2 ? "fail" : "")),
        { grader, store: { dir, redact } },
      ),
    );
    const read: SimulatedRow[] = [];
    for await (const row of run) read.push(row);
    const { rows, report } = await run;
    expect(report.agentErrors.lost).toBeGreaterThan(0);
    expect(graded.length).toBeGreaterThan(4);
    expect(rows.length).toBeGreaterThan(8);
    const mark = redact === true ? "[email 1]" : "somebody";
    expect(rows[0]?.prompt).toBe(`Where is the order of ${mark}?`);
    for (const text of [
      JSON.stringify(rows),
      JSON.stringify(read),
      graded.join(),
      JSON.stringify(report),
      `${report}`,
    ]) {
      expect(text).not.toMatch(PRIVATE);
    }
    const files = await filesOf(dir);
    expect(files).not.toMatch(PRIVATE);
    expect(files).toContain("no mail to ");
  });

  it("gives the rows of an uninterrupted run after any abort", async () => {
    const alone = newFolder();
    const steady = { limits: { concurrency: 4, retries: 3 }, budget: 16 };
    await simulate(options(model(), { ...steady, store: { dir: alone, redact } }));
    const expected = await sortedRows(alone);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 }), async (stops) => {
        const dir = newFolder();
        for (const stop of stops) {
          const ending = new AbortController();
          const agent = model((calls) => calls >= stop && ending.abort());
          await simulate(options(agent, { ...steady, signal: ending.signal, store: { dir, redact } }));
        }
        await simulate(options(model(), { ...steady, store: { dir, redact } }));
        expect(await sortedRows(dir)).toEqual(expected);
      }),
      { numRuns: 6 },
    );
  });

  it("keeps ids, so that the rows are those of a run that is not redacted", async () => {
    const bare = await simulate(options(model(), { simulator: false, store: { dir: false, redact: false } }));
    const { rows } = await simulate(options(model(), { simulator: false, store: { dir: false, redact } }));
    const idsOf = (row: SimulatedRow) => [row.rollout_id, row.scenario_id, row.seed, row.lineage.system_prompt_sha];
    expect(rows.map(idsOf)).toEqual(bare.rows.map(idsOf));
    expect(JSON.stringify(bare.rows)).toMatch(PRIVATE);
  });
});

describe("store.redact", () => {
  it("plays the redacted prompt when its rows are tasks", async () => {
    const { rows } = await simulate(options(model(), { store: { dir: false } }));
    const heard: string[] = [];
    const agent = (message: string): string => {
      heard.push(message);
      return "fine";
    };
    const again = await simulate({ agent, tools: TOOLS, tasks: rows });
    expect(new Set(heard)).toEqual(new Set(rows.map(({ prompt }) => prompt)));
    expect(new Set(again.rows.map((row) => row.scenario_id))).toEqual(new Set(rows.map((row) => row.scenario_id)));
  });

  it("is part of what names a run: patterns by what they say, a function by its name", async () => {
    const dir = newFolder();
    const patterns = { order: /ORD-\d+/g };
    const run = (redact: NonNullable<SimulateOptions["store"]>["redact"]) =>
      simulate(options(model(), { store: { dir, redact } }));
    const { report } = await run({ patterns });
    expect((await run({ patterns: { order: /ORD-\d+/g }, secrets: true })).report.resumed).toBe(report.rows);
    for (const other of [
      true,
      false,
      { patterns: { order: /ORD-\d/g } },
      { patterns, secrets: false },
      replaceAddresses,
    ]) {
      await expect(run(other)).rejects.toThrow(/redact \(/);
    }
    expect(JSON.parse(await readFile(join(dir, "manifest.json"), "utf8"))).toMatchObject({
      redacted: ["system_prompt", "tools"],
      options: {
        redact: { secrets: true, patterns: [["order", "ORD-\\d+", "g"]] },
        seeds: { sha256: expect.any(String) },
      },
    });
  });

  it.each<[string, <T>(value: T) => T, RegExp]>([
    [
      "throws",
      () => {
        throw new RangeError("oh");
      },
      /threw: RangeError: oh|threw: oh/,
    ],
    ["gives nothing", () => undefined as never, /is no row|no text/],
    ["promises", (value) => Promise.resolve(value) as never, /lost `prompt`|no text/],
    [
      "drops a field",
      (value) => (typeof value === "string" ? value : ({ ...value, steps: undefined } as never)),
      /lost `steps`/,
    ],
  ])("ends the run with a function that %s, before a row lands", async (_, redact, message) => {
    const dir = newFolder();
    const run = simulate(
      options(model(), { simulator: false, seeds: [], tools: [], systemPrompt: "x", store: { dir, redact } }),
    );
    await expect(run).rejects.toMatchObject({ code: "redaction_failed", message: expect.stringMatching(message) });
    expect(await readFile(join(dir, "rows.jsonl"), "utf8").catch(() => "")).toBe("");
  });

  it("does not let a function change which row it is, or the row that is being played", async () => {
    const redact = <T>(value: T): T => {
      if (typeof value === "string") return value;
      const row = value as Record<string, unknown>;
      Object.assign(row, { rollout_id: "x", scenario_id: "y", seed: -1 });
      (row.lineage as Record<string, unknown>).system_prompt_sha = "z";
      return value;
    };
    const dir = newFolder();
    const first = await simulate(options(model(), { store: { dir, redact } }));
    const again = await simulate(options(model(), { store: { dir, redact } }));
    expect(again.report).toMatchObject({ resumed: first.report.rows, rows: first.report.rows });
  });

  it("says that a cassette holds what models said", async () => {
    const cassette = join(newFolder(), "tape.jsonl");
    const { report } = await simulate(options(model(), { store: { dir: false, cassette } }));
    expect(report.notes.map(({ code }) => code)).toContain("cassette_not_redacted");
    expect(await readFile(cassette, "utf8")).toMatch(PRIVATE);
  });

  it("refuses what is no redaction", () => {
    for (const redact of ["all", 1, [], { secret: true }, { patterns: { a: /a/ } }]) {
      expect(() => simulate(options(model(), { store: { redact: redact as never } }))).toThrow(OptionError);
    }
  });
});
