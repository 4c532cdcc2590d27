import type { Beyond } from "./centred-column.js";
import type { Column } from "./column.js";
import type { RankedFeature } from "./ranked-features.js";

/** Endorsed features that others are held against at most, the strongest first. Bounds time and memory. */
const ENDORSED_TAKEN_OUT = 20;
/** Slack for comparing correlations that are equal on paper. */
const SLACK = 1e-9;

/** What is paid beside what was endorsed. */
export interface Rivalry {
  /** Null where nothing is. */
  readonly rival: RankedFeature | null;
  /** Whether the feature on top goes with the reward only as far as it goes with what was endorsed, taken together. */
  readonly isEcho: boolean;
}

/**
 * Finds the rival: the feature on top where nobody endorsed it and it is no echo, else the one of which most remains above
 * the floor once all paid endorsed features are taken out of it. What is merely the other choice, as a second tool is beside
 * the endorsed one, is none.
 */
export function findRival(
  ranked: readonly RankedFeature[],
  taken: readonly Column[],
  floor: number,
  beyond: (others: readonly Column[]) => (column: Column) => Beyond,
): Rivalry {
  const others = ranked.filter(({ endorsed, aboveFloor }) => aboveFloor && !endorsed);
  const [first] = others;
  if (first === undefined) return { rival: null, isEcho: false };
  if (taken.length === 0) return { rival: first, isEcho: false };
  const measure = beyond(taken);
  const isOnTop = first === ranked[0];
  const isEcho = isOnTop && measure(first.column).partial <= floor;
  if (isOnTop && !isEcho) return { rival: first, isEcho };
  let rival: RankedFeature | null = null;
  let most = floor;
  for (const each of others) {
    const { part } = measure(each.column);
    if (part <= most + SLACK) continue;
    rival = each;
    most = part;
  }
  return { rival, isEcho };
}

/**
 * What is taken out: endorsed features that are paid, however little. A count of two endorsed tools is ahead of either, an
 * echo of both, and the only one of the three above the floor when asks are few. Conjunctions other than the best are left
 * out: half of one may be what nobody endorsed.
 */
export function paidColumns(ranked: readonly RankedFeature[]): Column[] {
  return ranked
    .filter(({ endorsed, column }) => endorsed && (column.rho ?? 0) > 0)
    .map(({ column }) => column)
    .filter(({ parents }, place) => place === 0 || parents === undefined)
    .slice(0, ENDORSED_TAKEN_OUT);
}
