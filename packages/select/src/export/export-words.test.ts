import type { Row } from "@whileai/core";
import { expect, test } from "vitest";
import { exportPairs } from "./export-pairs.js";
import { exportRows } from "./export-rows.js";

test("one is not spoken of as several", () => {
  const [call, question] = [
    { name: "f", arguments: {} },
    { role: "user", content: "Hi" },
  ] as const;
  const answer = (content: string, more: object = {}) => ({ role: "assistant", content, ...more });
  const odd = {
    prompt: "Hi",
    scenario_id: "a",
    reward: 0,
    finish_reason: "length",
    privileged: { reference: "the secret answer is forty-two" },
    steps: [{ text: "x", logprob: -1 }],
    messages: [
      { role: "system", content: "Own." },
      question,
      answer("", { prefix: true }),
      answer("Let me look.", { tool_calls: [call] }),
      { role: "tool", name: "f", content: "long result", tool_calls: [] },
      answer("<think>the secret answer is forty-two"),
      answer("the secret answer is forty-two \ud83c"),
      question,
    ],
  } as unknown as Row;
  const options = { validate: false, systemPrompt: "Another.", maxToolOutputChars: 10 } as const;
  const texts = [
    ...(["openai", "trl", "rollouts", "fireworks"] as const).map((format) => exportRows([odd], { ...options, format })),
    exportRows([odd], { ...options, unroll: true }),
    exportRows([odd], { ...options, format: "trl-grpo" }),
    exportPairs(
      [{ chosen: odd, rejected: { ...odd, messages: [question, answer("No."), question, answer("Yes.")] } }],
      {
        ...options,
        allowEmpty: true,
      },
    ),
  ].map(({ report }) => String(report));
  expect(texts.join("\n")).not.toMatch(/\b1 (?:rows|records|pairs|prompts|messages|characters|tool results)\b/);
  expect(texts[0]).toContain("1 row that failed is written as targets to imitate");
  expect(texts[0]).toContain("1 tool result was cut, 1 character in all");
  expect(texts[2]).toContain("1 row has steps that do not match its turns; its samples carry no log-probabilities");
  expect(texts[5]).toContain("1 row has a privileged reference, which is not written");
});
