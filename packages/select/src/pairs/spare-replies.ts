import type { ChosenPair } from "./choose-pairs.js";
import { isWide } from "./may-pair.js";
import { nearestPair } from "./nearest-pair.js";
import type { PairEntry } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";
import { ReplyIndex } from "./reply-index.js";

/** Two entries by rank, and how far their lengths lie apart. */
interface Found {
  readonly chosen: number;
  readonly rejected: number;
  readonly distance: number;
}

/** Free replies that may be rejected: `first` is the rank of the index's first one, `from` the first that counts. */
interface Rejectable {
  readonly index: ReplyIndex;
  readonly first: number;
  readonly from: number;
}

/** The entries of one prompt that stand in no pair, held so that stand-ins for its pairs are found without looking at all. */
export class SpareReplies {
  readonly #entries: readonly PairEntry[];
  readonly #settings: PairSettings;
  readonly #rankOf: ReadonlyMap<PairEntry, number>;
  readonly #used: Set<PairEntry>;
  /** The first rank of each score. */
  readonly #starts = new Map<number, number>();
  readonly #ends = new Map<number, number>();
  readonly #chosen = new Map<number, ReplyIndex>();
  readonly #rejected = new Map<number, ReplyIndex>();
  #whole: ReplyIndex | null = null;
  /** The best pairs of two free entries, until an entry is taken or freed. */
  readonly #bothFree = new Map<string, Found | null>();

  constructor(entries: readonly PairEntry[], pairs: readonly ChosenPair[], settings: PairSettings) {
    this.#entries = entries;
    this.#settings = settings;
    this.#rankOf = new Map(entries.map((entry, rank) => [entry, rank]));
    this.#used = new Set(pairs.flatMap(({ chosen, rejected }) => [chosen, rejected]));
    for (const [rank, { score }] of entries.entries()) {
      if (!this.#starts.has(score)) this.#starts.set(score, rank);
      this.#ends.set(score, rank + 1);
    }
  }

  /**
   * The closest pair that could stand in for one, of free entries and its own two: as well scored, with the chosen reply
   * the longer one (`lean` 1) or the shorter one (-1), and lengths at most `within` apart; null without one.
   */
  standIn({ chosen, rejected }: ChosenPair, lean: 1 | -1, within: number): ChosenPair | null {
    const [own, other] = [this.#rank(chosen), this.#rank(rejected)];
    const below = this.#rejectable(chosen, rejected);
    const toRejected = { lean: lean === 1 ? -1 : 1, within, from: below.from } as const;
    const worse = below.index.nearest(chosen, toRejected);
    const better = this.#choosable(chosen.score).nearest(rejected, { lean, within });
    const key = JSON.stringify([chosen.score, this.#settings.prefer === "length" || rejected.score, lean]);
    let both = this.#bothFree.get(key);
    if (both === undefined) {
      both = this.#nearestFree(chosen.score, below, lean);
      this.#bothFree.set(key, both);
    }
    const start = this.#starts.get(chosen.score) as number;
    const found = [
      worse && { chosen: own, rejected: below.first + worse.rank, distance: worse.distance },
      better && { chosen: start + better.rank, rejected: other, distance: better.distance },
      both && both.distance <= within ? both : null,
    ].filter((one) => one !== null);
    const [best] = found.sort(
      (left, right) => left.distance - right.distance || left.chosen + left.rejected - right.chosen - right.rejected,
    );
    if (best === undefined) return null;
    return { chosen: this.#entries[best.chosen] as PairEntry, rejected: this.#entries[best.rejected] as PairEntry };
  }

  /** Frees the entries of one pair and takes those of another. */
  exchange(before: ChosenPair, after: ChosenPair): void {
    for (const entry of [before.chosen, before.rejected]) this.#put(entry, true);
    for (const entry of [after.chosen, after.rejected]) this.#put(entry, false);
    this.#bothFree.clear();
  }

  #nearestFree(score: number, { index, first, from }: Rejectable, lean: 1 | -1): Found | null {
    const start = this.#starts.get(score) as number;
    const tier = this.#entries.slice(start, this.#ends.get(score));
    const free = tier.filter((entry) => !entry.onlyRejected && !this.#used.has(entry));
    const found = nearestPair(free, index, { lean: lean === 1 ? -1 : 1, from });
    if (found === null) return null;
    const [left, right] = [free[found[0]] as PairEntry, this.#entries[first + found[1]] as PairEntry];
    return { chosen: this.#rank(left), rejected: first + found[1], distance: Math.abs(left.length - right.length) };
  }

  /** The free replies below a chosen one: all that are far enough below it, or those of one score where margins count. */
  #rejectable(chosen: PairEntry, { score }: PairEntry): Rejectable {
    if (this.#settings.prefer === "length") {
      this.#whole ??= this.#indexOf(0, this.#entries.length, () => true);
      return { index: this.#whole, first: 0, from: this.#firstBelow(chosen) };
    }
    const first = this.#starts.get(score) as number;
    let index = this.#rejected.get(score);
    index ??= this.#indexOf(first, this.#ends.get(score) as number, () => true);
    this.#rejected.set(score, index);
    return { index, first, from: 0 };
  }

  #choosable(score: number): ReplyIndex {
    let index = this.#chosen.get(score);
    index ??= this.#indexOf(
      this.#starts.get(score) as number,
      this.#ends.get(score) as number,
      ({ onlyRejected }) => !onlyRejected,
    );
    this.#chosen.set(score, index);
    return index;
  }

  #indexOf(start: number, end: number, counts: (entry: PairEntry) => boolean): ReplyIndex {
    const entries = this.#entries.slice(start, end);
    const index = new ReplyIndex(entries, this.#settings);
    for (const [rank, entry] of entries.entries()) if (this.#used.has(entry) || !counts(entry)) index.delete(rank);
    return index;
  }

  #put(entry: PairEntry, isFree: boolean): void {
    if (isFree) this.#used.delete(entry);
    else this.#used.add(entry);
    const rank = this.#rank(entry);
    const inTier = rank - (this.#starts.get(entry.score) as number);
    const set = (index: ReplyIndex | null | undefined, at: number) => (isFree ? index?.add(at) : index?.delete(at));
    set(this.#whole, rank);
    set(this.#rejected.get(entry.score), inTier);
    if (!entry.onlyRejected) set(this.#chosen.get(entry.score), inTier);
  }

  #rank(entry: PairEntry): number {
    return this.#rankOf.get(entry) as number;
  }

  /** The first rank that is far enough below an entry. */
  #firstBelow(chosen: PairEntry): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isWide(chosen, this.#entries[middle] as PairEntry, this.#settings)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
