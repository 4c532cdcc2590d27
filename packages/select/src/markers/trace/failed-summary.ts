/**
 * Lines in which test runners count what failed (pytest and unittest, jest and vitest, mocha, go, cargo, rspec, TAP), and
 * in which compilers and linters say that they found errors (tsc, mypy, ruff, eslint, rustc, C compilers, make, gradle,
 * maven, npm).
 */
const SUMMARY = new RegExp(
  [
    "^[= \\t]*(?:\\d{1,7} [a-z]{1,12}, ){0,6}[1-9]\\d{0,6} (?:failed|errors?)\\b(?=,| in \\d|[ \\t]*=|[ \\t]*$).{0,100}",
    "^FAILED \\((?:failures|errors)=.{0,60}",
    "^[ \\t]*Test(?:s|s? Suites?| Files)[:\\s]\\s{0,12}(?:\\d{1,7} [a-z]{1,12}[,|\\s]{1,4}){0,6}[1-9]\\d{0,6} failed\\b.{0,100}",
    "^[ \\t]*[1-9]\\d{0,6} failing\\b",
    "^[ \\t]*--- FAIL: .{1,100}",
    "^FAIL(?=\\s|$).{0,100}",
    "^test result: FAILED\\b.{0,100}",
    "^# fail [1-9]\\d{0,6}\\b",
    "^\\d{1,7} examples?, [1-9]\\d{0,6} failures?\\b",
    "^FAILURES!$",
    "^[^\\s():]{1,200}(?:\\(\\d{1,7},\\d{1,7}\\)|:\\d{1,7}(?::\\d{1,7})?(?: -)?):? (?:fatal )?error\\b.{0,100}",
    "^Found [1-9]\\d{0,6} errors?\\b(?!.{0,60}\\b0 remaining).{0,60}",
    "^[ \\t]*✖ \\d{1,7} problems? \\([1-9]\\d{0,6} errors?\\b.{0,40}",
    "^error(?:\\[E\\d{1,5}\\])?: .{1,100}",
    "^make(?:\\[\\d{1,3}\\])?: \\*{3} .{1,100}",
    "^(?:\\[[A-Z]{1,8}\\] )?BUILD FAIL(?:ED|URE)\\b.{0,60}",
    "^(?:\\[[A-Z]{1,8}\\] )?Tests run: \\d{1,7}, (?:Failures: [1-9]|Failures: 0, Errors: [1-9]).{0,60}",
    "^npm (?:ERR!|error) .{1,100}",
  ].join("|"),
  "mu",
);
/** What each of them holds: most outputs need no second look. */
const FAILURE_PART = /fail|err|make|✖/i;
/** Characters at the end of a runner's output that are read. */
export const OUTPUT_END = 4000;

/** The first line of an output by which tests, a build or a check failed; null where there is none. */
export function failedSummary(result: unknown): string | null {
  const output = outputOf(result);
  const line = FAILURE_PART.test(output) ? SUMMARY.exec(output)?.[0] : undefined;
  return line === undefined ? null : line.replace(/[=\s]+/gu, " ").trim();
}

/** What a run printed, its end. */
export function outputOf(result: unknown): string {
  if (typeof result === "string") return result.slice(-OUTPUT_END);
  if (typeof result !== "object" || result === null) return "";
  return Object.values(result)
    .filter((value) => typeof value === "string")
    .map((value) => value.slice(-OUTPUT_END))
    .join("\n");
}
