import type { Row } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { judgeTrust } from "../src/index.js";
import type { LengthSplit } from "../src/trust/length-bias.js";

const RATES = { abs: 5e-5 };

interface VectorOptions {
  readonly min_agreement?: number;
  readonly min_kappa?: number;
}

const lengthSplit = ({ n, medianChars, judgePassShort, judgePassLong, gapLongMinusShort, p, note }: LengthSplit) => ({
  n,
  note,
  median_chars: medianChars,
  judge_pass_short: judgePassShort,
  judge_pass_long: judgePassLong,
  gap_long_minus_short: gapLongMinusShort,
  p_value: p,
});

export const runner: GoldenRunner = {
  files: ["judges/judge_trust.json"],
  run: (content) =>
    runCases(content, async ({ rows, options, expect }) => {
      const { min_agreement: minAgreement, min_kappa: minKappa } = options as VectorOptions;
      const report = await judgeTrust(rows as Row[], { minAgreement, minKappa });
      const { skipped, agreement, halves, length } = report;
      const actual = {
        ok: report.ok,
        status: /^(PASS|FAIL|NOT MEASURED|INCONCLUSIVE)/.exec(`${report}`)?.[0],
        n_rows: report.nRows,
        n_labeled: report.nLabeled,
        gold_kind: report.goldKind,
        gold_degenerate: report.goldDegenerate,
        skipped: { ...skipped, n_gold: skipped.nGold, n_used: skipped.nUsed, over_floor: skipped.overFloor },
        agreement,
        ci95: agreement.ci95 === null ? null : [agreement.ci95.low, agreement.ci95.high],
        halves: { a: [halves.a.n, halves.a.agreement], b: [halves.b.n, halves.b.agreement] },
        length: {
          gold_1: lengthSplit(length.gold1),
          gold_0: lengthSplit(length.gold0),
          max_gap: length.maxGap,
          flagged: length.flagged,
        },
        disagreements: report.disagreements.length,
        n_warnings: report.notes.filter(({ severity }) => severity !== "info").length,
      };
      return differences(actual, expect, RATES);
    }),
};
