import { describe, expect, it } from "vitest";
import { SpecError } from "../errors/spec-error.js";
import { parseSpec } from "./parse-spec.js";
import { toBackend } from "./to-backend.js";
import { TypesafeBackend } from "./typesafe/typesafe-backend.js";

describe("parseSpec", () => {
  it.each([
    ["openai:gpt-4.1-mini", { provider: "openai", model: "gpt-4.1-mini" }],
    [" anthropic:claude-haiku-4-5 ", { provider: "anthropic", model: "claude-haiku-4-5" }],
    ["ollama:llama3.1:8b", { provider: "ollama", model: "llama3.1:8b" }],
    ["typesafe:jev-latest", { provider: "typesafe", model: "jev-latest" }],
    ["openai:org/model", { provider: "openai", model: "org/model" }],
    [
      "vllm:Qwen/Qwen3-4B@http://localhost:8000/v1/",
      { provider: "vllm", model: "Qwen/Qwen3-4B", url: "http://localhost:8000/v1" },
    ],
    [
      "vllm:acme/m@rev@2@https://h.example/v1",
      { provider: "vllm", model: "acme/m@rev@2", url: "https://h.example/v1" },
    ],
    ["vllm:m@HTTPS://H.example:443/V1/", { provider: "vllm", model: "m", url: "https://h.example/V1" }],
  ])("reads %s", (text, expected) => {
    expect(parseSpec(text)).toEqual(expected);
  });

  it.each([
    ["", '"openai:<model>"'],
    ["  ", '"openai:<model>"'],
    ["http://localhost:8000/v1", '"vllm:<model>@http://localhost:8000/v1"'],
    ["https://user:hunter2@h.example/v1", '"vllm:<model>@http://localhost:8000/v1"'],
    ["openai/gpt-4.1-mini", '"openai:gpt-4.1-mini"'],
    ["openai/gpt-4.1-mini", '"vllm:openai/gpt-4.1-mini@http'],
    ["Qwen/Qwen3-4B", '"vllm:Qwen/Qwen3-4B@http'],
    ["gpt-4.1-mini", '"openai:gpt-4.1-mini"'],
    ["claude-haiku-4-5", '"anthropic:claude-haiku-4-5"'],
    ["openai", '"openai:<model>"'],
    ["opanai:gpt-4.1", '"openai:gpt-4.1"'],
    ["vlm:m@http://h/v1", '"vllm:m@http://h/v1"'],
    ["fireworks:m", '"vllm:<model>@<url>"'],
    ["llama3.1:8b", '"ollama:llama3.1:8b"'],
    ["openai:", '"openai:<model>"'],
    ["vllm:m", '"vllm:m@http://localhost:8000/v1"'],
    ["vllm:m@host:8000", '"vllm:m@http://localhost:8000/v1"'],
    ["vllm:@http://h/v1", '"vllm:<model>@http://localhost:8000/v1"'],
    ["vllm:m@http://", '"vllm:m@http://localhost:8000/v1"'],
    ["vllm:m@http://user:hunter2@h/v1", '"vllm:m@http://localhost:8000/v1"'],
    ["vllm:m@https://h/v1?key=hunter2", '"vllm:m@http://localhost:8000/v1"'],
    ["vllm:m@user:hunter2@h/v1", '"vllm:'],
    ["vllm:m@HTTP://user:hunter2@h/v1", '"vllm:m@http://localhost:8000/v1"'],
    ["vlm:m@https://user:hunter2@h/v1", '"vllm:<model>@<url>"'],
    ["acme/m@user:hunter2@h", '"vllm:<model>@<url>"'],
    ["sk-hunter2", '"vllm:<model>@<url>"'],
    ["Typesafe:v1", '"typesafe:v1"'],
    ["typesafe:", '"typesafe:<model>"'],
    ["openai:m@http://h/v1", '"vllm:m@http://h/v1"'],
    ["ollama:m@HTTPS://h", '"ollama:m"'],
    ["anthropic:@http://h", '"anthropic:<model>"'],
    ["openai:m@http://user:hunter2@h/v1", '"vllm:<model>@http://localhost:8000/v1"'],
  ])("refuses %j and shows %s", (text, shown) => {
    let error: unknown;
    try {
      parseSpec(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SpecError);
    expect((error as SpecError).fix).toContain(shown);
    expect(String(error)).not.toContain("hunter2");
  });
});

describe("toBackend", () => {
  it.each([
    ["openai:m", "OpenAI(model='m', key=OPENAI_API_KEY)"],
    ["anthropic:m", "Anthropic(model='m', key=ANTHROPIC_API_KEY)"],
    ["ollama:m", "Ollama(model='m', key=none needed)"],
    ["vllm:m@http://h/v1", "Endpoint(model='m', url='http://h/v1', key=none needed)"],
  ])("makes %s", (spec, label) => {
    const backend = toBackend(spec);
    expect(`${backend}`).toBe(label);
    expect(backend.spec).toBe(spec);
    expect(toBackend(backend)).toBe(backend);
  });

  it("stands for a service that judges only, and refuses to chat with it", async () => {
    const backend = toBackend("typesafe:jev-latest");
    expect(backend).toMatchObject({ provider: "typesafe", model: "jev-latest", judgeOnly: true });
    expect(`${backend}`).toBe("Typesafe(model='jev-latest', key=TYPESAFE_API_KEY)");
    const chat = { messages: [{ role: "user", content: "hi" }] } as const;
    await expect(TypesafeBackend("jev-latest", { apiKey: "k" }).complete(chat)).rejects.toThrow(
      'grade(rows, "typesafe:jev-latest")',
    );
  });

  it.each([null, 3, {}])("refuses %j", (value) => {
    expect(() => toBackend(value as never)).toThrow(SpecError);
  });
});
