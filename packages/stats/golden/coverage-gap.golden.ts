import { WhileaiError } from "@whileai/core";
import { answerRunner } from "@whileai/golden";
import { coverageGap } from "../src/index.js";

export const runner = answerRunner(
  {
    "stats/coverageGap.json": ({ input, options, expected }) => {
      const { asks, ...given } = input;
      const report = coverageGap(asks, { ...given, ...options });
      const axisUntouched = Object.fromEntries(
        Object.entries(report.axes).map(([axis, { untouched }]) => [axis, untouched]),
      );
      // An empty object names the stances that do not occur; sizes are compared too.
      return {
        got: { ...report, axisUntouched, nStances: report.stances.size },
        wanted: { ...expected, nStances: Object.keys(expected.stances).length },
      };
    },
  },
  WhileaiError.isInstance,
);
