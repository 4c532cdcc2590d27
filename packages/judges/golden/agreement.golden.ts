import type { Row } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { judgeAgreement } from "../src/index.js";

/** The vectors hold four decimals of rates and six of interval ends. */
const RATES = { abs: 5e-5 };
const ENDS = { abs: 5e-7 };

interface Expected {
  readonly wilson95: readonly [number, number] | null;
  readonly [field: string]: unknown;
}

export const runner: GoldenRunner = {
  files: ["judges/agreement.json"],
  run: (content) =>
    runCases(content, ({ rows, expect }) => {
      const { wilson95, ...expected } = expect as Expected;
      const report = judgeAgreement(rows as Row[]);
      const actual = {
        ...report,
        n_skipped: report.nSkipped,
        pass_when_gold_fail: report.passWhenGoldFail,
        fail_when_gold_pass: report.failWhenGoldPass,
        judge_pass_rate: report.judgePassRate,
        gold_pass_rate: report.goldPassRate,
        gold_kind: report.goldKind,
      };
      const ends = report.ci95 === null ? null : [report.ci95.low, report.ci95.high];
      return [...differences(actual, expected, RATES), ...differences(ends, wilson95, ENDS, "wilson95")];
    }),
};
