import { roundHalfEven, UNSPECIFIED } from "@whileai/core";
import type { PlanAim } from "../plan/plan-aim.js";
import { DIMENSIONS, type Dimension } from "../plan/situation.js";
import { failedTools, hasFailed } from "./has-failed.js";
import type { Trace } from "./trace.js";

/** The levels of each axis of the run that is to be aimed. */
export type AimLevels = Readonly<Record<Dimension, readonly string[]>>;

/** Failures that a level is taken to have seen as expected before any is counted: it takes several to aim at one. */
const PRIOR_FAILURES = 2;
/** The least and the most a level can weigh, and the most of an axis it can ask for. Conventions. */
const LOWEST_WEIGHT = 0.75;
const HIGHEST_WEIGHT = 8;
const MOST_OF_AN_AXIS = 0.6;
const DIGITS = 2;

/** Levels that say nothing, and that nothing goes wrong: how often it does is up to `faults.share`. */
const UNCOUNTED_LEVELS: ReadonlySet<string> = new Set([UNSPECIFIED, "success"]);

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

/** Traces by level, in parts where a trace has several. */
interface Counts {
  readonly all: Map<string, number>;
  readonly failed: Map<string, number>;
}

/**
 * Weights for what failed: for each level of an axis
 *
 *   weight = (failures at the level + 2) / (failures expected there + 2)
 *
 * Expected is what the level would have seen if it failed as often as the others: of tools, as often as all traces; of the
 * other axes, as often as all traces of the same tool, so that what comes with a bad tool is not blamed for it. How often a
 * level occurs is taken from the traces, as far as they hold as many passes as failures; for the rest, with failures alone
 * for all of it, every level counts as equally frequent. Few failures move a weight little. Levels that failed weigh 1 to
 * 8, and no more than brings them to 60 % of their axis; levels that only passed 0.75 to 1; levels no trace tells of 1.
 *
 * A row tells its levels itself. Other recordings tell the tools (those whose calls went wrong, else all that were
 * called), and by faults the condition and the state of the record.
 */
export function aimOf(traces: readonly Trace[], levels: AimLevels): PlanAim {
  const read = traces.map((trace) => ({ trace, isFailure: hasFailed(trace) }));
  const failures = read.filter(({ isFailure }) => isFailure).length;
  const trust = failures === 0 ? 0 : Math.min(1, (read.length - failures) / failures);
  const weights = DIMENSIONS.map((axis) => {
    const counted = levels[axis].filter((level) => !UNCOUNTED_LEVELS.has(level));
    const byTool = new Map<string, Counts>();
    for (const { trace, isFailure } of read) {
      const told = levelsOf(trace, axis, isFailure, counted);
      const tool = axis === "tool" ? "" : levelsOf(trace, "tool", isFailure, levels.tool).join();
      const counts = byTool.get(tool) ?? { all: new Map(), failed: new Map() };
      byTool.set(tool, counts);
      for (const level of told) {
        add(counts.all, level, 1 / told.length);
        if (isFailure) add(counts.failed, level, 1 / told.length);
      }
    }
    return [axis, weightsOf([...byTool.values()], counted, trust)] as const;
  });
  return { weights: Object.fromEntries(weights.filter(([, byLevel]) => byLevel.size > 0)) };
}

function weightsOf(groups: readonly Counts[], levels: readonly string[], trust: number): Map<string, number> {
  const highest = Math.max(1, Math.min(HIGHEST_WEIGHT, MOST_OF_AN_AXIS * levels.length));
  const weights = new Map<string, number>();
  for (const level of levels) {
    let [failed, seen, expected] = [0, 0, 0];
    for (const counts of groups) {
      const share = trust * ((counts.all.get(level) ?? 0) / (total(counts.all) || 1)) + (1 - trust) / levels.length;
      expected += total(counts.failed) * share;
      failed += counts.failed.get(level) ?? 0;
      seen += counts.all.get(level) ?? 0;
    }
    if (seen === 0) continue;
    const ratio = (failed + PRIOR_FAILURES) / (expected + PRIOR_FAILURES);
    const weight = roundHalfEven(failed > 0 ? between(ratio, 1, highest) : between(ratio, LOWEST_WEIGHT, 1), DIGITS);
    if (weight !== 1) weights.set(level, weight);
  }
  return weights;
}

const add = (counts: Map<string, number>, level: string, part: number): void => {
  counts.set(level, (counts.get(level) ?? 0) + part);
};

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, part) => sum + part, 0);

const between = (value: number, lowest: number, highest: number): number => Math.min(highest, Math.max(lowest, value));

function levelsOf(trace: Trace, axis: Dimension, isFailure: boolean, levels: readonly string[]): string[] {
  const told = trace.dimensions[axis];
  if (told !== undefined && levels.includes(told)) return [told];
  const faults = trace.calls.flatMap(({ fault }) => (fault === null ? [] : [fault]));
  const known = (names: readonly (string | undefined)[]): string[] => [
    ...new Set(names.filter((name) => name !== undefined && levels.includes(name)) as string[]),
  ];
  switch (axis) {
    case "tool": {
      const culprits = isFailure ? known(failedTools(trace)) : [];
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
