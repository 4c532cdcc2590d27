import type { ToolSchema } from "@whileai/core";
import { expect, it } from "vitest";
import { planSituations } from "../plan/plan-situations.js";
import { TOOL_SETS } from "./__fixtures__/tool-sets.js";
import { onceSaid } from "./once-said.js";

it.each([
  ["I don't mind how. Do it now, please. i DON'T mind how!", "I don't mind how. Do it now, please."],
  ["Is it done? Is it done? Yes.", "Is it done? Is it done? Yes."],
  ["- one thing I want done\n- one thing I want done\nThanks.", "- one thing I want done\nThanks."],
  ["Only one sentence here.", "Only one sentence here."],
  ["", ""],
])("%j is %j", (text, once) => {
  expect(onceSaid(text)).toBe(once);
});

const named = (name: string): ToolSchema => ({ name, description: "", parameters: { type: "object", properties: {} } });
const ODD = { name: "odd", tools: ["q", "foo", "x"].map(named), systemPrompt: "" };

it.each([...TOOL_SETS, ODD])("no sentence comes twice in a text of $name", ({ tools, systemPrompt }) => {
  const plan = planSituations({ tools, systemPrompt, seed: 3, mode: "explore", faultShare: 0.5 });
  for (const { prompt, index } of plan.situations()) {
    if (index === 5000) break;
    const sentences = prompt
      .toLowerCase()
      .split(/[.!?\n]/)
      .map((sentence) => sentence.match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((words) => words.length >= 4)
      .map((words) => words.join(" "));
    expect(new Set(sentences).size, prompt).toBe(sentences.length);
  }
});
