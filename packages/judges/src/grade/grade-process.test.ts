import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProcess } from "./__fixtures__/run-process.js";

const HARD_ROWS = new URL("./__fixtures__/hard-rows.ts", import.meta.url);
const TYPED_RUN = new URL("./__fixtures__/typed-run.ts", import.meta.url);
const STORED_RUN = new URL("./__fixtures__/stored-run.ts", import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-grade-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a process that grades", () => {
  it("1,000 rows: 970 graded, 30 counted with their causes, whatever their verifiers do, and then ends", async () => {
    const { code, output, errors } = await runProcess(HARD_ROWS);
    expect(errors).toBe("");
    expect(code).toBe(0);
    const report = JSON.parse(output);
    expect(report).toMatchObject({
      rows: 1000,
      graded: 970,
      unjudged: { timeout: 10, error: 10, invalid_result: 10, missing_reward: 0 },
      firstError: "RangeError: cannot judge this",
    });
    expect(report.text).toContain("30 of 1000 rows have no verdict (invalid_result 10, error 10, timeout 10)");
  });

  it("loads a verifier in TypeScript as it is", async () => {
    const { output, errors } = await runProcess(TYPED_RUN);
    expect(errors).toBe("");
    expect(JSON.parse(output)).toEqual([1, 0]);
  });

  it("keeps what landed through kill -9, and ends with the rows of a run that nobody killed", async () => {
    const rows = 120;
    const alone = join(folder, "alone");
    expect((await runProcess(STORED_RUN, [alone, String(rows)])).output).toContain("whole");
    const killed = join(folder, "killed");
    const judged: string[] = [];
    for (const most of [20, 35]) {
      const isEnough = (output: string): boolean => output.split("\n").length > most;
      const { signal, output } = await runProcess(STORED_RUN, [killed, String(rows)], isEnough);
      expect(signal).toBe("SIGKILL");
      judged.push(...output.trim().split("\n"));
    }
    const { code, output } = await runProcess(STORED_RUN, [killed, String(rows)]);
    expect(code).toBe(0);
    judged.push(...output.trim().split("\n").slice(0, -1));
    expect(await readFile(join(killed, "rows.jsonl"), "utf8")).toBe(await readFile(join(alone, "rows.jsonl"), "utf8"));
    // Only what was in flight when a process was killed, or was being written, is judged again.
    expect(new Set(judged).size).toBe(rows);
    expect(judged.length).toBeLessThanOrEqual(rows + 2 * 10);
    expect(JSON.parse(await readFile(join(killed, "report.json"), "utf8"))).toMatchObject({
      kind: "grade",
      rows,
      graded: rows,
      passed: 40,
    });
  });
});
