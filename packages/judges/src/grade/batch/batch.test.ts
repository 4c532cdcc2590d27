import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Backend, Row } from "@whileai/core";
import { Anthropic, Endpoint, OpenAI } from "@whileai/core/backends";
import { type BatchServer, type BatchServerOptions, startBatchServer } from "@whileai/test-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Judge } from "../../judge/judge.js";
import { verify } from "../../verify/verify.js";
import { memoryVerdictCache } from "../cache/memory-verdict-cache.js";
import { grade } from "../grade.js";
import type { GradeOptions } from "../grade-options.js";

const KEY = "sk-test-0123456789abcdef";
const PASS = '{"reason":"fine","score":1}';
const FAIL = '{"reason":"wrong","score":0}';

let folder: string;
let folders = 0;
const opened: BatchServer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-batch-"));
});
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newFolder = (): string => join(folder, `run-${folders++}`);
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ scenario_id: `t${index}`, final_text: `reply ${index}.` }));
const textOf = (body: unknown): string => JSON.stringify(body);
/** Passes the rows with an even number. */
const answer = ({ body }: { body: unknown }) => (/reply \d*[02468]\./.test(textOf(body)) ? PASS : FAIL);

const VENDORS = [
  {
    name: "OpenAI",
    make: (url: string): Backend => OpenAI("gpt-4.1-mini", { apiKey: KEY, baseURL: `${url}/v1`, sleep }),
  },
  {
    name: "Anthropic",
    make: (url: string): Backend => Anthropic("claude-haiku-4-5", { apiKey: KEY, baseURL: url, sleep }),
  },
];
async function sleep(): Promise<void> {}

const FAST = { pollMs: 10 };

async function serverOf(options: BatchServerOptions = {}): Promise<BatchServer> {
  const server = await startBatchServer({ answer, ...options });
  opened.push(server);
  return server;
}

const judgeOf = (model: Backend, more: object = {}) => Judge({ rubric: "Is it right?", model, ...more });
const codesOf = (report: { notes: readonly { code: string }[] }): string[] => report.notes.map(({ code }) => code);

describe.each(VENDORS)("grading in batches of $name", ({ make }) => {
  const gradeIn = async (rows: Row[], server: BatchServer, options: GradeOptions = {}, more?: object) =>
    grade(rows, judgeOf(make(server.url), more), { batch: FAST, ...options });

  it("gives the verdicts of single calls, at half the price", async () => {
    const server = await serverOf();
    const { rows, report } = await gradeIn(rowsOf(10), server);
    expect(rows.map(({ reward }) => reward)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
    expect(server.batches).toHaveLength(1);
    expect(report.batch).toEqual({ ids: ["batch_test_0"], resumed: 0, requests: 10, priceFactor: 0.5 });
    const price = report.judge.model === "gpt-4.1-mini" ? [0.4, 1.6] : [1, 5];
    const usd = (10 * (10 * (price[0] as number) + 5 * (price[1] as number))) / 1_000_000 / 2;
    expect(report.spend).toMatchObject({ calls: 10, requests: 10, inputTokens: 100, outputTokens: 50 });
    expect(report.spend?.usd).toBeCloseTo(usd, 12);
    expect(`${report}`).toContain("asked in 1 batch (10 requests) at 0.5 of the price of calls");
    expect(codesOf(report)).toContain("batches_not_kept");
  });

  it("splits by requests, and puts votes of a row where they belong", async () => {
    const server = await serverOf();
    const { rows } = await gradeIn(rowsOf(7), server, { batch: { ...FAST, requestsPerBatch: 6 } }, { votes: 3 });
    expect(server.batches.map(({ lines }) => lines.length)).toEqual([6, 6, 6, 3]);
    expect(rows.map(({ reward }) => reward)).toEqual([1, 0, 1, 0, 1, 0, 1]);
  });

  it("asks once more, in a second batch, where a reply cannot be read", async () => {
    const server = await serverOf({
      answer: ({ body, batch }) =>
        /reply [35]\./.test(textOf(body)) && (batch === 0 || /reply 5\./.test(textOf(body))) ? "hm" : PASS,
    });
    const { rows, report } = await gradeIn(rowsOf(8), server);
    expect(server.batches.map(({ lines }) => lines.length)).toEqual([8, 2]);
    expect(rows[3]).toMatchObject({ reward: 1, judge_meta: { asked_twice: true } });
    expect(rows[5]).toMatchObject({ reward: null, judge_status: "invalid_result" });
    expect(report.spend?.calls).toBe(10);
  });

  it("leaves reward null with the cause where a request failed, expired or has no result", async () => {
    const server = await serverOf({
      answer: ({ body }) =>
        /reply 0\./.test(textOf(body))
          ? { status: 404, body: { error: { type: "not_found_error", message: "gone" } } }
          : PASS,
      faults: {
        expires: (customId) => customId.startsWith("1-"),
        loses: (customId) => customId.startsWith("2-"),
      },
    });
    const { rows, report } = await gradeIn(rowsOf(5), server);
    expect(rows.map(({ judge_meta }) => judge_meta?.error_code ?? null)).toEqual([
      "backend_failed",
      "batch_expired",
      "batch_failed",
      null,
      null,
    ]);
    expect(rows.map(({ reward }) => reward)).toEqual([null, null, null, 1, 1]);
    expect(report.spend?.calls).toBe(2);
    expect(report.firstError).toContain("gone");
  });

  it("sends words alone where the schema is refused", async () => {
    const server = await serverOf({
      answer: ({ body }) =>
        body.response_format !== undefined || body.tools !== undefined
          ? { status: 400, body: { error: { type: "invalid_request_error", message: "no schema here" } } }
          : PASS,
    });
    const { report } = await gradeIn(rowsOf(3), server);
    expect(report).toMatchObject({ graded: 3 });
    expect(server.batches.map(({ lines }) => lines.length)).toEqual([3, 3]);
  });

  it("lives through failing polls and broken results, and a submission that nobody answered", async () => {
    const server = await serverOf({
      faults: {
        failingPolls: [503, 503, 503, 503, 503, null, 500],
        cutResults: 2,
        failingSubmits: [{ status: 500, made: true }, null],
      },
    });
    const { report } = await gradeIn(rowsOf(6), server);
    expect(report).toMatchObject({ graded: 6 });
    expect(server.batches).toHaveLength(1);
  });

  it("looks for the batch where a submission was answered with something that cannot be read", async () => {
    const server = await serverOf({ faults: { failingSubmits: [{ status: 200, made: true }] } });
    const { report } = await gradeIn(rowsOf(3), server);
    expect(report.graded).toBe(3);
    expect(server.batches).toHaveLength(1);
  });

  it("submits again what was not taken", async () => {
    const server = await serverOf({ faults: { failingSubmits: [503, 429] } });
    const { report } = await gradeIn(rowsOf(2), server);
    expect(report.graded).toBe(2);
    expect(server.batches).toHaveLength(1);
  });

  it("halves a batch that is too large for the vendor, and tells of a row that is too large alone", async () => {
    const server = await serverOf({ faults: { mostBytes: 9000 } });
    const rows = rowsOf(8);
    const large = { scenario_id: "large", final_text: `reply 2. ${"word ".repeat(2400)}` };
    const { rows: graded } = await gradeIn([...rows, large], server, {}, { payloadChars: 20_000 });
    expect(server.batches.length).toBeGreaterThan(1);
    expect(graded.slice(0, 8).every(({ reward }) => reward !== null)).toBe(true);
    expect(graded[8]).toMatchObject({ reward: null, judge_status: "error" });
  });

  it("sends no row beyond limits.maxUsd, by what rows are expected to cost", async () => {
    const server = await serverOf();
    const { rows, report } = await gradeIn(rowsOf(20), server, { limits: { maxUsd: 0.003, concurrency: 4 } });
    const sent = server.batches[0]?.lines.length ?? 0;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(20);
    expect(report).toMatchObject({ graded: sent, stoppedBecause: "max_usd" });
    expect(rows[19]?.judge_meta?.error_code).toBe("spend_limit");
    expect(codesOf(report)).toEqual(expect.arrayContaining(["stopped_at_limit", "limits_unused"]));
  });

  it("respects what is judged already: by the cache, by an earlier verdict, by the folder", async () => {
    const server = await serverOf();
    const cache = memoryVerdictCache();
    const dir = newFolder();
    await gradeIn(rowsOf(3), server, { cache, store: { dir } });
    expect((await gradeIn(rowsOf(3), server, { cache })).report.cached).toBe(3);
    const again = await gradeIn(rowsOf(5), server, { store: { dir } });
    expect(again.report).toMatchObject({ graded: 5, store: { resumed: 3 } });
    const kept = await gradeIn(again.rows, server, { resume: true });
    expect(kept.report).toMatchObject({ kept: 5, batch: { ids: [] } });
    expect(server.batches.map(({ lines }) => lines.length)).toEqual([3, 2]);
  });

  it("keeps batches through an abort, and reads them in a later call", async () => {
    const server = await serverOf({ faults: { polls: 3 } });
    const dir = newFolder();
    const ending = new AbortController();
    const first = grade(rowsOf(4), judgeOf(make(server.url)), {
      batch: { pollMs: 10_000 },
      store: { dir },
      signal: ending.signal,
    });
    while ((server.batches[0]?.polls ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    ending.abort();
    const { report } = await first;
    expect(report).toMatchObject({ graded: 0, aborted: true });
    expect(report.notes.find(({ code }) => code === "batches_left")?.message).toContain("batch_test_0");
    expect(server.calls.filter((call) => call.includes("cancel"))).toEqual([]);
    const second = await gradeIn(rowsOf(4), server, { store: { dir } });
    expect(second.report).toMatchObject({ graded: 4, batch: { ids: ["batch_test_0"], resumed: 1 } });
    expect(second.report.spend).toMatchObject({ calls: 4, requests: 4 });
    expect(server.batches).toHaveLength(1);
    expect(codesOf(second.report)).not.toContain("batches_left");
  });

  it("asks again, in a later call, what had no answer", async () => {
    const server = await serverOf({
      faults: { expires: (customId, batch) => batch === 0 && customId.startsWith("1-") },
    });
    const dir = newFolder();
    expect((await gradeIn(rowsOf(3), server, { store: { dir } })).report.graded).toBe(2);
    expect((await gradeIn(rowsOf(3), server, { store: { dir } })).report.graded).toBe(3);
    expect(server.batches.map(({ lines }) => lines.length)).toEqual([3, 1]);
  });

  it("waits no longer than it may, and a later call goes on", async () => {
    const server = await serverOf({ faults: { polls: 4 } });
    const dir = newFolder();
    const { rows, report } = await gradeIn(rowsOf(2), server, { batch: { pollMs: 10, maxWaitMs: 15 }, store: { dir } });
    expect(rows[0]?.judge_meta?.error_code).toBe("batch_pending");
    expect(codesOf(report)).toContain("batches_left");
    expect((await gradeIn(rowsOf(2), server, { store: { dir } })).report.graded).toBe(2);
    expect(server.batches).toHaveLength(1);
  });

  it("asks nothing in single calls while batches of the folder are not read", async () => {
    const server = await serverOf({ faults: { polls: 4 } });
    const store = { dir: newFolder() };
    await gradeIn(rowsOf(2), server, { batch: { pollMs: 10, maxWaitMs: 15 }, store });
    const calls = server.calls.length;
    const refusal = { option: "batch", message: expect.stringMatching(/1 batch of .*batch_test_0/) };
    await expect(gradeIn(rowsOf(2), server, { batch: false, store })).rejects.toMatchObject(refusal);
    expect(server.calls).toHaveLength(calls);
    await gradeIn(rowsOf(1), server, { store });
    await expect(gradeIn(rowsOf(2), server, { batch: false, store })).rejects.toMatchObject(refusal);
    await gradeIn(rowsOf(2), server, { store });
    const { report } = await gradeIn(rowsOf(2), server, { batch: false, store });
    expect(report).toMatchObject({ graded: 2, batch: null, store: { resumed: 2 } });
  });

  it("lets single calls ask what read batches had no answer to", async () => {
    const server = await serverOf({ faults: { expires: (customId) => customId.startsWith("1-") } });
    const store = { dir: newFolder() };
    expect((await gradeIn(rowsOf(2), server, { store })).report.graded).toBe(1);
    // The server of the test answers no single calls: the row is asked, and fails.
    const { report } = await gradeIn(rowsOf(2), server, { batch: false, store });
    expect(report).toMatchObject({ graded: 1, unjudged: { error: 1 }, batch: null });
  });

  it("submits anew what is no longer at the vendor", async () => {
    const dir = newFolder();
    const gone = await serverOf({ faults: { polls: 99 } });
    await gradeIn(rowsOf(2), gone, { batch: { pollMs: 10, maxWaitMs: 1 }, store: { dir } });
    const server = await serverOf();
    expect((await gradeIn(rowsOf(2), server, { store: { dir } })).report.graded).toBe(2);
    expect(server.batches).toHaveLength(1);
  });

  it("throws a refused key, and the error of a folder of other rows at once", async () => {
    const server = await serverOf({ faults: { failingSubmits: [401] } });
    await expect(gradeIn(rowsOf(3), server)).rejects.toMatchObject({ code: "auth_failed" });
    const dir = newFolder();
    await gradeIn(rowsOf(3), server, { store: { dir } });
    const others = rowsOf(3).map((row, index) => (index === 2 ? { ...row, final_text: "another" } : row));
    await expect(gradeIn(others, server, { store: { dir } })).rejects.toThrow("other rows");
  });

  it("takes a slow stream, and keeps no rows where none are wanted", async () => {
    const server = await serverOf();
    const dir = newFolder();
    async function* stream() {
      for (const row of rowsOf(5)) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        yield row;
      }
    }
    const { rows, report } = await grade(stream(), judgeOf(make(server.url)), {
      batch: FAST,
      store: { dir, keepRows: false },
    });
    expect(rows).toEqual([]);
    expect(report.graded).toBe(5);
    expect(server.batches).toHaveLength(1);
    expect((await readFile(join(dir, "rows.jsonl"), "utf8")).trim().split("\n")).toHaveLength(5);
  });

  it("judges hostile rows beside others", async () => {
    const server = await serverOf();
    const hostile = [
      null,
      { scenario_id: "a", final_text: "\ud800 reply 2." },
      { scenario_id: "b", final_text: Number.NaN, steps: "none" },
      JSON.parse('{"scenario_id":"c","__proto__":{"x":1},"final_text":"reply 4."}'),
    ] as Row[];
    const { report } = await gradeIn([...hostile, ...rowsOf(2)], server);
    expect(report).toMatchObject({ rows: 5, skipped: 1 });
    expect(report.graded).toBeGreaterThanOrEqual(4);
  });
});

describe("what only OpenAI says", () => {
  const make = VENDORS[0]?.make as (url: string) => Backend;

  it("sends fewer batches at a time where too much is waiting", async () => {
    const server = await serverOf({
      faults: { polls: 2, refuses: (_, open) => (open >= 2 ? "token_limit_exceeded" : undefined) },
    });
    const { report } = await grade(rowsOf(10), judgeOf(make(server.url)), { batch: { ...FAST, requestsPerBatch: 2 } });
    expect(report.graded).toBe(10);
  });

  it("tells why a batch was refused", async () => {
    const server = await serverOf({ faults: { refuses: () => "model_not_found" } });
    const { rows, report } = await grade(rowsOf(2), judgeOf(make(server.url)), { batch: FAST });
    expect(rows[0]?.judge_meta?.error).toContain("model_not_found");
    expect(report).toMatchObject({ graded: 0, spend: { calls: 0 } });
  });
});

describe("the option", () => {
  it.each([
    ["a verifier", () => verify.ExactMatch(), "asks no model"],
    ["a judge inside another", () => verify.All([judgeOf(OpenAI("gpt-4.1-mini"))]), "asks no model"],
    ["a server without batches", () => judgeOf(Endpoint("m", { url: "http://127.0.0.1:1/v1" })), "has none"],
  ])("is refused for %s, with the fix", async (_, judge, words) => {
    const grading = grade(rowsOf(1), judge(), { batch: true });
    await expect(grading).rejects.toThrow(words);
    await expect(grading).rejects.toMatchObject({ option: "batch", fix: expect.stringContaining("OpenAI(") });
  });

  it.each([
    [{ pollMS: 5 }, "batch.pollMs"],
    [{ requestsPerBatch: 0 }, "batch.requestsPerBatch"],
    ["yes", "true, false or an object"],
  ])("refuses %j", async (batch, words) => {
    const grading = grade(rowsOf(1), judgeOf(OpenAI("gpt-4.1-mini")), { batch: batch as never });
    await expect(grading).rejects.toThrow(words);
  });

  it("false asks one call at a time, of any judge", async () => {
    const { report } = await grade(rowsOf(1), () => 1, { batch: false });
    expect(report).toMatchObject({ graded: 1, batch: null });
  });
});
