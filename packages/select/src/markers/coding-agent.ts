import { commandSegments } from "./command-segments.js";
import { nameWords } from "./name-words.js";
import { commandOf } from "./step-arguments.js";
import { hasFailed } from "./step-failed.js";
import type { StepKind } from "./step-kind.js";
import type { TraceStep } from "./trace-step.js";

const CODE_TOOLS =
  /(?:^| )(?:bash|shell|git|github|gitlab|repo|repository|pytest|jest|vitest|lint|typecheck|compile|ci|python|code interpreter|(?:run|execute|search|edit|write) code|test suite)(?: |$)|^(?:(?:run|execute) )?(?:(?:unit|all|the) )*tests?$/u;
const CODE_FILE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cpp|cc|[ch]|hpp|swift|scala|sh|sql|vue|svelte|toml|lua|ex|exs|zig)\b/iu;
const CODE_TALK =
  /```|\b(?:codebase|source code|repo|repository|pull request|refactor\w*|stack trace|unit tests?|test suite|pytest|jest|vitest|compiler|lint\w*|type ?check\w*|typescript|javascript)\b/iu;

/** Whether a rollout is about code: by its tools, the files it touches, or what was asked. */
export function isCoding(steps: readonly TraceStep[], kinds: readonly (StepKind | null)[], asked: string): boolean {
  return (
    steps.some(
      (step, index) =>
        (kinds[index] === "command" && hasCommandLine(step)) ||
        CODE_TOOLS.test(nameWords(step.tool).join(" ")) ||
        step.paths.some((path) => CODE_FILE.test(path)),
    ) ||
    CODE_TALK.test(asked) ||
    CODE_FILE.test(asked)
  );
}

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
/** Characters at the end of a runner's output that are read. */
const OUTPUT_END = 4000;

/** Whether a call runs tests, a build or checks, or reads how they ended. */
export function runsTests(step: TraceStep, kind: StepKind | null): boolean {
  if (isTestTool(step.tool)) return true;
  const command = commandOf(step);
  if (command === "" || (kind !== "command" && !nameWords(step.tool).includes("python"))) return false;
  return (
    CODE_CHECK.test(command) ||
    commandSegments(command).some(({ program, text }) =>
      program === "gh"
        ? /\b(?:run|checks)\b/u.test(text)
        : !NO_RUN.test(program) && !INSTALLS.test(text) && RUNNER.test(text),
    )
  );
}

/** Whether a run of tests says that some failed, by how it ended or by what it printed. */
export function testsFailed(step: TraceStep): boolean {
  return hasFailed(step) || RUN_FAILED.test(outputOf(step.result));
}

function isTestTool(name: string): boolean {
  return nameWords(name).some((word) => TEST_WORDS.has(word));
}

/** A name alone tells little: `run_fraud_check` is no shell. */
function hasCommandLine(step: TraceStep): boolean {
  const { command, cmd, script, shell } = step.arguments;
  return [command, cmd, script, shell].some((value) => typeof value === "string" || Array.isArray(value));
}

function outputOf(result: unknown): string {
  if (typeof result === "string") return result.slice(-OUTPUT_END);
  if (typeof result !== "object" || result === null) return "";
  return Object.values(result)
    .filter((value) => typeof value === "string")
    .map((value) => value.slice(-OUTPUT_END))
    .join("\n");
}
