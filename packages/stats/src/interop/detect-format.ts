import { isRecord, RowError } from "@whileai/core";
import { type Fields, fieldsOf } from "./field.js";
import type { ResultsFormat } from "./results-report.js";

/** What is expected, for errors. */
const EXPECTED =
  "Expected one of: an Inspect log (.eval or .json), promptfoo results (results.results), a JSON report of vitest-evals (testResults), " +
  "samples of lm-evaluation-harness (samples_*.jsonl), a CSV table whose first line names the columns, or rows with scenario_id and reward; `format` names one that is not recognised.";

const PROMPTFOO_FIELDS = ["gradingResult", "promptIdx", "testCase", "namedScores"];
const OWN_FIELDS = ["reward", "scenario_id", "schema_version", "task_id"];
/** Fields that only rows of ours have, whatever else stands beside them. */
const ONLY_OWN_FIELDS = ["scenario_id", "schema_version"];

const hasOneOf = (fields: Fields, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(fields, name));

/** The format of parsed JSON, by what it has; undefined when it is none that is known. */
export function formatOf(parsed: unknown): ResultsFormat | undefined {
  if (Array.isArray(parsed)) return parsed.filter(isRecord).map(formatOfEntry).find(Boolean);
  const whole = fieldsOf(parsed);
  if (hasOneOf(whole, ONLY_OWN_FIELDS)) return "rows";
  if (isRecord(whole.eval) && whole.results !== undefined) return "inspect";
  if (isRecord(whole.eval) && (Array.isArray(whole.samples) || isRecord(whole.plan))) return "inspect";
  if (Array.isArray(fieldsOf(whole.results).results)) return "promptfoo";
  if (Array.isArray(whole.results)) return formatOf(whole.results) === "promptfoo" ? "promptfoo" : undefined;
  if (Array.isArray(whole.testResults)) return "vitest-evals";
  return formatOfEntry(whole);
}

function formatOfEntry(entry: Fields): ResultsFormat | undefined {
  if (hasOneOf(entry, ONLY_OWN_FIELDS)) return "rows";
  if (Object.hasOwn(entry, "doc_id")) return "lm-eval";
  if (hasOneOf(entry, PROMPTFOO_FIELDS)) return "promptfoo";
  return hasOneOf(entry, OWN_FIELDS) ? "rows" : undefined;
}

/** Whether a first line can name the columns of a table. */
export const isTableHeader = (line: string): boolean => /[,;\t|]/.test(line) && !/^\s*[[{<]/.test(line);

/** The error for results of no known format. */
export function unknownFormat(parsed: unknown, name: string | undefined): RowError {
  const keys = Object.keys(fieldsOf(parsed)).slice(0, 5);
  const found = keys.length === 0 ? "" : ` (it has ${keys.join(", ")})`;
  const aggregates = isRecord(fieldsOf(parsed).results) && Object.hasOwn(fieldsOf(parsed), "configs");
  return new RowError({
    path: name,
    code: "format_unknown",
    message: `the format of these results is not known${found}.`,
    fix: aggregates
      ? "These are aggregates of lm-evaluation-harness: run it with --log_samples and give samples_*.jsonl."
      : EXPECTED,
  });
}
