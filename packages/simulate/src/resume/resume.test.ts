import { appendFile, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, type CompletionRequest, derive, TransientError } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import fc from "fast-check";
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
let folders = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-resume-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const newFolder = (): string => join(folder, `run-${++folders}`);

/** Answers by what it is asked alone, and counts; `onCall` may end the run. */
function model(onCall: (calls: number) => unknown = () => {}) {
  let calls = 0;
  const scripted = ScriptedBackend(async (request: CompletionRequest) => {
    await onCall(++calls);
    const text = JSON.stringify(request.messages);
    const cards = [...String(request.messages.at(-1)?.content).matchAll(/^draft: (".*")$/gm)];
    if (cards.length > 0) {
      const messages = cards.map(([, draft], at) => ({
        card: at + 1,
        message: `${JSON.parse(draft ?? "")} Thank you.`,
      }));
      return JSON.stringify({ messages });
    }
    return `Done: ${derive(request.seed ?? 0, text).integer(3)}`;
  });
  const backend: Backend = { ...scripted, spec: "test:model", complete: scripted.complete };
  return { backend, calls: () => calls };
}

const gradeOf = (row: { final_text?: string }): number => (String(row.final_text).endsWith("0") ? 0 : 1);

const options = (dir: string, agent: Backend, more: Partial<SimulateOptions> = {}): SimulateOptions => ({
  agent,
  tools: TOOLS,
  simulator: agent,
  mode: "rl",
  repeats: 4,
  budget: 40,
  runs: 2,
  grader: gradeOf,
  limits: { concurrency: 4 },
  ...more,
  store: { dir, ...more.store },
});

const linesOf = async (dir: string, file: string): Promise<string[]> =>
  (await readFile(join(dir, file), "utf8")).trimEnd().split("\n");
const sortedRows = async (dir: string): Promise<string[]> => (await linesOf(dir, "rows.jsonl")).sort();

describe("a run folder", () => {
  it("holds what was asked, the rows, what happened and the report, and no key", async () => {
    const dir = newFolder();
    const { rows, report } = await simulate(options(dir, model().backend));
    const manifest = JSON.parse(await readFile(join(dir, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({
      schema: "whileai-run/1",
      seed: 0,
      mode: "rl",
      sampling_plan: { policy: "probe", probe: 2, k: 4 },
      agent: { provider: "scripted", model: "scripted", spec: "test:model" },
      tools: TOOLS,
      system_prompt: "",
      options: { grader: "function gradeOf", runs: 2, budget: 40 },
    });
    expect((await linesOf(dir, "rows.jsonl")).map((line) => JSON.parse(line)).sort(byId)).toEqual([...rows].sort(byId));
    const events = (await linesOf(dir, "events.jsonl")).map((line) => JSON.parse(line));
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(["session", "situations", "rollout", "label"]));
    expect(JSON.parse(await readFile(join(dir, "report.json"), "utf8"))).toEqual(report.toJSON());
    expect(report).toMatchObject({ folder: dir, resumed: 0 });
    expect(`${report}`).toContain(`kept in ${dir}`);
    await expect(stat(join(dir, "lock"))).rejects.toThrow();
  });

  it("that is finished gives its rows without a call", async () => {
    const dir = newFolder();
    const first = await simulate(options(dir, model().backend));
    const { backend, calls } = model();
    let graded = 0;
    const again = await simulate(
      options(dir, backend, {
        grader: Object.defineProperty(
          (row: { final_text?: string }) => {
            graded++;
            return gradeOf(row);
          },
          "name",
          { value: "gradeOf" },
        ),
      }),
    );
    expect(calls()).toBe(0);
    expect(graded).toBe(0);
    expect(again.rows).toEqual(first.rows);
    expect(again.report).toMatchObject({ rows: first.rows.length, resumed: first.rows.length });
    expect(again.report.notes.map(({ code }) => code)).toContain("run_resumed");
    const { repeats, coverage, faults, tiers } = first.report;
    expect(again.report).toMatchObject({ repeats, coverage, faults, tiers });
  });

  it("goes on after any abort to the rows of a run that nobody ended", async () => {
    const alone = newFolder();
    await simulate(options(alone, model().backend));
    const expected = await sortedRows(alone);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(1, 4, 16),
        async (stops, concurrency) => {
          const dir = newFolder();
          for (const stop of stops) {
            const ending = new AbortController();
            const { backend } = model((calls) => calls >= stop && ending.abort());
            await simulate(options(dir, backend, { limits: { concurrency }, signal: ending.signal }));
          }
          const { rows } = await simulate(options(dir, model().backend, { limits: { concurrency } }));
          expect(await sortedRows(dir)).toEqual(expected);
          expect(rows).toHaveLength(expected.length);
        },
      ),
      { numRuns: 15 },
    );
  });

  it("says what differs when another run is in it", async () => {
    const dir = newFolder();
    await simulate(options(dir, model().backend));
    for (const [more, message] of [
      [{ seed: 3 }, /seed \(0 there, 3 here\)/],
      [{ systemPrompt: "Be brief." }, /system_prompt/],
      [{ tools: [] }, /tools \(/],
      [{ budget: 80 }, /budget \(40 there, 80 here\)/],
      [{ grader: undefined }, /grader \("function gradeOf" there, nothing here\)/],
      [{ simulator: false as const }, /simulator/],
    ] as const) {
      const run = simulate(options(dir, model().backend, more));
      await expect(run).rejects.toMatchObject({ option: "store.dir", message: expect.stringMatching(message) });
    }
    // What does not decide the rows may differ.
    const { backend, calls } = model();
    await simulate(options(dir, backend, { limits: { concurrency: 1, retries: 0 }, onProgress: () => {} }));
    expect(calls()).toBe(0);
  });

  it("is not used again with resume false", async () => {
    const dir = newFolder();
    await simulate(options(dir, model().backend, { store: { resume: false } }));
    const again = simulate(options(dir, model().backend, { store: { resume: false } }));
    await expect(again).rejects.toMatchObject({ option: "store.resume" });
  });

  it("plays lost rollouts again", async () => {
    const dir = newFolder();
    // The first call must be answered: a model that does not answer it ends the run.
    const flaky = ScriptedBackend((request, index) =>
      index > 0 && (request.seed ?? 0) % 3 === 0 ? new TransientError({ message: "down", fix: "" }) : "fine",
    );
    const agent: Backend = { ...flaky, spec: "test:model", complete: flaky.complete };
    const more = { simulator: false, mode: "explore", repeats: 1, runs: 1, grader: undefined } as const;
    const first = await simulate(options(dir, agent, { ...more, limits: { retries: 0 } }));
    expect(first.report.agentErrors.lost).toBeGreaterThan(0);
    expect((await linesOf(dir, "events.jsonl")).filter((line) => line.includes('"lost"'))).toHaveLength(
      first.report.agentErrors.lost,
    );
    const { backend, calls } = model();
    const second = await simulate(options(dir, backend, more));
    expect(second.rows).toHaveLength(40);
    expect(calls()).toBe(first.report.agentErrors.lost);
  });

  it("is refused while another run writes to it, and freed by every end", async () => {
    const dir = newFolder();
    let refusal: unknown;
    const first = model(async (calls) => {
      if (calls !== 5) return;
      refusal = await simulate(options(dir, model().backend)).then(undefined, (error) => error);
    });
    await simulate(options(dir, first.backend));
    expect(refusal).toMatchObject({ code: "folder_locked", fix: expect.stringContaining("lock") });
    const failing: Backend = { ...model().backend, complete: () => Promise.reject(new RangeError("no")) };
    const other = newFolder();
    await expect(simulate(options(other, failing))).rejects.toMatchObject({ code: "agent_failed" });
    const { rows } = await simulate(options(other, model().backend));
    expect(rows.length).toBeGreaterThan(0);
  });

  it("is none for functions and scripts unless it is asked for", async () => {
    for (const agent of [() => "fine", ScriptedBackend(() => "fine")]) {
      const { report } = await simulate({ agent, tools: TOOLS, simulator: false, budget: 2 });
      expect(report.folder).toBeNull();
    }
    const dir = newFolder();
    const { report } = await simulate({
      agent: () => "fine",
      tools: TOOLS,
      simulator: false,
      budget: 2,
      store: { dir },
    });
    expect(report.folder).toBe(dir);
  });
});

const byId = (left: { rollout_id: string }, right: { rollout_id: string }): number =>
  left.rollout_id < right.rollout_id ? -1 : 1;

describe("a folder that something happened to", () => {
  const finished = async (): Promise<{ dir: string; expected: string[] }> => {
    const dir = newFolder();
    await simulate(options(dir, model().backend));
    return { dir, expected: await sortedRows(dir) };
  };

  it.each<[string, (dir: string) => Promise<unknown>, string[]]>([
    ["rows torn", async (dir) => truncate(join(dir, "rows.jsonl"), (await stat(join(dir, "rows.jsonl"))).size - 9), []],
    ["rows gone", (dir) => rm(join(dir, "rows.jsonl")), []],
    ["events torn", async (dir) => truncate(join(dir, "events.jsonl"), 300), []],
    ["events gone", (dir) => rm(join(dir, "events.jsonl")), []],
    [
      "events of other kinds",
      (dir) =>
        appendFile(
          join(dir, "events.jsonl"),
          '{"event":7}\n[]\nnull\n{"event":"label"}\n{"event":"situations","first":0,"situations":[{}]}\n',
        ),
      [],
    ],
    ["the report gone", (dir) => rm(join(dir, "report.json")), []],
    ["a stale lock", (dir) => writeFile(join(dir, "lock"), '{"id":"x","host":"x","pid":'), []],
    [
      "foreign rows",
      async (dir) => appendFile(join(dir, "rows.jsonl"), '{"scenario_id":"x"}\n{"__proto__":{}}\n[1]\nnull\n'),
      ["lines_rejected"],
    ],
    [
      "zeros at the end, as after a loss of power",
      (dir) => appendFile(join(dir, "rows.jsonl"), `${"\0".repeat(50)}\n`),
      ["lines_rejected"],
    ],
    [
      "rows that are there twice",
      async (dir) => appendFile(join(dir, "rows.jsonl"), `${(await linesOf(dir, "rows.jsonl"))[3]}\n`),
      ["lines_rejected"],
    ],
  ])("goes on with %s", async (_, harm, codes) => {
    const { dir, expected } = await finished();
    await harm(dir);
    const { report } = await simulate(options(dir, model().backend));
    expect(await sortedRows(dir)).toEqual(expected);
    expect(report.notes.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
    if (codes.length > 0) expect((await linesOf(dir, "rejected.jsonl")).length).toBeGreaterThan(0);
  });

  it.each<[string, object | ((row: Record<string, unknown>) => void)]>([
    [
      "only its ids",
      (row) => {
        for (const key of Object.keys(row)) if (!["rollout_id", "seed", "lineage"].includes(key)) delete row[key];
      },
    ],
    ["no steps", { steps: null }],
    ["steps that are none", { steps: [null, 3] }],
    ["a prompt that is a number", { prompt: 7 }],
    ["no faults", { faults_planned: undefined, faults_fired: undefined }],
    ["faults without a mode", { faults_fired: [{}] }],
    ["messages that are none", { messages: ["hello"] }],
    ["a tier that is none", { tier: 3 }],
    ["no dimensions", { scenario_dimensions: [] }],
  ])("plays a row again that somebody left with %s", async (_, edit) => {
    const { dir, expected } = await finished();
    const [first, ...rest] = await linesOf(dir, "rows.jsonl");
    const row = JSON.parse(first as string);
    if (typeof edit === "function") edit(row);
    else Object.assign(row, edit);
    await writeFile(join(dir, "rows.jsonl"), `${[JSON.stringify(row), ...rest].join("\n")}\n`);
    const { backend } = model();
    const { report } = await simulate(options(dir, backend));
    expect(await sortedRows(dir)).toEqual(expected);
    expect(report.notes.map(({ code }) => code)).toContain("lines_rejected");
  });

  it("goes on in another place", async () => {
    const { dir, expected } = await finished();
    const moved = newFolder();
    await rename(dir, moved);
    const { backend, calls } = model();
    const { report } = await simulate(options(moved, backend));
    expect(calls()).toBe(0);
    expect(report).toMatchObject({ folder: moved, resumed: expected.length });
  });

  it("asks a model again for words that can no longer be read, and says so", async () => {
    const { dir, expected } = await finished();
    const events = await readFile(join(dir, "events.jsonl"), "utf8");
    await writeFile(join(dir, "events.jsonl"), events.replace('"event":"situations"', '"event":"situ\n'));
    const { backend, calls } = model();
    const { report } = await simulate(options(dir, backend));
    expect(calls()).toBe(1);
    expect(await sortedRows(dir)).toEqual(expected);
    expect(report.notes.map(({ code }) => code)).toContain("events_unreadable");
  });

  it("tells of rows that no rollout of the run asks for", async () => {
    const { dir, expected } = await finished();
    const stray = { ...JSON.parse(expected[0] as string), rollout_id: "0123456789abcdef" };
    await appendFile(join(dir, "rows.jsonl"), `${JSON.stringify(stray)}\n`);
    const { rows, report } = await simulate(options(dir, model().backend));
    expect(rows).toHaveLength(expected.length);
    expect(report.notes.map(({ code }) => code)).toContain("rows_left_over");
  });

  it.each<[string, (dir: string) => Promise<unknown>, object]>([
    ["a manifest that was cut", (dir) => truncate(join(dir, "manifest.json"), 40), { code: "manifest_invalid" }],
    [
      "the manifest of something else",
      (dir) => writeFile(join(dir, "manifest.json"), "{}"),
      { code: "manifest_invalid" },
    ],
    ["rows without a manifest", (dir) => rm(join(dir, "manifest.json")), { code: "manifest_missing" }],
  ])("is refused with %s, and stays as it is", async (_, harm, error) => {
    const { dir, expected } = await finished();
    await harm(dir);
    const { backend, calls } = model();
    await expect(simulate(options(dir, backend))).rejects.toMatchObject(error);
    expect(calls()).toBe(0);
    expect(await sortedRows(dir)).toEqual(expected);
  });

  it("is refused when it is a file", async () => {
    const dir = newFolder();
    await writeFile(dir, "a file");
    await expect(simulate(options(dir, model().backend))).rejects.toMatchObject({ name: "RowError", path: dir });
  });
});
