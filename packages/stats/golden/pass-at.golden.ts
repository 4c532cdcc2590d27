import { WhileaiError } from "@whileai/core";
import { answerRunner, vectorRows } from "@whileai/golden";
import { passAt } from "../src/index.js";
import { endsOf, limitOf } from "./drawn-number.js";

export const runner = answerRunner(
  {
    "stats/passAt.json": ({ input, options, expected }) => {
      const report = passAt(vectorRows(input), options);
      const { lineHeadExactCi, lineTail = [], ...fields } = expected;
      const line = `${report}`;
      return {
        got: {
          ...report,
          nTasks: report.perTask.size,
          ci95: endsOf(report.ci95),
          passPowKCi95: endsOf(report.passPowKCi95),
          passAtKCi95: endsOf(report.passAtKCi95),
          noteCodes: report.notes.map(({ code }) => code),
          lineHead: line.slice(0, lineHeadExactCi.length),
          missingFromTail: lineTail.filter((text: string) => !line.slice(lineHeadExactCi.length).includes(text)),
        },
        wanted: {
          ...fields,
          nTasks: Object.keys(fields.perTask).length,
          ci95: limitOf(fields.ci95),
          passPowKCi95: limitOf(fields.passPowKCi95),
          passAtKCi95: limitOf(fields.passAtKCi95),
          lineHead: lineHeadExactCi,
          missingFromTail: [],
        },
      };
    },
  },
  WhileaiError.isInstance,
);
