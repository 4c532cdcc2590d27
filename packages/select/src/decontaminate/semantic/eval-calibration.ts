import { quantile } from "@whileai/core";
import { cosine, type UnitVectors } from "./unit-vectors.js";

/** Eval prompts that are compared with each other; of more, as many are taken at even distances (convention). */
const MOST_COMPARED = 1000;
const LEAST_PAIRS = 2;
const HIGH = 0.99;

/** How alike the embedder finds eval prompts that ask different things. */
export interface EvalCalibration {
  readonly nPairs: number;
  /** The 99th percentile of their cosines. */
  readonly p99: number;
  readonly max: number;
}

/** A calibration, or why there is none. */
export type CalibrationOutcome =
  | { readonly calibration: EvalCalibration; readonly calibrationReason: null }
  | { readonly calibration: null; readonly calibrationReason: string };

/**
 * The cosines of eval prompts of different tasks: what lies above most of them is what a threshold must lie above too. None
 * with fewer than two pairs. `taskOf` is null for a prompt without the id of a task, which may be any task's.
 */
export function calibrateOnEvals(evals: UnitVectors, taskOf: (number: number) => string | null): CalibrationOutcome {
  const usable = Array.from({ length: evals.count }, (_, number) => number).filter((number) => taskOf(number) !== null);
  const step = Math.max(1, usable.length / MOST_COMPARED);
  const compared = Array.from(
    { length: Math.min(usable.length, MOST_COMPARED) },
    (_, at) => usable[Math.floor(at * step)] as number,
  );
  const cosines: number[] = [];
  for (const [at, one] of compared.entries())
    for (const other of compared.slice(0, at))
      if (taskOf(one) !== taskOf(other)) cosines.push(cosine(evals, one, evals, other));
  if (cosines.length < LEAST_PAIRS) return { calibration: null, calibrationReason: whyNone(usable.length) };
  const ascending = Float64Array.from(cosines).sort();
  const calibration = {
    nPairs: cosines.length,
    p99: quantile(ascending, HIGH) as number,
    max: ascending.at(-1) as number,
  };
  return { calibration, calibrationReason: null };
}

function whyNone(nUsable: number): string {
  return nUsable === 0
    ? "no eval prompt has the id of a task"
    : `fewer than ${LEAST_PAIRS} pairs of eval prompts are of different tasks`;
}
