import { normalTwoSidedTail } from "@whileai/core";

/** Rollouts of one task, in one group and in all, and on how many of them something happened (a pass, a failure). */
export interface Stratum {
  readonly inside: number;
  readonly insideEvents: number;
  readonly all: number;
  readonly allEvents: number;
}

/** Most additions of the exact computation. */
const MAX_WORK = 5e7;
/** Chances below this, at the ends of a sum's distribution, are left out of the next sum. */
const NEGLIGIBLE = 1e-16;
/** Distances this close to the observed one are as far. */
const TIE = 1e-9;

/** The chances of each number of events in the group, from the least possible on. */
interface Chances {
  readonly from: number;
  readonly masses: Float64Array;
}

/** The hypergeometric chances, each from its neighbour on the side of the likeliest: none is beyond a double, however many rollouts. */
function hypergeometric({ inside, all, allEvents }: Stratum): Chances {
  const from = Math.max(0, inside + allEvents - all);
  const to = Math.min(inside, allEvents);
  const masses = new Float64Array(to - from + 1);
  const likeliest = Math.floor(((inside + 1) * (allEvents + 1)) / (all + 2));
  const ratio = (count: number): number =>
    ((allEvents - count + 1) * (inside - count + 1)) / (count * (all - allEvents - inside + count));
  masses[likeliest - from] = 1;
  for (let count = likeliest + 1; count <= to; count++)
    masses[count - from] = (masses[count - from - 1] as number) * ratio(count);
  for (let count = likeliest; count > from; count--)
    masses[count - from - 1] = (masses[count - from] as number) / ratio(count);
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return { from, masses: masses.map((mass) => mass / total) };
}

function sumOf(left: Chances, right: Chances): Chances {
  const masses = new Float64Array(left.masses.length + right.masses.length - 1);
  for (const [offset, mass] of right.masses.entries())
    for (let index = 0; index < left.masses.length; index++)
      masses[index + offset] = (masses[index + offset] as number) + (left.masses[index] as number) * mass;
  let [first, last] = [0, masses.length - 1];
  while ((masses[first] as number) < NEGLIGIBLE) first++;
  while ((masses[last] as number) < NEGLIGIBLE) last--;
  return { from: left.from + right.from + first, masses: masses.subarray(first, last + 1) };
}

/** The same task seen from the rollouts outside the group. */
const outside = ({ inside, insideEvents, all, allEvents }: Stratum): Stratum => ({
  inside: all - inside,
  insideEvents: allEvents - insideEvents,
  all,
  allEvents,
});

/**
 * Two-sided p-value for more or fewer events in a group than its share of each task's rollouts makes likely: the chance,
 * when each task's events fall on its rollouts at random, of a total at least as far from its expectation as the observed
 * one. Exact however many rollouts each side has (the conditional test of Cochran 1954, Mantel and Haenszel 1959); by the
 * normal distribution where the exact computation would take too long.
 *
 * A sign flip is exact only where both sides have as many rollouts: a mean of one rollout and a mean of eight scatter
 * differently around the same chance, and a task's difference is then not as likely to point either way.
 *
 * @param isTurned - Whether the strata were turned around already, to be seen from the other side.
 */
export function stratifiedExactP(
  strata: readonly Stratum[],
  isTurned = false,
): { readonly p: number; readonly excess: number } {
  // In a fixed order, so that sums do not depend on that of the tasks.
  const telling = strata
    .filter(({ inside, all, allEvents }) => inside > 0 && inside < all && allEvents > 0 && allEvents < all)
    .sort((left, right) => left.all - right.all || left.allEvents - right.allEvents || left.inside - right.inside);
  const centre = telling.reduce((sum, { inside, all, allEvents }) => sum + (inside * allEvents) / all, 0);
  const excess = telling.reduce((sum, { insideEvents }) => sum + insideEvents, 0) - centre;
  if (Math.abs(excess) <= TIE) return { p: 1, excess };
  // Seen from the side with more, as summed up from the other the last digit may differ: which is the group must not show.
  if (excess < 0 && !isTurned) return { p: stratifiedExactP(strata.map(outside), true).p, excess };
  let chances: Chances = { from: 0, masses: Float64Array.of(1) };
  let work = 0;
  for (const stratum of telling) {
    const next = hypergeometric(stratum);
    work += next.masses.length * chances.masses.length;
    if (work > MAX_WORK) return { p: byNormal(telling, excess), excess };
    chances = sumOf(chances, next);
  }
  let p = 0;
  for (const [index, mass] of chances.masses.entries())
    if (Math.abs(chances.from + index - centre) >= Math.abs(excess) - TIE) p += mass;
  return { p: Math.min(1, p), excess };
}

function byNormal(strata: readonly Stratum[], excess: number): number {
  const variance = strata.reduce(
    (sum, { inside, all, allEvents }) =>
      sum + (inside * allEvents * (all - allEvents) * (all - inside)) / (all * all * (all - 1)),
    0,
  );
  // Half an event less: counts are whole.
  return normalTwoSidedTail(Math.max(0, Math.abs(excess) - 0.5) / Math.sqrt(variance));
}
