import { runOne } from "@whileai/core";
import { expect, it } from "vitest";
import { CodeExec } from "../../verify/code-exec.js";
import { JAVASCRIPT_SOLUTIONS } from "./__fixtures__/javascript-solutions.js";

const PATIENT_MS = 60_000;
const judge = (timeoutMs: number) => CodeExec({ language: "javascript", timeoutMs, cpuSeconds: 60, memoryMb: 128 });
// What is right gets the time that a busy machine needs; what never ends does not.
const patient = judge(PATIENT_MS);
const strict = judge(3000);

it.concurrent.each(JAVASCRIPT_SOLUTIONS)(
  "a solution and its tests: $name",
  async ({ code, tests, reward }) => {
    const verdict = await runOne(
      { final_text: `\`\`\`javascript\n${code}\n\`\`\``, answer: tests },
      reward === 0 ? strict : patient,
    );
    expect({ reward: verdict.reward, reason: verdict.reason }).toMatchObject({ reward });
  },
  2 * PATIENT_MS,
);
