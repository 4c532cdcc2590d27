import { normalTwoSidedTail } from "@whileai/core";

/** Rollouts of one task, in a cell and in all. */
export interface Stratum {
  readonly inside: number;
  readonly insideFailures: number;
  readonly all: number;
  readonly allFailures: number;
}

/** Most additions of the exact computation. */
const MAX_WORK = 5e7;
/** Chances below this, at the ends of a sum's distribution, are left out of the next sum. */
const NEGLIGIBLE = 1e-16;
/** Distances this close to the observed one are as far. */
const TIE = 1e-9;

/** The chances of each number of failures in the cell, from the least possible on. */
interface Chances {
  readonly from: number;
  readonly masses: Float64Array;
}

const expected = ({ inside, all, allFailures }: Stratum): number => (inside * allFailures) / all;

function variance({ inside, all, allFailures }: Stratum): number {
  return (inside * allFailures * (all - allFailures) * (all - inside)) / (all * all * (all - 1));
}

/** The hypergeometric chances, each from the one before. */
function hypergeometric({ inside, all, allFailures }: Stratum): Chances {
  const from = Math.max(0, inside + allFailures - all);
  const to = Math.min(inside, allFailures);
  const masses = new Float64Array(to - from + 1).fill(1);
  let total = 1;
  for (let count = from + 1; count <= to; count++) {
    const ratio = ((allFailures - count + 1) * (inside - count + 1)) / (count * (all - allFailures - inside + count));
    masses[count - from] = (masses[count - from - 1] as number) * ratio;
    total += masses[count - from] as number;
  }
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

/**
 * Two-sided p-value for more or fewer failures in a cell than its share of each task's rollouts makes likely: the chance,
 * when each task's failures fall on its rollouts at random, of a total at least as far from its expectation as the
 * observed one. Exact whatever the sizes (the conditional test of Cochran, Mantel and Haenszel); by the normal
 * distribution where the exact computation would take too long.
 */
export function stratifiedExactP(strata: readonly Stratum[]): { readonly p: number; readonly excess: number } {
  // In a fixed order, so that sums do not depend on that of the tasks.
  const telling = strata
    .filter(({ inside, all, allFailures }) => inside > 0 && inside < all && allFailures > 0 && allFailures < all)
    .sort((left, right) => left.all - right.all || left.allFailures - right.allFailures || left.inside - right.inside);
  const centre = telling.reduce((sum, stratum) => sum + expected(stratum), 0);
  const observed = telling.reduce((sum, { insideFailures }) => sum + insideFailures, 0);
  const excess = observed - centre;
  if (telling.length === 0) return { p: 1, excess };
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
  const spread = Math.sqrt(strata.reduce((sum, stratum) => sum + variance(stratum), 0));
  // Half a failure less: counts are whole.
  return normalTwoSidedTail(Math.max(0, Math.abs(excess) - 0.5) / spread);
}
