import { runOne } from "@whileai/core";
import { expect, it } from "vitest";
import { CodeExec } from "../../verify/code-exec.js";
import { JAVASCRIPT_SOLUTIONS } from "./__fixtures__/javascript-solutions.js";

const judge = CodeExec({ language: "javascript", timeoutMs: 5000, memoryMb: 128 });

it.each(JAVASCRIPT_SOLUTIONS)("a solution and its tests: $name", async ({ code, tests, reward }) => {
  const verdict = await runOne({ final_text: `\`\`\`javascript\n${code}\n\`\`\``, answer: tests }, judge);
  expect({ reward: verdict.reward, reason: verdict.reason }).toMatchObject({ reward });
});
