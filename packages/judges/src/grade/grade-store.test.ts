import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JudgeObject, OptionError, type Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { attributeFailures } from "../blame/attribute-failures.js";
import { Judge } from "../judge/judge.js";
import { grade } from "./grade.js";
import type { GradeOptions } from "./grade-options.js";

let folder: string;
let folders = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-graded-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const newFolder = (): string => join(folder, `run-${++folders}`);

const rowsOf = (...replies: string[]): Row[] =>
  replies.map((final_text, index) => ({ scenario_id: `t${index}`, final_text }));
const byReply = (row: Readonly<Row>) => ({
  reward: Number(row.final_text === "yes"),
  reason: `read ${row.final_text}`,
});
const judgeOf = (judge: JudgeObject["judge"] = byReply, version = "1"): JudgeObject => ({
  name: "mine",
  version,
  judge,
});
const onDisk = async (dir: string): Promise<Row[]> =>
  (await readFile(join(dir, "rows.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
const codes = (report: { notes: readonly { code: string }[] }): string[] => report.notes.map(({ code }) => code);

describe("a grading with a store", () => {
  it("is in its folder, in the order of the input, with its report", async () => {
    const dir = newFolder();
    const judge = async (row: Readonly<Row>) => {
      await new Promise((resolve) => setTimeout(resolve, row.final_text === "yes" ? 10 : 1));
      return byReply(row);
    };
    const { rows, report } = await grade(rowsOf("yes", "no", "no", "yes"), judgeOf(judge), { store: { dir } });
    expect(await onDisk(dir)).toEqual(rows);
    expect(rows.map((row) => [row.reward, row.lineage.scoring_row])).toEqual([
      [1, 0],
      [0, 1],
      [0, 2],
      [1, 3],
    ]);
    expect(rows[0]?.lineage.scoring_run_id).toBe(report.runId);
    expect(report.store).toEqual({ dir, resumed: 0 });
    expect(`${report}`).toContain(`rows in ${dir}/rows.jsonl`);
    const written = JSON.parse(await readFile(join(dir, "report.json"), "utf8"));
    expect(written).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it("goes on where it ended, asking only for what has no verdict", async () => {
    const dir = newFolder();
    let isDown = true;
    const judge = vi.fn((row: Readonly<Row>) => {
      if (isDown && row.final_text === "no") throw new Error("down");
      return byReply(row);
    });
    const first = await grade(rowsOf("yes", "no", "yes"), judgeOf(judge), { store: { dir } });
    expect(first.rows.map((row) => row.reward)).toEqual([1, null, 1]);
    expect(await onDisk(dir)).toEqual(first.rows);
    isDown = false;
    // More rows at the end are fine.
    const second = await grade(rowsOf("yes", "no", "yes", "no"), judgeOf(judge), { store: { dir } });
    expect(judge).toHaveBeenCalledTimes(5);
    expect(second.rows.map((row) => row.reward)).toEqual([1, 0, 1, 0]);
    expect(second.report).toMatchObject({ store: { resumed: 2 }, graded: 4 });
    expect(codes(second.report)).toEqual(["run_resumed", "lines_rejected"]);
    expect(await onDisk(dir)).toEqual(second.rows);
    const third = await grade(rowsOf("yes", "no", "yes", "no"), judgeOf(judge), { store: { dir } });
    expect(judge).toHaveBeenCalledTimes(5);
    expect(third.rows).toEqual(second.rows);
  });

  it("does not keep rows that an abort or a limit left unjudged", async () => {
    const dir = newFolder();
    const backend = ScriptedBackend((_request, index) => ({
      text: `{"score": ${index % 2}}`,
      usage: { inputTokens: 90, outputTokens: 10 },
    }));
    const judge = Judge({ model: backend });
    const options: GradeOptions = { store: { dir }, limits: { concurrency: 1, maxTokens: 250 } };
    const first = await grade(rowsOf("a", "b", "c", "d"), judge, options);
    expect(first.report).toMatchObject({ graded: 2, stoppedBecause: "max_tokens" });
    expect(await onDisk(dir)).toHaveLength(2);
    const second = await grade(rowsOf("a", "b", "c", "d"), judge, { store: { dir } });
    expect(second.report).toMatchObject({ graded: 4, store: { resumed: 2 }, spend: { calls: 2 } });
    expect(backend.requests).toHaveLength(4);
    const events = await readFile(join(dir, "events.jsonl"), "utf8");
    expect(
      events
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).event),
    ).toEqual(expect.arrayContaining(["session", "row", "session", "row"]));
  });

  it("holds nothing in memory where that is asked for", async () => {
    const dir = newFolder();
    const given = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? "yes" : "no"));
    const { rows, report } = await grade(rowsOf(...given), judgeOf(), { store: { dir, keepRows: false } });
    expect(rows).toEqual([]);
    expect(report).toMatchObject({ rows: 30, passed: 10, failed: 20 });
    expect((await onDisk(dir)).map((row) => row.final_text)).toEqual(given);
  });

  it("keeps verdicts that `resume` keeps, in the folder too", async () => {
    const dir = newFolder();
    const graded = await grade(rowsOf("yes", "no"), judgeOf());
    const judge = vi.fn(byReply);
    const { rows, report } = await grade(graded.rows, judgeOf(judge), { resume: true, store: { dir } });
    expect(judge).not.toHaveBeenCalled();
    expect(report.kept).toBe(2);
    expect(rows[1]?.lineage).toEqual({ ...graded.rows[1]?.lineage, scoring_row: 1 });
    expect(await onDisk(dir)).toEqual(rows);
    expect((await grade(rows, judgeOf(judge))).rows[0]?.lineage).not.toHaveProperty("scoring_row");
  });

  it("knows rows again that carry verdicts by now, on their steps too", async () => {
    const dir = newFolder();
    const judge = vi.fn((row: Readonly<Row>) => ({ ...byReply(row), step_rewards: row.steps?.map(() => 0.5) }));
    const given = rowsOf("yes", "no").map((row) => ({ ...row, steps: [{ text: "hm" }, 5 as never] }));
    const first = await grade(given, judgeOf(judge), { store: { dir } });
    expect(first.report.withStepRewards).toBe(2);
    const again = await grade(first.rows, judgeOf(judge), { store: { dir } });
    expect(judge).toHaveBeenCalledTimes(2);
    expect(again.rows).toEqual(first.rows);
    const odd: Row = { final_text: "yes" };
    odd.self = odd;
    await expect(grade([odd], judgeOf(judge), { store: { dir } })).rejects.toThrow("row 0 (from 0) is not the one");
    const elsewhere = await grade([odd, { final_text: "no" }], judgeOf(), { store: { dir: newFolder() } });
    expect(elsewhere.rows.map((row) => row.reward)).toEqual([1, 0]);
    expect(codes(elsewhere.report)).toContain("rows_unwritten");
  });

  it("knows rows again whose failures were laid to somebody since", async () => {
    const dir = newFolder();
    const first = await grade(rowsOf("yes", "no"), judgeOf(), { store: { dir } });
    const blamed = attributeFailures<Row>(first.rows, { exclude: ["agent"] }).rows;
    expect(blamed[1]?.reward).toBeNull();
    const again = await grade(blamed, judgeOf(), { store: { dir } });
    expect(again.report.store?.resumed).toBe(2);
    expect(again.rows).toEqual(first.rows);
  });

  it("knows rows again whose steps had rewards before the judge wrote its own", async () => {
    const dir = newFolder();
    const judge = judgeOf((row) => ({ ...byReply(row), step_rewards: [0.5] }));
    const given = rowsOf("yes", "no").map((row) => ({ ...row, steps: [{ tool: "t", result: 1, reward: 0.25 }] }));
    const first = await grade(given, judge, { store: { dir } });
    const again = await grade(given, judge, { store: { dir } });
    expect(again.report.store?.resumed).toBe(2);
    expect(again.rows).toEqual(first.rows);
    const others = given.map((row) => ({ ...row, steps: [{ tool: "u", result: 1, reward: 0.25 }] }));
    await expect(grade(others, judge, { store: { dir } })).rejects.toThrow("holds a grading of other rows");
  });

  it("refuses a folder of another judge, of other rows, of something else, and one that must be new", async () => {
    const dir = newFolder();
    await grade(rowsOf("yes", "no"), judgeOf(), { store: { dir } });
    const again = (judge: JudgeObject, rows = rowsOf("yes", "no"), options: GradeOptions = {}) =>
      grade(rows, judge, { store: { dir }, ...options });
    await expect(again(judgeOf(byReply, "2"))).rejects.toThrow('another version ("1" there, "2" here)');
    await expect(again(judgeOf(), undefined, { scale: [0, 1] })).rejects.toThrow(
      "another scale (null there, [0,1] here)",
    );
    await expect(again(judgeOf(), rowsOf("yes", "other"))).rejects.toThrow("row 1 (from 0) is not the one");
    await expect(again(judgeOf(), undefined, { store: { dir, resume: false } })).rejects.toThrow(OptionError);
    await expect(again(judgeOf(), undefined, { store: { dir: "" } })).rejects.toThrow("store.dir");
    const other = newFolder();
    await grade([], judgeOf(), { store: { dir: other } });
    await writeFile(join(other, "manifest.json"), '{"schema":"whileai-run/1","options_hash":"x"}');
    await expect(grade([], judgeOf(), { store: { dir: other } })).rejects.toThrow("a run that is no grading");
    expect((await again(judgeOf())).report.store?.resumed).toBe(2);
  });

  it("knows a judge without a version by its text, and says so", async () => {
    const dir = newFolder();
    const { report } = await grade(rowsOf("yes"), (row) => Number(row.final_text === "yes"), { store: { dir } });
    expect(codes(report)).toEqual(["judge_unversioned"]);
    await expect(grade(rowsOf("yes"), (row) => Number(row.final_text === "no"), { store: { dir } })).rejects.toThrow(
      "another text",
    );
  });

  it("leaves out rows that JSON cannot hold, and says so", async () => {
    const dir = newFolder();
    const { rows, report } = await grade([{ final_text: "yes", odd: Number.NaN }, { final_text: "no" }], judgeOf(), {
      store: { dir },
    });
    expect(rows.map((row) => row.reward)).toEqual([1, 0]);
    expect(await onDisk(dir)).toHaveLength(1);
    expect(codes(report)).toContain("rows_unwritten");
  });

  it("takes no line for a verdict that is none", async () => {
    const dir = newFolder();
    const { rows } = await grade(rowsOf("yes", "no"), judgeOf(), { store: { dir } });
    await appendFile(join(dir, "rows.jsonl"), `${JSON.stringify({ ...rows[0], lineage: null })}\n[1]\n{"to`);
    const again = await grade(rowsOf("yes", "no"), judgeOf(), { store: { dir } });
    expect(again.rows).toEqual(rows);
    expect(again.report.notes).toContainEqual(
      expect.objectContaining({ code: "lines_rejected", message: expect.stringContaining("2 lines") }),
    );
  });

  it("keeps what landed when the source breaks, or the key is refused later", async () => {
    const dir = newFolder();
    const broken = async function* (): AsyncGenerator<Row> {
      yield* rowsOf("yes", "no");
      throw new Error("line 3 is no JSON");
    };
    expect(codes((await grade(broken(), judgeOf(), { store: { dir } })).report)).toContain("rows_ended_early");
    expect(await onDisk(dir)).toHaveLength(2);
  });

  it("gives the same rows, and the same file, whatever the concurrency and wherever it was ended", async () => {
    const replies = Array.from({ length: 12 }, (_, index) => ["yes", "no", "half"][index % 3] as string);
    const judge = async (row: Readonly<Row>) => {
      await new Promise((resolve) => setTimeout(resolve, Number(String(row.scenario_id).slice(1)) % 4));
      return row.final_text === "half" ? { reward: 0.5, reason: "half" } : byReply(row);
    };
    const whole = newFolder();
    const alone = await grade(rowsOf(...replies), judgeOf(judge), {
      store: { dir: whole },
      limits: { concurrency: 1 },
    });
    const file = await readFile(join(whole, "rows.jsonl"), "utf8");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 3 }),
        fc.integer({ min: 1, max: 6 }),
        async (ends, concurrency) => {
          const dir = newFolder();
          for (const end of ends) {
            const caller = new AbortController();
            await grade(rowsOf(...replies), judgeOf(judge), {
              store: { dir },
              signal: caller.signal,
              limits: { concurrency },
              onProgress: ({ done }) => done > end && caller.abort(),
            });
          }
          const { rows } = await grade(rowsOf(...replies), judgeOf(judge), { store: { dir }, limits: { concurrency } });
          expect(rows).toEqual(alone.rows);
          expect(await readFile(join(dir, "rows.jsonl"), "utf8")).toBe(file);
        },
      ),
      { numRuns: 15 },
    );
  });
});
