import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOne } from "@whileai/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CodeExec } from "../../verify/code-exec.js";
import { quickjsRunner } from "./quickjs-runner.js";

const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-quickjs-"));
  const wasm = join(folder, "node_modules/@jitl/quickjs-wasmfile-release-sync");
  await mkdir(wasm, { recursive: true });
  await writeFile(join(wasm, "package.json"), '{"exports": {"./wasm": "./a.wasm"}}');
  await writeFile(join(wasm, "a.wasm"), EMPTY_MODULE);
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ["throws", "throw new Error('no engine')", "no engine"],
  ["throws later", "setTimeout(() => { throw new Error('no engine') }); await new Promise(() => {})", "no engine"],
  ["ends the thread", "process.exit(0)", "the thread ended"],
])("a library that %s is no failure of the candidate", async (how, library, why) => {
  const path = join(folder, `${how.replaceAll(" ", "-")}.mjs`);
  await writeFile(path, library);
  const judge = CodeExec({
    language: "javascript",
    tests: "assert.equal(add(1, 2), 3);",
    runner: quickjsRunner(path),
  });
  const verdict = await runOne({ final_text: "const add = (a, b) => a + b;" }, judge);
  expect(verdict).toMatchObject({ reward: null, judge_status: "error" });
  expect(verdict.judge_meta.error).toMatch(new RegExp(`QuickJS could not be started: .*${why}`));
});
