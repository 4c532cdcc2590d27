import type { FileOutcome } from "./run-golden.js";

/** The sums over all files. */
export interface GoldenTotals {
  readonly passed: number;
  readonly failed: number;
  readonly pending: number;
}

/** Cases passed, failed and pending over all files; a file without a runner is one pending case. */
export function totals(outcomes: readonly FileOutcome[]): GoldenTotals {
  const sum = (count: (outcome: FileOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    passed: sum((outcome) => outcome.passed),
    failed: sum((outcome) => outcome.failed.length),
    pending: sum((outcome) => outcome.pending.length),
  };
}

function renderFile({ file, passed, failed, pending }: FileOutcome): string[] {
  const only = pending[0];
  if (passed + failed.length === 0 && pending.length === 1 && only?.id === file)
    return [`${file} pending: ${only.detail}`];
  const counts = `${passed} passed, ${failed.length} failed`;
  return [
    `${file} ${counts}${pending.length > 0 ? `, ${pending.length} pending` : ""}`,
    ...failed.map(({ id, detail }) => `  failed ${id}: ${detail}`),
    ...pending.map(({ id, detail }) => `  pending ${id}: ${detail}`),
  ];
}

/** A line for each file, its failing and pending cases under it, and the total line last. */
export function renderOutcomes(outcomes: readonly FileOutcome[]): string {
  const { passed, failed, pending } = totals(outcomes);
  return [...outcomes.flatMap(renderFile), `${passed} passed, ${failed} failed, ${pending} pending`].join("\n");
}
