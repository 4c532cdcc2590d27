import type { Row } from "@whileai/core";
import { differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { meanKl } from "../src/index.js";

/** The vectors round to six decimals. */
const TOLERANCE = { abs: 1e-6 };

function check(entry: GoldenCase): string[] {
  const { rows } = entry.input as { rows: Row[] };
  const report = meanKl(rows);
  const got = {
    mean_kl: report.meanKl,
    per_task: Object.fromEntries(report.perTask),
    n_rows: report.nRows,
    n_skipped: report.nSkipped,
    n_tokens: report.nTokens,
  };
  return differences(got, entry.expect, TOLERANCE);
}

export const runner: GoldenRunner = {
  files: ["select/guard.json"],
  run: (content) =>
    runCases(content, (entry) =>
      entry.call === "meanKl" ? check(entry) : { pending: "belongs to @whileai/select, whose guard runner answers it" },
    ),
};
