import { WhileaiError } from "@whileai/core";
import { answerRunner } from "@whileai/golden";
import { logprobReport, meanKl } from "../src/index.js";

export const runner = answerRunner(
  {
    "stats/meanKl.json": ({ input, options }) => ({ got: meanKl(input.rows, options) }),
    "stats/logprobReport.json": ({ input }) => ({ got: logprobReport(input.rows) }),
  },
  WhileaiError.isInstance,
);
