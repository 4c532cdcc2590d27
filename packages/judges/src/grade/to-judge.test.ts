import { JudgeError, SettingsError, SpecError } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { configure, resetSettings } from "@whileai/core/settings";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Judge } from "../judge/judge.js";
import { Typesafe } from "../typesafe/typesafe.js";
import { verify } from "../verify/verify.js";
import { toJudge } from "./to-judge.js";

beforeEach(() => vi.stubEnv("WHILEAI_JUDGE", undefined));
afterEach(() => {
  resetSettings();
  vi.unstubAllEnvs();
});

describe("toJudge", () => {
  const backend = ScriptedBackend([], { model: "m" });

  it.each([
    ["an arrow without a name", () => toJudge(() => 1), "lambda_judge", undefined],
    [
      "an async function",
      () =>
        toJudge(async function fair() {
          return 1;
        }),
      "fair",
      undefined,
    ],
    ["a verifier", () => toJudge(verify.ExactMatch()), "ExactMatch", "rule"],
    ["a judge object", () => toJudge({ name: "mine", kind: "human", judge: () => 1 }), "mine", "human"],
    [
      "an instance without a name",
      () =>
        toJudge(
          new (class {
            judge() {
              return 1;
            }
          })() as never,
        ),
      "judge",
      undefined,
    ],
    ["a rubric judge", () => toJudge(Judge({ model: backend, rubric: "x" })), "judge:m", "llm"],
    ["a backend", () => toJudge(backend), "judge:m:conduct-floor", "llm"],
    ["a spec string", () => toJudge("ollama:llama3"), "judge:llama3:conduct-floor", "llm"],
    ["a service that judges only", () => toJudge("typesafe:jev-latest"), "judge:jev-latest:conduct-floor", "llm"],
    ["the same as an object", () => toJudge(Typesafe()), "judge:jev-latest:conduct-floor", "llm"],
    [
      "a server's spec",
      () => toJudge("vllm:Qwen/Qwen3-4B@http://127.0.0.1:1/v1"),
      "judge:Qwen/Qwen3-4B:conduct-floor",
      "llm",
    ],
  ])("makes a judge from %s", (_name, make, name, kind) => {
    const judge = make();
    expect([judge.name, judge.kind]).toEqual([name, kind]);
  });

  it("takes the role's model when nothing is given", () => {
    configure({ judge: backend });
    expect(toJudge().name).toBe("judge:m:conduct-floor");
    expect(toJudge(null).name).toBe("judge:m:conduct-floor");
  });

  it.each<[unknown, new (...args: never[]) => Error, string]>([
    [undefined, SettingsError, "No model is set for the judge"],
    ["openai/gpt-4.1-mini", SpecError, "openai:gpt-4.1-mini"],
    ["just words", SpecError, "no provider"],
    [5, JudgeError, "this number"],
    [[() => 1], JudgeError, "an array"],
    [{}, JudgeError, "this object"],
    [verify.ExactMatch, JudgeError, "Call it: verify.ExactMatch"],
  ])("refuses %j", (value, type, message) => {
    expect(() => toJudge(value as never)).toThrow(type);
    expect(() => toJudge(value as never)).toThrow(message);
  });
});
