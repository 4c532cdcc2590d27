/** Lines in which test runners count what failed: pytest and unittest, jest and vitest, mocha, go, cargo, TAP. */
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
  ].join("|"),
  "mu",
);
/** Characters at the end of a runner's output that are read. */
const OUTPUT_END = 4000;

/** The line of a test runner's output that counts failed tests; null where none does. */
export function failedSummary(result: unknown): string | null {
  const line = SUMMARY.exec(outputOf(result))?.[0];
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
