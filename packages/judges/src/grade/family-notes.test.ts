import type { JudgeObject } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { expect, it } from "vitest";
import { Judge } from "../judge/judge.js";
import { familyNotes } from "./family-notes.js";

const llm = (model: string): JudgeObject => ({ name: "j", kind: "llm", model, judge: () => 1 });

it.each<[string, string[], string | undefined]>([
  ["gpt-4.1-mini", ["gpt-4.1-mini"], "self_judged"],
  ["gpt-4.1-mini", ["openai:gpt-4.1-mini-2025-04-14"], "self_judged"],
  ["Qwen/Qwen3-8B", ["vllm:qwen3-8b@http://127.0.0.1:8000/v1"], "self_judged"],
  ["claude-haiku-4-5", ["claude-haiku-4-5-20251001"], "self_judged"],
  ["llama3:latest", ["llama3"], "self_judged"],
  ["Qwen/Qwen3-8B", ["Qwen/Qwen3-14B"], "same_family"],
  ["QwQ-32B", ["my-policy", "Qwen3-4B"], "same_family"],
  ["o3-mini", ["gpt-4.1"], "same_family"],
  ["claude-haiku-4-5", ["gpt-4.1-mini"], undefined],
  ["claude-haiku-4-5", ["gpt-4.1-mini", "my-policy"], "family_unknown"],
  ["jev-latest", ["gpt-4.1-mini"], "family_unknown"],
  ["claude-haiku-4-5", [], undefined],
])("%s over %j", (model, agents, code) => {
  expect(familyNotes(agents, llm(model)).map((note) => note.code)).toEqual(code === undefined ? [] : [code]);
});

it("names only the models whose family is not known", () => {
  const [note] = familyNotes(["gpt-4.1-mini", "my-policy"], llm("claude-haiku-4-5"));
  expect(note?.message).toContain("(my-policy)");
});

it("believes a backend that says its family", () => {
  const backend = { ...ScriptedBackend([], { model: "house-judge" }), family: "qwen" };
  expect(familyNotes(["Qwen3-4B"], Judge({ model: backend }))[0]?.code).toBe("same_family");
});

it("has nothing to say about rules and people", () => {
  for (const kind of ["rule", "human"] as const) expect(familyNotes(["m"], { ...llm("m"), kind })).toEqual([]);
});
