import type { Row } from "@whileai/core";
import { compareText } from "../optimize/compare-text.js";
import type { ChosenPair, PairChoice } from "./choose-pairs.js";
import type { PairGroup } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";
import { SpareReplies } from "./spare-replies.js";

/** How much worse than the closest pair its stand-in may match, as a share of the pair's longer reply. Convention. */
const BALANCE_SLACK = 0.1;

/** The pairs of one group; balancing swaps them in place. */
export interface PairedGroup<R extends Row = Row> extends PairChoice<R> {
  readonly group: PairGroup<R>;
}

/** How many characters longer the chosen reply is. */
export function lengthDelta({ chosen, rejected }: ChosenPair): number {
  return chosen.length - rejected.length;
}

/**
 * Evens out how often the chosen reply is the longer one: pairs on the side that has more are exchanged for pairs of the
 * same prompt that lean the other way and match almost as well, cheapest exchange first, until the two sides differ by at
 * most one pair or nothing is left to exchange.
 *
 * @returns how many pairs were exchanged.
 */
export function balanceLengths(groups: readonly PairedGroup[], settings: PairSettings): number {
  const signs = groups.flatMap(({ pairs }) => pairs.map((pair) => Math.sign(lengthDelta(pair))));
  const lean = signs.reduce((sum, sign) => sum + sign, 0);
  let wanted = Math.floor(Math.abs(lean) / 2);
  if (wanted === 0) return 0;
  const sign = Math.sign(lean);
  const exchanges = groups.flatMap((paired) => {
    if (!paired.pairs.some((pair) => Math.sign(lengthDelta(pair)) === sign)) return [];
    const spare = new SpareReplies(paired.group.entries, paired.pairs, settings);
    return paired.pairs.flatMap((pair, at) => {
      if (Math.sign(lengthDelta(pair)) !== sign) return [];
      const other = standIn(spare, pair);
      if (other === null) return [];
      return [{ paired, spare, at, price: Math.abs(lengthDelta(other)) - Math.abs(lengthDelta(pair)) }];
    });
  });
  exchanges.sort((left, right) => left.price - right.price || compareExchanges(left, right));
  let exchanged = 0;
  for (const { paired, spare, at } of exchanges) {
    if (wanted === 0) break;
    // An exchange before this one may have used what it needs.
    const pair = paired.pairs[at] as ChosenPair;
    const other = standIn(spare, pair);
    if (other === null) continue;
    spare.exchange(pair, other);
    paired.pairs[at] = other;
    wanted--;
    exchanged++;
  }
  return exchanged;
}

interface Exchange {
  readonly paired: PairedGroup;
  readonly at: number;
}

function compareExchanges(left: Exchange, right: Exchange): number {
  return compareText(left.paired.group.key, right.paired.group.key) || left.at - right.at;
}

/** The closest pair that leans the other way and could stand in for one; null without one. */
function standIn(spare: SpareReplies, pair: ChosenPair): ChosenPair | null {
  const delta = lengthDelta(pair);
  const within = Math.abs(delta) + BALANCE_SLACK * Math.max(pair.chosen.length, pair.rejected.length);
  return spare.standIn(pair, delta > 0 ? -1 : 1, within);
}
