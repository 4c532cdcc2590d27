import { WhileaiError } from "@whileai/core";
import { answerRunner, vectorRows } from "@whileai/golden";
import { evalVariance, noiseBand } from "../src/index.js";

export const runner = answerRunner(
  {
    // The vectors hold the exact t, but allow what rounding its table to three decimals does; ours is held to its digits.
    "stats/noiseBand.json": ({ input, options }) => ({
      got: noiseBand(input.runStd, options),
      tolerance: { rel: 1e-8 },
    }),
    "stats/evalVariance.json": ({ input, options }) => {
      const report = evalVariance(input.runs.map(vectorRows), options);
      return {
        got: { ...report, noteCodes: report.notes.map(({ code }) => code) },
        tolerance: { abs: 1e-9, rel: 1e-9 },
      };
    },
  },
  WhileaiError.isInstance,
);
