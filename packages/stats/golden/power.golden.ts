import { WhileaiError } from "@whileai/core";
import { answerRunner, vectorRows } from "@whileai/golden";
import { detectableEffect, evalPower, type HoldoutSize, holdoutSize, sliceMinTasks } from "../src/index.js";

/** The range of a vector holds what 2000 draws may give: [lowest, highest] for each end. */
interface Range {
  readonly present: boolean;
  readonly low?: readonly [number, number];
  readonly high?: readonly [number, number];
}

const within = (value: number | null, [low, high]: readonly [number, number]): boolean =>
  value !== null && value >= low && value <= high;

function inRange({ nTasksLow, nTasksHigh }: HoldoutSize, { present, low, high }: Range): boolean {
  if (!present || low === undefined || high === undefined) return nTasksLow === null && nTasksHigh === null;
  return within(nTasksLow, low) && within(nTasksHigh, high);
}

export const runner = answerRunner(
  {
    "stats/holdoutSize.json": ({ input, options, expected }) => {
      const { effect, before, after } = input;
      const report = holdoutSize(effect, {
        ...options,
        before: before && vectorRows(before),
        after: after && vectorRows(after),
      });
      const warningCodes = report.notes.filter(({ severity }) => severity === "warning").map(({ code }) => code);
      return { got: { ...report, warningCodes, range: inRange(report, expected.range) ? expected.range : report } };
    },
    "stats/detectableEffect.json": ({ input, options }) => ({ got: detectableEffect(input.nTasks, options) }),
    "stats/evalPower.json": ({ input, options }) => ({ got: evalPower(vectorRows(input), options) }),
    "stats/sliceMinTasks.json": ({ input }) => ({
      got: input.alphas.map((alpha: number) => ({ alpha, n: sliceMinTasks(alpha) })),
    }),
  },
  WhileaiError.isInstance,
);
