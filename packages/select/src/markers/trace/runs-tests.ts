import { type CommandSegment, commandSegments } from "./command-segments.js";
import { nameWords } from "./name-words.js";
import { commandOf } from "./step-arguments.js";
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
  /\b(?:pytest|unittest|nose2?|tox|nox|jest|vitest|mocha|ava|karma|cypress|playwright|rspec|phpunit|ctest|tsc|biome|ruff|flake8|mypy|pyright|clippy|rubocop|\w{0,20}lint|shellcheck|luacheck|cppcheck|tfsec|checkov|detekt|pre-commit|lefthook|(?:flutter|dart|phpstan) analy[sz]e|terraform validate|gradlew?|mvnw?|ninja|make|cmake|bazel|turbo|nx|tests?|specs?|typecheck|type-check|build|check|verify|vet|ci)\b|_tests?\b|\btest_/iu;
/** What compiles, on the way to something else. */
const COMPILER =
  /\b(?:gcc|g\+\+|clang(?:\+\+)?|rustc|javac|kotlinc|swiftc|ghc|dotnet|esbuild|webpack|rollup|tsup|swc|babel|xcodebuild|fastlane|sbt|dbt|py_compile|compileall)(?![\w-])|\b(?:cargo|go) (?:run|install|bench)\b|\bnode --check\b|\b(?:ruby|php|perl|bash) -[a-z]*[cln]\b/iu;
const NO_RUN =
  /^(?:ag|awk|cat|cd|cp|echo|find|grep|head|less|ls|mkdir|more|mv|nano|printf|pwd|rg|rm|sed|stat|tail|touch|tree|vi|vim|wc|git)$/u;
/** Words in the names of tools that look and run nothing. */
const LOOKING = new Set(["ls", "list", "find", "glob", "grep", "search", "tree", "get", "view", "read", "cat"]);
const INSTALLS = /\b(?:install|uninstall)\b/u;
const CODE_CHECK = /\bassert\b|\bunittest\b|\bdoctest\b|\bexpect\(/u;

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

/** Whether a command compiles code. */
export function compiles(step: TraceStep, kind: StepKind | null): boolean {
  return (
    kind === "command" &&
    commandSegments(commandOf(step)).some(
      ({ program, text }) => !NO_RUN.test(program) && !INSTALLS.test(text) && COMPILER.test(text),
    )
  );
}

function isTestTool(name: string): boolean {
  return nameWords(name).some((word) => TEST_WORDS.has(word));
}

/** Whether a call only looks, or changes files: nothing that it does can show whether code works. */
export function runsNothing(step: TraceStep, kind: StepKind | null): boolean {
  const command = commandOf(step);
  if (kind === "command" && command !== "")
    return commandSegments(command).every(({ program }) => program === "" || NO_RUN.test(program));
  return (kind !== null && kind !== "command") || nameWords(step.tool).some((word) => LOOKING.has(word));
}
