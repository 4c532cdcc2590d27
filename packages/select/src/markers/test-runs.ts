import { isRecord } from "@whileai/core";
import { type CommandSegment, commandSegments } from "./command-segments.js";
import { nameWords } from "./name-words.js";
import { commandOf } from "./step-arguments.js";
import { hasFailed } from "./step-failed.js";
import type { StepKind } from "./step-kind.js";
import type { TraceStep } from "./trace-step.js";

const TEST_WORDS = new Set([
  "test",
  "tests",
  "pytest",
  "jest",
  "vitest",
  "lint",
  "typecheck",
  "build",
  "ci",
  "suite",
  "checks",
  "compile",
  "workflow",
  "pipeline",
]);
/** Programs and words of a command line that run tests, a build or a check. */
const RUNNER =
  /\b(?:pytest|unittest|nose2?|tox|nox|jest|vitest|mocha|ava|karma|cypress|playwright|rspec|phpunit|ctest|tsc|eslint|biome|ruff|flake8|pylint|mypy|pyright|clippy|rubocop|golangci-lint|gradlew?|mvnw?|ninja|make|cmake|bazel|turbo|nx|tests?|specs?|lint|typecheck|type-check|build|check|verify|vet|ci)\b|_tests?\b|\btest_/iu;
const NO_RUN =
  /^(?:ag|awk|cat|cd|cp|echo|find|grep|head|less|ls|mkdir|more|mv|nano|printf|pwd|rg|rm|sed|stat|tail|touch|tree|vi|vim|wc|git)$/u;
const INSTALLS = /\b(?:install|uninstall)\b/u;
const CODE_CHECK = /\bassert\b|\bunittest\b|\bdoctest\b|\bexpect\(/u;
/** Counts of failed tests in what a runner prints. */
const RUN_FAILED = /\b[1-9]\d{0,6} (?:failed|failing|failures?|errors?)\b|\bFAILED\b|\btests? failed\b/u;
const FAILURE_COUNTS = ["failed", "failures", "errors", "num_failed", "numFailedTests"] as const;
/** Characters at the end of a runner's output that are read. */
const OUTPUT_END = 4000;

/** Whether a call runs tests, a build or checks, or reads how they ended. */
export function runsTests(step: TraceStep, kind: StepKind | null): boolean {
  if (isTestTool(step.tool)) return true;
  const command = commandOf(step);
  if (command === "" || (kind !== "command" && !nameWords(step.tool).includes("python"))) return false;
  return (
    CODE_CHECK.test(command) ||
    commandSegments(command).some((segment) =>
      segment.program === "gh" ? /\b(?:run|checks)\b/u.test(segment.text) : runsCheck(segment),
    )
  );
}

/** Whether a program of a command line runs tests, a build or a check. */
export function runsCheck({ program, text }: CommandSegment): boolean {
  return !NO_RUN.test(program) && !INSTALLS.test(text) && RUNNER.test(text);
}

/** Whether a run of tests says that some failed, by how it ended, by what it printed, or by its counts. */
export function testsFailed(step: TraceStep): boolean {
  return hasFailed(step) || RUN_FAILED.test(outputOf(step.result)) || countsFailures(step.result);
}

function countsFailures(result: unknown): boolean {
  if (!isRecord(result)) return false;
  return FAILURE_COUNTS.some((name) => typeof result[name] === "number" && (result[name] as number) > 0);
}

function isTestTool(name: string): boolean {
  return nameWords(name).some((word) => TEST_WORDS.has(word));
}

function outputOf(result: unknown): string {
  if (typeof result === "string") return result.slice(-OUTPUT_END);
  if (typeof result !== "object" || result === null) return "";
  return Object.values(result)
    .filter((value) => typeof value === "string")
    .map((value) => value.slice(-OUTPUT_END))
    .join("\n");
}
