import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BatchServer, startBatchServer } from "@whileai/test-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProcess } from "../__fixtures__/run-process.js";

const PROGRAM = new URL("../__fixtures__/batched-run.ts", import.meta.url);
const ROWS = 40;
const VERDICT = '{"reason":"fine","score":1}';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-batch-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every question that was handed in, in all batches: a question has its own name, whatever its batch is called. */
const questions = (server: BatchServer): string[] =>
  server.batches.flatMap(({ lines }) => lines.map(({ customId }) => customId.split("-").slice(0, 3).join("-")));

describe.each(["openai", "anthropic"])("a process that grades in batches of %s", (vendor) => {
  it("is killed at three moments, and hands nothing in twice", async () => {
    const dir = join(folder, vendor);
    const answer = ({ body }: { body: unknown }) => (JSON.stringify(body).includes("reply 7") ? "hm" : VERDICT);
    // The second batch is made, and the process dies before it hears of it.
    const server = await startBatchServer({ answer, faults: { polls: 8, hangs: (submit) => submit === 1 } });
    const run = (isEnough?: () => boolean) =>
      runProcess(PROGRAM, [dir, server.url, vendor, String(ROWS)], isEnough && (() => isEnough()));
    try {
      expect(await run(() => server.batches.length === 2)).toMatchObject({ signal: "SIGKILL", errors: "" });
      expect((await run(() => server.batches.length === 3)).signal).toBe("SIGKILL");
      const results = () => server.calls.filter((call) => /results|content/.test(call)).length;
      expect((await run(() => results() >= 2)).signal).toBe("SIGKILL");
      const { code, output, errors } = await run();
      expect(errors).toBe("");
      expect(code).toBe(0);
      const report = JSON.parse(output.slice(output.indexOf("{")));
      expect(report).toMatchObject({ rows: ROWS, graded: ROWS - 1, unjudged: { invalid_result: 1 } });
      // 40 rows, and the one question that was repeated because its answer could not be read.
      expect(questions(server)).toHaveLength(ROWS + 1);
      expect(new Set(questions(server)).size).toBe(ROWS + 1);
      const lines = (await readFile(join(dir, "rows.jsonl"), "utf8")).trim().split("\n");
      expect(lines.map((line) => JSON.parse(line).scenario_id)).toEqual(
        Array.from({ length: ROWS }, (_, index) => `t${index}`),
      );
    } finally {
      await server.close();
    }
  });
});
