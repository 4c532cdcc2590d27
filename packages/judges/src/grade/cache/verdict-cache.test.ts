import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JudgeObject, Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Judge } from "../../judge/judge.js";
import { grade } from "../grade.js";
import { fileVerdictCache } from "./file-verdict-cache.js";
import { memoryVerdictCache } from "./memory-verdict-cache.js";
import type { VerdictCache } from "./verdict-cache.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-verdicts-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const rowsOf = (...replies: string[]): Row[] =>
  replies.map((final_text, index) => ({ scenario_id: `t${index}`, final_text }));
const judgeOf = (judge: JudgeObject["judge"], version = "1"): JudgeObject => ({ name: "mine", version, judge });
const codes = (report: { notes: readonly { code: string }[] }): string[] => report.notes.map(({ code }) => code);

describe("a verdict cache", () => {
  it.each<[string, () => VerdictCache]>([
    ["in memory", () => memoryVerdictCache()],
    ["on disk", () => fileVerdictCache(join(folder, "kept"))],
  ])("%s answers for rows that look the same to the judge", async (_name, make) => {
    const cache = make();
    const judge = vi.fn((row: Readonly<Row>) => ({
      reward: row.final_text === "yes" ? 0.5 : 0,
      reason: "read",
      seen: 1,
    }));
    const first = await grade(rowsOf("yes", "no"), judgeOf(judge), { cache });
    expect(first.report.cached).toBe(0);
    const second = await grade(rowsOf("yes", "no"), judgeOf(judge), { cache });
    expect(judge).toHaveBeenCalledTimes(2);
    expect(second.rows).toEqual(first.rows);
    expect(second.report).toMatchObject({ cached: 2, secondsPerRow: null });
    expect(codes(second.report)).toContain("verdicts_cached");
    // Earlier verdicts on a row are nothing that a judge is shown.
    expect((await grade(first.rows, judgeOf(judge), { cache })).report.cached).toBe(2);
    expect((await grade(rowsOf("yes"), judgeOf(judge, "2"), { cache })).report.cached).toBe(0);
    expect((await grade(rowsOf("yes"), judgeOf(judge), { cache, scale: [0, 2] })).report.cached).toBe(0);
    expect((await grade(rowsOf("maybe"), judgeOf(judge), { cache })).report.cached).toBe(0);
  });

  it("goes by every field that a judge of one's own may look at, private by name or not", async () => {
    const cache = memoryVerdictCache();
    const judge = judgeOf((row) => row.final_text === row._gold);
    const graded = async (_gold: string) => (await grade([{ final_text: "x", _gold }], judge, { cache })).rows[0];
    expect([(await graded("x"))?.reward, (await graded("y"))?.reward]).toEqual([1, 0]);
  });

  it("goes by what a model would be asked", async () => {
    const backend = ScriptedBackend(() => ({ text: '{"score": 1}', usage: { inputTokens: 9, outputTokens: 1 } }));
    const cache = memoryVerdictCache();
    const judge = Judge({ model: backend, rubric: "Is it good?" });
    await grade([{ final_text: "x", note: 1 }], judge, { cache });
    const { report } = await grade([{ final_text: "x", note: 2, lineage: { seed: 1 } }], judge, { cache });
    expect(report).toMatchObject({ cached: 1, spend: null });
    await grade([{ final_text: "y" }], judge, { cache });
    expect(backend.requests).toHaveLength(2);
    await grade([{ final_text: "x" }], Judge({ model: backend, rubric: "Is it kind?" }), { cache });
    expect(backend.requests).toHaveLength(3);
  });

  it("keeps no row without a verdict", async () => {
    const cache = memoryVerdictCache();
    const judge = vi.fn(() => ({ reward: null }));
    for (let time = 0; time < 2; time++) await grade(rowsOf("x"), judgeOf(judge), { cache });
    expect(judge).toHaveBeenCalledTimes(2);
    expect(cache.size).toBe(0);
  });

  it.each<[string, VerdictCache, string]>([
    [
      "throws",
      {
        get: () => {
          throw new Error("no line");
        },
        set: () => undefined,
      },
      "no line",
    ],
    ["rejects on writing", { get: async () => null, set: () => Promise.reject(new Error("disk full")) }, "disk full"],
    ["gives junk", { get: () => ({ reward: 5 }) as never, set: () => undefined }, "no verdict"],
    ["gives text", { get: () => "1" as never, set: () => undefined }, "no verdict"],
    ["gives no reason", { get: () => ({ reward: 1 }) as never, set: () => undefined }, "no verdict"],
    ["gives no meta", { get: () => ({ reward: 1, reason: "" }) as never, set: () => undefined }, "no verdict"],
  ])("that %s costs no verdict and is told once", async (_name, cache, message) => {
    const { rows, report } = await grade(
      rowsOf("a", "b"),
      judgeOf((row) => Number(row.final_text === "a")),
      { cache },
    );
    expect(rows.map((row) => row.reward)).toEqual([1, 0]);
    expect(report.cached).toBe(0);
    expect(report.notes.filter(({ code }) => code === "cache_failed")).toMatchObject([
      { message: expect.stringContaining(message) },
    ]);
  });

  it("that never answers does not outlive an abort", async () => {
    const caller = new AbortController();
    const cache: VerdictCache = { get: () => new Promise(() => {}), set: () => undefined };
    setTimeout(() => caller.abort(), 5);
    const { rows, report } = await grade(
      rowsOf("a", "b"),
      judgeOf(() => 1),
      { cache, signal: caller.signal },
    );
    expect(rows.map((row) => row.reward)).toEqual([null, null]);
    expect(codes(report)).toEqual(["nothing_graded", "aborted"]);
  });

  it("leaves a row alone that cannot be written down", async () => {
    const odd: Row = { final_text: "x" };
    odd.self = odd;
    const cache = memoryVerdictCache();
    expect(
      (
        await grade(
          [odd],
          judgeOf(() => 1),
          { cache },
        )
      ).rows[0]?.reward,
    ).toBe(1);
    expect(cache.size).toBe(0);
  });
});

describe("memoryVerdictCache", () => {
  it("lets go of what was not asked for the longest, and cannot be changed from outside", () => {
    const cache = memoryVerdictCache({ most: 2 });
    const verdict = { reward: 1, reason: "", judge_meta: { seen: [1] } };
    cache.set("a", verdict);
    cache.set("b", verdict);
    verdict.judge_meta.seen.push(2);
    expect(cache.get("a")).toEqual({ reward: 1, reason: "", judge_meta: { seen: [1] } });
    cache.set("c", verdict);
    expect([cache.get("a") !== undefined, cache.get("b"), cache.size]).toEqual([true, undefined, 2]);
    expect(() => memoryVerdictCache({ most: 0 })).toThrow("most");
  });
});

describe("fileVerdictCache", () => {
  it("takes an unreadable file for none, and names no file after anything but a hash", async () => {
    const dir = join(folder, "torn");
    const cache = fileVerdictCache(dir);
    const key = "ab".repeat(32);
    await cache.set(key, { reward: 1, reason: "", judge_meta: {} });
    expect(await readdir(join(dir, "ab"))).toEqual([`${key}.json`]);
    await writeFile(join(dir, "ab", `${key}.json`), '{"rew');
    expect(await cache.get(key)).toBeUndefined();
    await expect(cache.get("../../etc")).rejects.toThrow("sha256");
    expect(() => fileVerdictCache(" ")).toThrow("fileVerdictCache");
  });
});

describe("what a cache gives", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const throwing = {
    get field(): never {
      throw new Error("no reading");
    },
  };

  it.each([
    ["a bigint", { big: 10n }, { big: "10" }],
    ["a function and a symbol", { call: () => 1, sign: Symbol("s") }, undefined],
    ["a circle", circular, { self: "[circular]" }],
    ["NaN", { n: Number.NaN }, { n: "NaN" }],
    ["markers that are none", { markers: 3 }, undefined],
    ["rewards of no steps", { step_rewards: { length: 1e9 } }, { step_rewards: { length: 1e9 } }],
  ])("is made plain: %s", async (name, judge_meta, expected) => {
    const cache = { get: () => ({ reward: 1, reason: "kept", judge_meta }) as never, set: () => {} };
    const dir = join(folder, `plain ${name}`);
    const { rows, report } = await grade(
      rowsOf("x"),
      judgeOf(() => 0),
      { cache, store: { dir } },
    );
    expect(rows[0]).toMatchObject({ reward: 1, reason: "kept" });
    expect(rows[0]?.judge_meta).toEqual(expected);
    expect(codes(report)).not.toContain("rows_unwritten");
  });

  it.each([
    ["that throws", { judge_meta: throwing }],
    ["whose markers throw", { judge_meta: { markers: throwing } }],
    ["whose failure class is no text", { reward: 0, judge_meta: { failure_class: { toString: null } } }],
    ["with a reason without end", { reason: "x".repeat(1_000_000) }],
  ])("%s takes no row with it, and is no longer than a verdict may be", async (_name, given) => {
    const cache = { get: () => ({ reward: 1, reason: "", judge_meta: {}, ...given }) as never, set: () => {} };
    const { rows } = await grade(
      rowsOf("x", "y"),
      judgeOf(() => 1),
      { cache },
    );
    expect(rows.map(({ judge_status }) => judge_status)).toEqual(["ok", "ok"]);
    expect(JSON.stringify(rows).length).toBeLessThan(25_000);
  });

  it("is not the caller's to change afterwards", async () => {
    const cache = memoryVerdictCache();
    const judge = judgeOf(() => ({ reward: 1, list: [1] }));
    await grade(rowsOf("x"), judge, { cache });
    const { rows } = await grade(rowsOf("x"), judge, { cache });
    Object.assign(rows[0]?.judge_meta?.list as object, { 0: 99 });
    expect((await grade(rowsOf("x"), judge, { cache })).rows[0]?.judge_meta?.list).toEqual([1]);
  });
});

describe("rows that JSON cannot tell apart", () => {
  it.each([
    ["maps", new Map([[1, 2]]), new Map([[1, 3]])],
    ["NaN and null", Number.NaN, null],
    ["infinities", Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ])("%s are judged each for itself", async (_name, one, other) => {
    const cache = memoryVerdictCache();
    const judge = vi.fn(() => 1);
    await grade([{ x: one }], judgeOf(judge), { cache });
    expect((await grade([{ x: other }], judgeOf(judge), { cache })).report.cached).toBe(0);
    expect(judge).toHaveBeenCalledTimes(2);
  });
});
