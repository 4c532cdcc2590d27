import { leakReport, privilegedLeak, type Row, WhileaiError } from "@whileai/core";
import { type CaseOutcome, differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { type GradientGateOptions, gradientGate, splitHoldout } from "../src/index.js";
import { signalCounts } from "./signal-counts.js";

/** Reports of the vectors are rounded to four decimals. */
const TOLERANCE = { abs: 1e-4 };
/** The reference's pooled correlations; ours are within asks. Not compared. */
const ADVISORY_CODES = ["reward_correlates"];

interface GuardInput {
  readonly rows: Row[];
  readonly options?: GradientGateOptions;
  readonly fractions?: readonly number[];
}

function leakCase({ rows }: GuardInput, expect: GoldenCase, right: GoldenCase): string[] {
  const { nRows, nChecked, nLeaked, rate, checked } = leakReport(rows);
  const verdicts = rows.map((row) => privilegedLeak(row));
  const got = { n_rows: nRows, n_checked: nChecked, n_leaked: nLeaked, rate, checked, verdicts };
  // What the agent was shown is no leak by the rule that is asked for; by default the count of the vector holds.
  const unseen = {
    leakedIds: leakReport(rows, { rule: "unseen" }).leaked.map((leak) => leak.rolloutId),
    sixth: privilegedLeak(rows[5] as Row, { rule: "unseen" }),
  };
  return [...differences(got, expect, TOLERANCE), ...differences(unseen, right)];
}

function splitCase({ rows, fractions = [] }: GuardInput, expect: GoldenCase): string[] {
  const heldIndex = fractions.map((fraction) => {
    const held = new Set(splitHoldout(rows, fraction).holdout);
    return rows.flatMap((row, index) => (held.has(row) ? [index] : []));
  });
  return differences({ heldIndex }, expect);
}

function gateCase({ rows, options }: GuardInput, expect: GoldenCase): string[] {
  const report = gradientGate(rows, { ...options, strict: false });
  const { signal, calibration } = report;
  const isCompared = (code: unknown) => !ADVISORY_CODES.includes(String(code));
  const got = {
    ok: report.ok,
    rl_shaped: report.rlShaped,
    refusal: report.refusal,
    signal: signalCounts(signal),
    n_stamped: calibration.nStamped,
    n_unstamped: calibration.nUnstamped,
    n_carried: calibration.nCarried,
    warnings: report.notes
      .filter((note) => note.severity !== "info" && note.code !== report.refusal)
      .map((note) => note.code)
      .filter(isCompared),
  };
  const warnings = (expect.warnings as string[]).filter(isCompared);
  const thrown = refusalOf({ rows, ...(options === undefined ? {} : { options }) });
  return [
    ...differences(got, { ...expect, warnings }, TOLERANCE),
    ...differences(thrown, expect.refusal).map((difference) => `strict: ${difference}`),
  ];
}

/** The code with which the gate throws, as a push meets it; null when it lets the rows pass. */
function refusalOf({ rows, options }: GuardInput): string | null {
  try {
    gradientGate(rows, options);
    return null;
  } catch (error) {
    if (!WhileaiError.isInstance(error)) throw error;
    return error.code;
  }
}

function pushCase(input: GuardInput, right: GoldenCase): string[] {
  const refusal = refusalOf(input);
  return differences({ refused: refusal !== null, refusal }, right);
}

function check(entry: GoldenCase): CaseOutcome {
  const input = entry.input as GuardInput;
  const expect = entry.expect as GoldenCase;
  const right = (entry.right ?? {}) as GoldenCase;
  switch (entry.call) {
    case "leakReport":
      return leakCase(input, expect, right);
    case "splitHoldout":
      return splitCase(input, expect);
    case "gradientGate":
      return gateCase(input, expect);
    case "selectionPush":
      return pushCase(input, right);
    case "meanKl":
      return { pending: "meanKl belongs to @whileai/stats, whose guard runner answers it" };
    default:
      return [`no call ${String(entry.call)}`];
  }
}

export const runner: GoldenRunner = {
  files: ["select/guard.json"],
  run: (content) => runCases(content, check),
};
