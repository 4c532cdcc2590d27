import { ScriptedBackend } from "@whileai/core/backends";
import { expect, it } from "vitest";
import { Judge } from "./judge.js";
import { payloadCharsFor } from "./payload-chars.js";

const backend = (contextTokens?: number) => ({ ...ScriptedBackend([]), contextTokens });

it.each([
  [undefined, 8000],
  [Number.NaN, 8000],
  [512, 1000],
  [4096, (4096 - 500 - 120) * 2 - 1000],
  [1_000_000, 64_000],
])("shows %s tokens of context %s characters", (context, chars) => {
  expect(payloadCharsFor(backend(context), 1000, 120)).toBe(chars);
});

it("shares a context between two records", () => {
  expect(payloadCharsFor(backend(8192), 1000, 120, 2)).toBe(((8192 - 500 - 120) * 2 - 1000) / 2);
  expect(payloadCharsFor(backend(), 1000, 120, 2)).toBe(8000);
});

it("lets a judge show a long reply whole to a model that reads it", () => {
  const row = { prompt: "p", final_text: "x".repeat(7000) };
  const shown = (contextTokens?: number, options = {}) => {
    const judge = Judge({ model: backend(contextTokens), ...options }).bind(undefined as never);
    return String(judge.ask(row)[0]?.messages[1]?.content).includes(row.final_text);
  };
  expect([shown(), shown(32_000), shown(undefined, { payloadChars: 40_000 })]).toEqual([false, true, true]);
});
