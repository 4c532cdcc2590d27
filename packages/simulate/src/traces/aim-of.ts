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

/** The condition of tools that work. */
const SOUND = "success";
/** Levels that get no weight: one says nothing, and how often nothing goes wrong is up to `faults.share`. */
const UNWEIGHED_LEVELS: ReadonlySet<string> = new Set([UNSPECIFIED, SOUND]);

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

interface ReadTrace {
  readonly trace: Trace;
  readonly isFailure: boolean;
  readonly tools: readonly string[];
}

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
 * called, else the one that `toolOf` finds in the ask), and by faults the condition and the state of the record.
 */
export function aimOf(
  traces: readonly Trace[],
  levels: AimLevels,
  toolOf: (ask: string) => string | null = () => null,
): PlanAim {
  const read = traces.map((trace): ReadTrace => {
    const isFailure = hasFailed(trace);
    return { trace, isFailure, tools: toolsOf(trace, isFailure, levels.tool, toolOf) };
  });
  const failures = read.filter(({ isFailure }) => isFailure).length;
  const trust = failures === 0 ? 0 : Math.min(1, (read.length - failures) / failures);
  const weights = DIMENSIONS.map(
    (axis) => [axis, weightsOf(countsOf(read, axis, levels[axis]), levels[axis], trust)] as const,
  );
  return { weights: Object.fromEntries(weights.filter(([, byLevel]) => byLevel.size > 0)) };
}

/** How often each level of an axis occurs and failed; for other axes than the tools, tool by tool. */
function countsOf(read: readonly ReadTrace[], axis: Dimension, levels: readonly string[]): Counts[] {
  const byTool = new Map<string, Counts>();
  for (const { trace, isFailure, tools } of read) {
    const told = axis === "tool" ? tools : levelsOf(trace, axis, levels);
    const tool = axis === "tool" ? "" : tools.join();
    const counts = byTool.get(tool) ?? { all: new Map(), failed: new Map() };
    byTool.set(tool, counts);
    for (const level of told) {
      add(counts.all, level, 1 / told.length);
      if (isFailure) add(counts.failed, level, 1 / told.length);
    }
  }
  return [...byTool.values()];
}

function weightsOf(groups: readonly Counts[], levels: readonly string[], trust: number): Map<string, number> {
  const weighed = levels.filter((level) => !UNWEIGHED_LEVELS.has(level));
  const highest = Math.max(1, Math.min(HIGHEST_WEIGHT, MOST_OF_AN_AXIS * weighed.length));
  const weights = new Map<string, number>();
  for (const level of weighed) {
    let [failed, seen, expected] = [0, 0, 0];
    for (const { all, failed: failedAt } of groups) {
      const asSeen = (total(failedAt) * (all.get(level) ?? 0)) / (total(all) || 1);
      const asPlain = total(failedAt, weighed) / weighed.length;
      expected += trust * asSeen + (1 - trust) * asPlain;
      failed += failedAt.get(level) ?? 0;
      seen += all.get(level) ?? 0;
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

const total = (counts: ReadonlyMap<string, number>, levels: Iterable<string> = counts.keys()): number => {
  let sum = 0;
  for (const level of levels) sum += counts.get(level) ?? 0;
  return sum;
};

const between = (value: number, lowest: number, highest: number): number => Math.min(highest, Math.max(lowest, value));

/** The tools a conversation is about: its row's, else those that went wrong, else those it called, else the one it asks for. */
function toolsOf(
  trace: Trace,
  isFailure: boolean,
  levels: readonly string[],
  toolOf: (ask: string) => string | null,
): string[] {
  const { dimensions, calls, asks } = trace;
  const told = dimensions.tool;
  if (told !== undefined && told !== UNSPECIFIED && levels.includes(told)) return [told];
  const culprits = isFailure ? known(failedTools(trace), levels) : [];
  if (culprits.length > 0) return culprits;
  const [ask] = asks;
  const names = calls.length === 0 && ask !== undefined ? [toolOf(ask)] : calls.map((call) => call.tool);
  return known(names, levels);
}

function levelsOf({ dimensions, calls }: Trace, axis: Dimension, levels: readonly string[]): string[] {
  const told = dimensions[axis];
  if (told !== undefined && told !== UNSPECIFIED && levels.includes(told)) return [told];
  const faults = calls.flatMap(({ fault }) => (fault === null ? [] : [fault]));
  if (axis === "world_state")
    return known(
      faults.map((fault) => STATE_OF.get(fault)),
      levels,
    ).slice(0, 1);
  if (axis !== "tool_condition" || calls.length === 0) return [];
  const conditions = faults.map((fault) => CONDITION_OF.get(fault) ?? fault);
  return known(faults.length === 0 ? [SOUND] : conditions, levels).slice(0, 1);
}

const known = (names: readonly (string | null | undefined)[], levels: readonly string[]): string[] => [
  ...new Set(names.filter((name): name is string => typeof name === "string" && levels.includes(name))),
];
