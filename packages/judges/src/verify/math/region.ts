import type { Comparison } from "./compare-expressions.js";
import type { Expression } from "./expression.js";
import { orderOf } from "./order.js";

/**
 * A set of real numbers: the points where something may change, in order, whether each belongs to it, and whether the gaps
 * before, between and after them do (one more than the points).
 */
export interface Region {
  readonly points: readonly Expression[];
  readonly at: readonly boolean[];
  readonly gaps: readonly boolean[];
}

/** All real numbers. */
export const REAL_LINE: Region = { points: [], at: [], gaps: [true] };
/** No number. */
export const NOTHING: Region = { points: [], at: [], gaps: [false] };

/** The single numbers given by one point. */
export const pointRegion = (point: Expression): Region => ({ points: [point], at: [true], gaps: [false, false] });

/** All numbers above, or below, a point, the point itself included or not. */
export const rayRegion = (from: Expression, side: "above" | "below", closed: boolean): Region => ({
  points: [from],
  at: [closed],
  gaps: side === "above" ? [false, true] : [true, false],
});

/** The points of two regions in one order, with where each stood; null where their order cannot be told. */
function merged(
  left: Region,
  right: Region,
  comparison: Comparison,
): { point: Expression; left?: number; right?: number }[] | null {
  const result: { point: Expression; left?: number; right?: number }[] = [];
  let [a, b] = [0, 0];
  while (a < left.points.length || b < right.points.length) {
    const [p, q] = [left.points[a], right.points[b]];
    const order = p === undefined ? 1 : q === undefined ? -1 : orderOf(p, q, comparison);
    if (order === null) return null;
    const point = (order <= 0 ? p : q) as Expression;
    result.push({ point, ...(order <= 0 ? { left: a++ } : {}), ...(order >= 0 ? { right: b++ } : {}) });
  }
  return result;
}

/** What belongs to two regions together, by `rule`; null where the order of their points cannot be told. */
export function combine(
  left: Region,
  right: Region,
  rule: (inLeft: boolean, inRight: boolean) => boolean,
  comparison: Comparison,
): Region | null {
  const all = merged(left, right, comparison);
  if (all === null) return null;
  const region = { points: [] as Expression[], at: [] as boolean[], gaps: [] as boolean[] };
  let [a, b] = [0, 0];
  const gap = (): boolean => rule(left.gaps[a] as boolean, right.gaps[b] as boolean);
  region.gaps.push(gap());
  for (const entry of all) {
    const inLeft = (entry.left === undefined ? left.gaps[a] : left.at[entry.left]) as boolean;
    const inRight = (entry.right === undefined ? right.gaps[b] : right.at[entry.right]) as boolean;
    if (entry.left !== undefined) a++;
    if (entry.right !== undefined) b++;
    const [belongs, after] = [rule(inLeft, inRight), gap()];
    // A point where nothing changes is none.
    if (belongs === after && after === region.gaps.at(-1)) continue;
    region.points.push(entry.point);
    region.at.push(belongs);
    region.gaps.push(after);
  }
  return region;
}

/** True when two regions hold the same numbers; null where that cannot be told. */
export function sameRegion(left: Region, right: Region, comparison: Comparison): boolean | null {
  const differs = combine(left, right, (a, b) => a !== b, comparison);
  return differs && differs.points.length === 0 && differs.gaps[0] === false;
}

/** What two rules of sets keep. */
export const SET_RULES = {
  cup: (a: boolean, b: boolean): boolean => a || b,
  cap: (a: boolean, b: boolean): boolean => a && b,
  setminus: (a: boolean, b: boolean): boolean => a && !b,
} as const;
