import { runOne } from "@whileai/core";
import { expect, it } from "vitest";
import { SOLUTIONS } from "./__fixtures__/python-solutions.js";
import { CodeExec } from "./code-exec.js";

// The time that a busy machine needs: none of them runs without end.
const TIMEOUT_MS = 120_000;
const judge = CodeExec({ timeoutMs: TIMEOUT_MS, cpuSeconds: 60 });

it.concurrent.each(SOLUTIONS)(
  "a solution and its tests: $name",
  async ({ code, tests, reward }) => {
    const verdict = await runOne({ final_text: `\`\`\`python\n${code}\n\`\`\``, answer: tests }, judge);
    expect({ reward: verdict.reward, reason: verdict.reason }).toMatchObject({ reward });
  },
  2 * TIMEOUT_MS,
);
