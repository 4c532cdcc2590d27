import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptedBackend } from "@whileai/core/backends";
import { configure, resetSettings } from "@whileai/core/settings";
import { Judge, type JudgeLike, verify } from "@whileai/judges";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asksModel, gradeFolder } from "./grade-folder.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-grade-folder-"));
  for (const name of ["a", "same", "b"])
    await writeFile(join(folder, `${name}.jsonl`), name === "b" ? '{"scenario_id": 2}' : '{"scenario_id": 1}');
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => resetSettings());

const spec = "ollama:llama3";
const folderOf = (judge: JudgeLike | undefined, name = "a", options = {}) =>
  gradeFolder(join(folder, `${name}.jsonl`), judge, options);

test("the same rows, judge and options have the same folder, whatever the file is called", async () => {
  const judge = () => Judge({ rubric: "Be honest.", model: spec });
  const first = await folderOf(judge());
  expect(first).toMatch(/^\.whileai[\\/]runs[\\/]grade-[0-9a-f]{16}$/);
  expect(await folderOf(judge(), "same")).toBe(first);
});

test("anything that decides the verdicts gives another", async () => {
  configure({ judge: ScriptedBackend([], { model: "one" }) });
  const before = [await folderOf(undefined), await folderOf(Judge({ rubric: "Be honest." }))];
  configure({ judge: ScriptedBackend([], { model: "two" }) });
  const folders = [
    ...before,
    await folderOf(undefined),
    await folderOf(Judge({ rubric: "Be honest." })),
    await folderOf(Judge({ rubric: "Be brief." })),
    await folderOf(Judge({ rubric: "Be brief.", model: spec })),
    await folderOf(spec),
    await folderOf(ScriptedBackend([], { model: "one" })),
    await folderOf(spec, "b"),
    await folderOf(spec, "a", { name: "other" }),
  ];
  expect(new Set(folders).size).toBe(folders.length);
});

test.each<[string, JudgeLike | undefined, boolean]>([
  ["the configured judge", undefined, true],
  ["a spec", spec, true],
  ["a backend", ScriptedBackend([]), true],
  ["a rubric judge", Judge({ rubric: "x" }), true],
  ["a verifier", verify.Numeric(), false],
  ["a function", () => 1, false],
])("%s asks a model: %s", (_, judge, expected) => {
  expect(asksModel(judge)).toBe(expected);
});
