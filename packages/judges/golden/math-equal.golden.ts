import { type Row, runOne } from "@whileai/core";
import { type GoldenRunner, runCases } from "@whileai/golden";
import { verify } from "../src/index.js";

/** `any` leaves a verdict open: the case must still be judged without an error. */
const isAsExpected = (reward: number | null, expected: unknown): boolean => expected === "any" || reward === expected;

export const runner: GoldenRunner = {
  files: ["judges/math_equal.json", "judges/math_fuzz.json"],
  run: (content) =>
    runCases(content, async ({ candidate, reference, expect }) => {
      const row = { final_text: candidate, privileged: { reference } } as Row;
      const { reward, judge_status, reason } = await runOne(row, verify.MathEqual());
      if (judge_status === "error" || !isAsExpected(reward, expect))
        return [`reward ${reward}, not ${expect}: ${reason}`];
      return [];
    }),
};
