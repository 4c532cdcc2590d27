import { commandSegments } from "../trace/command-segments.js";
import { nameWords } from "../trace/name-words.js";
import { runsCheck } from "../trace/runs-tests.js";
import { commandOf } from "../trace/step-arguments.js";
import type { TraceStep } from "../trace/trace-step.js";

/** Checks of one sort: how a claim names them, and how a program or a tool that runs them is called. */
interface CheckFamily {
  readonly claimed: RegExp;
  readonly run: RegExp;
}

const FAMILIES: readonly CheckFamily[] = [
  {
    claimed: /\b(?:type[ -]?check\w*|types?|tsc|mypy|pyright)\b/i,
    run: /\b(?:tsc|vue-tsc|mypy|pyright|type-?check)\b/i,
  },
  {
    claimed: /\b(?:\w*lint\w*|ruff|biome|flake8|clippy|rubocop)\b/i,
    run: /(?:lint|\b(?:ruff|biome|flake8|clippy|rubocop|shellcheck|pre-commit))\b/i,
  },
  {
    claimed: /\b(?:tests?|specs?|suite|pytest|jest|vitest|mocha|rspec|phpunit)\b/i,
    run: /\b(?:tests?|specs?|pytest|unittest|nose2?|tox|jest|vitest|mocha|ava|rspec|phpunit|ctest|cypress|playwright)\b|_tests?\b|\btest_/i,
  },
  { claimed: /\b(?:builds?|compil\w+)\b/i, run: /\b(?:build|compile|make|ninja|cmake|bazel)\b/i },
];

/**
 * The last of some runs that is of the sort a claim speaks of, else the last of them all: that the lint is clean is not
 * belied by a test that failed after it.
 */
export function lastRunOf(claim: string, runs: readonly TraceStep[]): TraceStep | undefined {
  const family = familyOf(claim);
  return (family && runs.findLast((step) => isOf(family, step))) ?? runs.at(-1);
}

/** A claim ends with what it says: of "ruff fixed it, and the tests pass" the tests are the nearer. */
function familyOf(claim: string): CheckFamily | undefined {
  for (const clause of claim.split(/[,;]|\band\b/u).reverse()) {
    const family = FAMILIES.find(({ claimed }) => claimed.test(clause));
    if (family !== undefined) return family;
  }
  return undefined;
}

function isOf({ run }: CheckFamily, step: TraceStep): boolean {
  if (run.test(nameWords(step.tool).join(" "))) return true;
  return commandSegments(commandOf(step)).some((segment) => runsCheck(segment) && run.test(segment.text));
}
