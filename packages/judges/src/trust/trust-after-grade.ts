import { checkOptions, GateError, isRecord, optionRule, type Row, requireRows } from "@whileai/core";
import { areTrusted } from "./gold-kind.js";
import { GOLD_RULES, type GoldOptions, goldRows } from "./gold-rows.js";
import { type JudgeTrustReport, trustReport } from "./judge-trust.js";
import { labelledPairs } from "./labelled-pairs.js";
import {
  type OptionalThresholds,
  ROW_THRESHOLD_RULES,
  type RowThresholds,
  trustThresholds,
} from "./trust-thresholds.js";

/** Options of {@link trustAfterGrade}. */
export interface TrustAfterGradeOptions extends GoldOptions, OptionalThresholds<RowThresholds> {
  /** What a judge that is not trusted means: a report ("warn", unless given), an error ("require"), nothing at all ("off"). */
  readonly mode?: "warn" | "require" | "off" | undefined;
}

/** What is written to `judge_meta.trust`. */
export interface TrustStamp {
  readonly agreement: number;
  readonly agreement_low: number;
  readonly kappa: number | null;
  readonly n_gold: number;
  readonly ok: boolean;
}

/** What {@link trustAfterGrade} returns. */
export interface TrustedRows<R extends Row = Row> {
  /** Copies with `judge_meta.trust`: the stamp, or null where nothing was measured. With "off", the rows as they came. */
  readonly rows: R[];
  readonly stamp: TrustStamp | null;
  /** Null with "off". */
  readonly report: JudgeTrustReport | null;
}

/**
 * Measures the judge on those of the graded rows that carry labels of people or programs, and stamps every row with the
 * result. The labelled rows should not be those the rubric was tuned on; name these with `tunedOn`.
 *
 * With mode "require" a judge that does not pass throws a GateError: an unmeasured judge is not trusted either.
 *
 * @example
 * const { rows, report } = trustAfterGrade(graded.rows, { mode: "require" });
 */
export function trustAfterGrade<R extends Row>(
  rows: Iterable<R>,
  options: TrustAfterGradeOptions = {},
): TrustedRows<R> {
  checkOptions("trustAfterGrade", options, {
    ...GOLD_RULES,
    ...ROW_THRESHOLD_RULES,
    mode: optionRule.oneOf(["warn", "require", "off"]),
  });
  const { mode = "warn", allowModelGold } = options;
  const given = [...requireRows("trustAfterGrade", rows)];
  if (mode === "off") return { rows: given, stamp: null, report: null };
  const found = goldRows("trustAfterGrade", given, options);
  // Labels nobody vouches for say nothing of the judge, and must not keep the others from saying it.
  const vouched = found.labelled.filter(({ kinds }) => areTrusted(kinds, allowModelGold));
  const labelled = vouched.length > 0 ? vouched : found.labelled;
  const report = trustReport(labelledPairs({ ...found, labelled }, allowModelGold), trustThresholds(options));
  if (mode === "require" && !report.ok)
    throw new GateError(
      {
        message: `The judge is not trusted: ${report.status}${report.flags.length === 0 ? "" : ` (${report.flags.join(", ")})`}.`,
        fix: report.notes.find(({ severity }) => severity === "error")?.fix ?? "See the report of judgeTrust.",
      },
      "judge_not_trusted",
    );
  const stamp = vouched.length > 0 ? stampOf(report) : null;
  return { rows: given.map((row) => stamped(row, stamp)), stamp, report };
}

function stampOf({ agreement: { agreement, ci95, kappa, n }, ok }: JudgeTrustReport): TrustStamp | null {
  return agreement === null || ci95 === null ? null : { agreement, agreement_low: ci95.low, kappa, n_gold: n, ok };
}

function stamped<R extends Row>(row: R, stamp: TrustStamp | null): R {
  if (!isRecord(row)) return row;
  return { ...row, judge_meta: { ...(isRecord(row.judge_meta) ? row.judge_meta : {}), trust: stamp } } as R;
}
