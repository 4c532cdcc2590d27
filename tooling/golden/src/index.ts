export { type Answer, answerRunner, type CallCase } from "./answer-runner.js";
export { decodeNumbers } from "./decode-numbers.js";
export { differences, showValue, type Tolerance } from "./differences.js";
export type { GoldenContext, GoldenResult, GoldenRunner } from "./golden-runner.js";
export { type CaseOutcome, expectsThrow, type GoldenCase, runCases, throwFailures } from "./run-cases.js";
export { runFixtures } from "./run-fixtures.js";
export type { FileOutcome } from "./run-golden.js";
export { vectorRows } from "./vector-rows.js";
