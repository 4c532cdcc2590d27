import { isRecord, type Row } from "@whileai/core";
import { differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { optimize, type RlOptions, type RlSelection } from "../src/index.js";

/** Reports of the vectors are rounded to four decimals. */
const TOLERANCE = { abs: 1e-4 };
/** The reference's pooled correlations; ours are within asks. Not compared. */
const ADVISORY_FIELDS = ["correlations"];
/** Codes that hang on them, or on a scan of the trimmed rows instead of all graded ones. Not compared. */
const ADVISORY_CODES = ["reward_correlates", "coarse_floor"];
/** A vector option whose `right` holds under our default. */
const REFERENCE_SWITCHES = ["duplicates"];

function optionsOf(input: GoldenCase, drop: readonly string[]): RlOptions {
  const given = Object.entries(input.options as RlOptions).filter(([name]) => !drop.includes(name));
  return { ...Object.fromEntries(given), mode: "rl" };
}

/** snake_case keys, as the vectors spell them. */
function snake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snake);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/(?<=[a-z])(?=\d)/g, "_"),
      snake(entry),
    ]),
  );
}

function asVector({ rows, report }: RlSelection): GoldenCase {
  const fields = snake({ ...report, notes: [], dropped: [] }) as Record<string, unknown>;
  return {
    kept: rows.map((row) => row.rollout_id),
    report: {
      ...fields,
      fault_kinds: Object.fromEntries(report.faultKinds.map(({ fault, groups }) => [fault, groups])),
      hack_scan_regime: report.hackScan.regime,
      text_gates: { mode: "auto", applied: report.textGates.applied },
      calibration_tasks: report.calibration.tasks.map(({ taskId, n, passRate, passRateCi95 }) => ({
        task_id: taskId,
        n,
        pass_rate: passRate,
        pass_rate_ci95: passRateCi95 === null ? null : [passRateCi95.low, passRateCi95.high],
      })),
    },
  };
}

function compareExpected(expect: GoldenCase, selection: RlSelection): string[] {
  const report = Object.fromEntries(
    Object.entries(expect.report as GoldenCase).filter(([name]) => !ADVISORY_FIELDS.includes(name)),
  );
  const found = differences(asVector(selection), { kept: expect.kept, report }, TOLERANCE);
  const codes = selection.report.notes.map((note) => note.code);
  for (const code of expect.warnings as string[])
    if (!ADVISORY_CODES.includes(code) && !codes.includes(code)) found.push(`warnings: ${code} is not among ${codes}`);
  return [...found, ...missingLines(expect.printed as string[], `${selection}`)];
}

/** The seeds' lines must stand in the text, in their order. */
function missingLines(printed: readonly string[], text: string): string[] {
  const lines = text.split("\n");
  let from = 0;
  return printed.flatMap((line) => {
    const at = lines.indexOf(line, from);
    if (at < 0) return [`printed: ${JSON.stringify(line)} is missing`];
    from = at + 1;
    return [];
  });
}

function compareRight(right: GoldenCase, selection: RlSelection): string[] {
  const { kept, ...report } = right;
  return differences(asVector(selection), { kept, report }, TOLERANCE).map((difference) => `right: ${difference}`);
}

export const runner: GoldenRunner = {
  files: ["select/optimize_rl.json"],
  run: (content) =>
    runCases(content, (entry) => {
      const input = entry.input as GoldenCase;
      const select = (drop: readonly string[]) => optimize(input.rows as Row[], optionsOf(input, drop));
      // Where the reference is wrong its answer is not asked for, only the right one.
      if (entry.reference === "bug") return compareRight(entry.right as GoldenCase, select(REFERENCE_SWITCHES));
      return compareExpected(entry.expect as GoldenCase, select([]));
    }),
};
