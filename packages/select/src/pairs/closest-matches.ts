/** Pairs of positions, one on each side. */
export type Match = readonly [left: number, right: number];

/** What is to be matched. */
export interface Matching {
  readonly lefts: number;
  readonly rights: number;
  /** Matches wanted at most. */
  readonly limit: number;
  /** What matching two costs, a whole number; null when they must not be matched. */
  readonly cost: (left: number, right: number) => number | null;
}

/** Costs looked at up to which the exact assignment is made. Bounds time. */
const EXACT_WORK = 20_000_000;

/** Whether the matching is small enough to be made exactly. */
export function isExact({ lefts, rights, limit }: Omit<Matching, "cost">): boolean {
  const wanted = Math.min(limit, lefts, rights);
  return wanted <= 1 || lefts * rights * wanted <= EXACT_WORK;
}

/**
 * Matches as many as possible up to the limit, and among such matchings one of the smallest total cost, by successive
 * shortest augmenting paths. The result is in the order of the lefts. No position is used twice.
 */
export function closestMatches(given: Matching): Match[] {
  const wanted = Math.min(given.limit, given.lefts, given.rights);
  if (wanted === 0) return [];
  const matching = { ...given, cost: tableOf(given) };
  const rightOf: number[] = new Array(matching.lefts).fill(-1);
  const leftOf: number[] = new Array(matching.rights).fill(-1);
  for (let made = 0; made < wanted; made++) if (!augment(matching, rightOf, leftOf)) break;
  return [...rightOf.entries()].filter(([, right]) => right >= 0);
}

/** The costs, each asked for once: every augmentation looks at most of them many times. */
function tableOf({ lefts, rights, cost }: Matching): Matching["cost"] {
  const table = new Float64Array(lefts * rights);
  for (let left = 0; left < lefts; left++)
    for (let right = 0; right < rights; right++) table[left * rights + right] = cost(left, right) ?? Number.NaN;
  return (left, right) => {
    const own = table[left * rights + right] as number;
    return Number.isNaN(own) ? null : own;
  };
}

/** Extends the matching by one along the cheapest path that alternates between unmatched and matched; false without one. */
function augment({ lefts, rights, cost }: Matching, rightOf: number[], leftOf: number[]): boolean {
  const toLeft: number[] = rightOf.map((right) => (right < 0 ? 0 : Number.POSITIVE_INFINITY));
  const toRight: number[] = new Array(rights).fill(Number.POSITIVE_INFINITY);
  const cameFrom: number[] = new Array(rights).fill(-1);
  const queue = [...toLeft.keys()].filter((left) => toLeft[left] === 0 && (rightOf[left] as number) < 0);
  const queued = new Set(queue);
  for (let left = queue.shift(); left !== undefined; left = queue.shift()) {
    queued.delete(left);
    for (let right = 0; right < rights; right++) {
      const own = rightOf[left] === right ? null : cost(left, right);
      if (own === null) continue;
      const reached = (toLeft[left] as number) + own;
      if (reached >= (toRight[right] as number)) continue;
      toRight[right] = reached;
      cameFrom[right] = left;
      const mate = leftOf[right] as number;
      if (mate < 0) continue;
      toLeft[mate] = reached - (cost(mate, right) as number);
      if (!queued.has(mate)) queue.push(mate);
      queued.add(mate);
    }
  }
  let end = -1;
  for (let right = 0; right < rights; right++)
    if (
      (leftOf[right] as number) < 0 &&
      (toRight[right] as number) < (end < 0 ? Number.POSITIVE_INFINITY : (toRight[end] as number))
    )
      end = right;
  if (end < 0) return false;
  for (let steps = 0; end >= 0 && steps <= lefts; steps++) {
    const left = cameFrom[end] as number;
    const before = rightOf[left] as number;
    rightOf[left] = end;
    leftOf[end] = left;
    end = before;
  }
  return true;
}
