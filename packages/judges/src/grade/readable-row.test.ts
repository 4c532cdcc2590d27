import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { Judge } from "../judge/judge.js";
import { memoryVerdictCache } from "./cache/memory-verdict-cache.js";
import { grade } from "./grade.js";
import { readableRow } from "./readable-row.js";

const throwing = <T extends object>(object: T, field: string): T =>
  Object.defineProperty(object, field, {
    enumerable: true,
    get() {
      throw new Error(`no reading of ${field}`);
    },
  });
const refusing = (trap: "get" | "ownKeys"): object =>
  new Proxy(
    { final_text: "a" },
    {
      [trap]() {
        throw new Error(`no ${trap}`);
      },
    },
  );
const hostile: readonly [string, () => unknown][] = [
  ["a field", () => throwing({ final_text: "a" }, "prompt")],
  ["a tool's name", () => ({ final_text: "a", tools: [throwing({}, "name")] })],
  ["a step's tool", () => ({ final_text: "a", steps: [throwing({}, "tool")] })],
  ["a step's status", () => ({ final_text: "a", steps: [throwing({ tool: "t", result: 1 }, "status")] })],
  ["a message's calls", () => ({ messages: [throwing({ role: "assistant" }, "tool_calls")] })],
  ["a fault's step", () => ({ faults_fired: [throwing({}, "step")], steps: [{ tool: "t", result: 1 }] })],
  ["the lineage", () => ({ lineage: throwing({}, "scoring_run_id") })],
  ["an earlier verdict", () => ({ reward: 1, judge_status: "ok", judge_meta: throwing({}, "version") })],
  ["the names of fields", () => ({ faults: refusing("ownKeys"), steps: [] })],
  ["every field of a proxy", () => refusing("get")],
  ["the names of a proxy's fields", () => refusing("ownKeys")],
];

describe("a row that throws when it is read", () => {
  const calm: Row = { final_text: "a" };
  const judge = { name: "j", version: "1", judge: () => 1 };

  it.each(hostile)("%s: an error of its own row alone, however the call is made", async (_, make) => {
    const dir = await mkdtemp(join(tmpdir(), "whileai-hostile-"));
    for (const options of [{}, { resume: true }, { cache: memoryVerdictCache() }, { store: { dir } }, { tools: [] }]) {
      const { rows, report } = await grade([calm, make() as Row, calm], judge, options);
      expect(rows.map(({ reward, judge_status }) => [reward, judge_status])).toEqual([
        [1, "ok"],
        [null, "error"],
        [1, "ok"],
      ]);
      expect(rows[1]?.judge_meta?.error).toContain("The row cannot be copied: Error: no ");
      expect(`${report}`).toContain("graded 2 of 3 rows");
      expect(() => JSON.stringify(rows)).not.toThrow();
    }
  });

  it("keeps what can be read of it", () => {
    const row = throwing({ final_text: "a", steps: [throwing({}, "tool")], ok: { x: 1 } }, "prompt");
    expect(readableRow(row as Row).kept).toEqual({ final_text: "a", ok: { x: 1 } });
  });

  it("stays what it is where it can be read but not copied", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    const row: Row = { final_text: "a", deep, promise: Promise.resolve(1) };
    expect(readableRow(row).kept).toBe(row);
  });
});

describe("what a judge is shown", () => {
  it("is never the caller's own row, in `ask` neither", async () => {
    const row: Row = { final_text: "a", steps: [{ tool: "t" }] };
    const asking = Judge({ model: ScriptedBackend(() => ({ text: '{"score": 1}' })) });
    const changing = {
      ...asking,
      ask: (shown: Row) => {
        shown.final_text = "changed";
        return [];
      },
    };
    await grade([row], changing as never, { cache: memoryVerdictCache() });
    expect(row).toEqual({ final_text: "a", steps: [{ tool: "t" }] });
  });
});
