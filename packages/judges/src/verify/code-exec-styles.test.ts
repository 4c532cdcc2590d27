import { runOne } from "@whileai/core";
import { expect, it } from "vitest";
import { SOLUTIONS } from "./__fixtures__/python-solutions.js";
import { CodeExec } from "./code-exec.js";

const judge = CodeExec({ timeoutMs: 30_000, cpuSeconds: 20 });

it.concurrent.each(SOLUTIONS)("a solution and its tests: $name", async ({ code, tests, reward }) => {
  const verdict = await runOne({ final_text: `\`\`\`python\n${code}\n\`\`\``, answer: tests }, judge);
  expect({ reward: verdict.reward, reason: verdict.reason }).toMatchObject({ reward });
});
