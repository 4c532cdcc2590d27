import { roundHalfEven, UNSPECIFIED } from "@whileai/core";
import type { PlanAim } from "../plan/plan-aim.js";
import { DIMENSIONS, type Dimension } from "../plan/situation.js";
import { failedTools, hasFailed } from "./has-failed.js";
import type { Trace } from "./trace.js";

/** The levels of each axis of the run that is to be aimed. */
export type AimLevels = Readonly<Record<Dimension, readonly string[]>>;

/** Failures that a level is taken to have seen as expected before any is counted: it takes several to aim at one. */
const PRIOR_FAILURES = 2;
/** The least and the most a level can weigh. Conventions. */
const LOWEST_WEIGHT = 0.75;
const HIGHEST_WEIGHT = 8;
const DIGITS = 2;

/** What the level of an axis is called when nothing goes wrong; how often it occurs is up to `faults.share`. */
const NO_FAULT_LEVEL = "success";

/** Conditions and states that a fault in a recording tells of. */
const CONDITION_OF: ReadonlyMap<string, string> = new Map([
  ["malformed", "malformed_result"],
  ["stale", "stale_result"],
  ["deny", "permission_denied"],
]);
const STATE_OF: ReadonlyMap<string, string> = new Map([
  ["not_found", "entity missing"],
  ["already_done", "entity already acted on"],
]);

/** Failures and passes of one level, in parts where a trace has several. */
interface Evidence {
  failed: number;
  passed: number;
}

/**
 * Weights for what failed. For each level of an axis, with F failures among the traces that tell of the axis:
 *
 *   weight = (failures at the level + 2) / (F × share of the level among the passes + 2)
 *
 * where the share among passes is smoothed by one pass a level, so that without any pass it is the plain share. The
 * weight is the failures a level had over those it would have had by chance, drawn towards 1 where there are few. Levels
 * that failed weigh 1 to 8, those that only passed 0.75 to 1, those that no trace tells of 1.
 *
 * A row tells its levels itself. Other recordings tell the tools (those whose calls went wrong, else all that were
 * called), and by faults the condition and the state of the record.
 */
export function aimOf(traces: readonly Trace[], levels: AimLevels): PlanAim {
  const evidence = new Map<Dimension, Map<string, Evidence>>(DIMENSIONS.map((axis) => [axis, new Map()]));
  for (const trace of traces) {
    const side = hasFailed(trace) ? "failed" : "passed";
    for (const axis of DIMENSIONS) {
      const told = levelsOf(trace, axis, side, levels[axis]);
      const byLevel = evidence.get(axis) as Map<string, Evidence>;
      for (const level of told) {
        const known = byLevel.get(level) ?? { failed: 0, passed: 0 };
        known[side] += 1 / told.length;
        byLevel.set(level, known);
      }
    }
  }
  const weights = DIMENSIONS.map((axis) => [axis, weightsOf(evidence.get(axis) ?? new Map(), levels[axis])] as const);
  return { weights: Object.fromEntries(weights.filter(([, byLevel]) => byLevel.size > 0)) };
}

function weightsOf(evidence: ReadonlyMap<string, Evidence>, levels: readonly string[]): Map<string, number> {
  const counted = levels.filter((level) => level !== NO_FAULT_LEVEL);
  const of = (level: string): Evidence => evidence.get(level) ?? { failed: 0, passed: 0 };
  const failures = counted.reduce((sum, level) => sum + of(level).failed, 0);
  const passes = counted.reduce((sum, level) => sum + of(level).passed, 0);
  const weights = new Map<string, number>();
  if (failures === 0) return weights;
  for (const level of counted) {
    const { failed, passed } = of(level);
    const expected = (failures * (passed + 1)) / (passes + counted.length);
    const ratio = (failed + PRIOR_FAILURES) / (expected + PRIOR_FAILURES);
    const bounded = failed > 0 ? between(ratio, 1, HIGHEST_WEIGHT) : passed > 0 ? between(ratio, LOWEST_WEIGHT, 1) : 1;
    const weight = roundHalfEven(bounded, DIGITS);
    if (weight !== 1) weights.set(level, weight);
  }
  return weights;
}

const between = (value: number, lowest: number, highest: number): number => Math.min(highest, Math.max(lowest, value));

function levelsOf(trace: Trace, axis: Dimension, side: keyof Evidence, levels: readonly string[]): string[] {
  const told = trace.dimensions[axis];
  if (told !== undefined && told !== UNSPECIFIED && levels.includes(told)) return [told];
  const faults = trace.calls.flatMap(({ fault }) => (fault === null ? [] : [fault]));
  const known = (names: readonly (string | undefined)[]): string[] => [
    ...new Set(names.filter((name) => name !== undefined && levels.includes(name)) as string[]),
  ];
  switch (axis) {
    case "tool": {
      const culprits = side === "failed" ? known(failedTools(trace)) : [];
      return culprits.length > 0 ? culprits : known(trace.calls.map((call) => call.tool));
    }
    case "tool_condition":
      return known(faults.map((fault) => CONDITION_OF.get(fault) ?? fault)).slice(0, 1);
    case "world_state":
      return known(faults.map((fault) => STATE_OF.get(fault))).slice(0, 1);
    default:
      return [];
  }
}
