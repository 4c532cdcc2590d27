import { WhileaiError } from "@whileai/core";
import { answerRunner, vectorRows } from "@whileai/golden";
import { compareRuns } from "../src/index.js";
import { endsOf, limitOf } from "./drawn-number.js";

export const runner = answerRunner(
  {
    "stats/compareRuns.json": ({ input, options, expected }) => {
      const report = compareRuns(vectorRows(input.a), vectorRows(input.b), options);
      const { verdictAccept: _, ci95, pValue, ...fields } = expected;
      return {
        got: { ...report, ci95: endsOf(report.ci95), noteCodes: report.notes.map(({ code }) => code) },
        wanted: { ...fields, ci95: limitOf(ci95), pValue: limitOf(pValue) },
      };
    },
  },
  WhileaiError.isInstance,
);
