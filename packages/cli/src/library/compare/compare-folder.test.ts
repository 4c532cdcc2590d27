import { captureSettings } from "@whileai/core/settings";
import { expect, test } from "vitest";
import { OpenAI, ScriptedBackend } from "../../index.js";
import { compareFolder, storeOf } from "./compare-folder.js";
import type { CompareOptions, CompareSide } from "./compare-options.js";

const model = OpenAI("gpt-4.1-mini", { apiKey: "sk-none" });
const folderOf = (options: Partial<CompareOptions>, sides: CompareSide[] = [{ agent: model }, { agent: model }]) =>
  compareFolder({ before: {}, after: {}, ...options }, sides, undefined, captureSettings());

test("models are kept in a folder named by what decides the rows; functions and scripts nowhere", () => {
  const folder = folderOf({ runs: 2 });
  expect(folder).toMatch(/^\.whileai[\\/]runs[\\/]compare-[0-9a-f]{16}$/);
  expect(folderOf({ runs: 2, limits: { concurrency: 1 }, onProgress: () => {} })).toBe(folder);
  expect(folderOf({ runs: 3 })).not.toBe(folder);
  expect(folderOf({ runs: 2 }, [{ agent: model, systemPrompt: "x" }, { agent: model }])).not.toBe(folder);
  expect(folderOf({}, [{ agent: () => "x" }, { agent: ScriptedBackend([]) }])).toBeUndefined();
  expect(folderOf({ store: { dir: "own" } })).toBe("own");
  expect(folderOf({ store: { dir: false } })).toBeUndefined();
});

test("each part has its folder and its cassette, so that no side is given the answers of the other", () => {
  const options = { before: {}, after: {}, store: { cassette: "calls.jsonl", redact: true } };
  expect(storeOf(options, "run", "before")).toEqual({
    dir: expect.stringMatching(/^run[\\/]before$/),
    cassette: "calls.before.jsonl",
    redact: true,
  });
  const named = { ...options, store: { cassette: { path: "calls.jsonl", mode: "replay" as const } } };
  expect(storeOf(named, undefined, "after")).toEqual({
    dir: false,
    cassette: { path: "calls.after.jsonl", mode: "replay" },
  });
});
