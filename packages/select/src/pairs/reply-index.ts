import { isLikeInLength } from "./may-pair.js";
import type { PairEntry } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";

/** What the nearest reply must be like beyond its settings. */
export interface NearestWish {
  /** 1: the other reply is the longer one; -1: the shorter one. Default: either, or of one length. */
  readonly lean?: 1 | -1 | undefined;
  /** Largest difference of the lengths. Default: any. */
  readonly within?: number | undefined;
  /** Lowest rank that counts. Default 0. */
  readonly from?: number | undefined;
}

const NONE = -1;

/**
 * Ranked replies in the order of their lengths, some of them taken out: finds the nearest in length that reads otherwise
 * than a given one in log n steps, for prompts with thousands of rollouts. A tree over the order knows of each stretch the
 * last rank that is in it, and the last one that reads otherwise than that.
 */
export class ReplyIndex {
  readonly #entries: readonly PairEntry[];
  readonly #settings: Pick<PairSettings, "maxLengthRatio">;
  /** Ranks by length, those of one length in their order; and where each rank stands there. */
  readonly #ranks: Int32Array;
  readonly #places: Int32Array;
  readonly #texts = new Map<string, number>();
  /** The text of each rank, as a number. */
  readonly #text: Int32Array;
  readonly #leaves: number;
  readonly #last: Int32Array;
  readonly #lastOther: Int32Array;
  #size = 0;

  /** Holds all of the entries; a rank is the place in them. */
  constructor(entries: readonly PairEntry[], settings: Pick<PairSettings, "maxLengthRatio">) {
    this.#entries = entries;
    this.#settings = settings;
    const lengthOf = (rank: number) => (entries[rank] as PairEntry).length;
    this.#ranks = Int32Array.from(entries.keys()).sort(
      (left, right) => lengthOf(left) - lengthOf(right) || left - right,
    );
    this.#places = new Int32Array(entries.length);
    for (const [place, rank] of this.#ranks.entries()) this.#places[rank] = place;
    this.#text = Int32Array.from(entries, ({ reply }) => {
      const known = this.#texts.get(reply) ?? this.#texts.size;
      this.#texts.set(reply, known);
      return known;
    });
    this.#leaves = 1;
    while (this.#leaves < entries.length) this.#leaves *= 2;
    this.#last = new Int32Array(2 * this.#leaves).fill(NONE);
    this.#lastOther = new Int32Array(2 * this.#leaves).fill(NONE);
    this.#last.set(this.#ranks, this.#leaves);
    for (let node = this.#leaves - 1; node > 0; node--) this.#merge(node);
    this.#size = entries.length;
  }

  /** How many entries are in it. */
  get size(): number {
    return this.#size;
  }

  has(rank: number): boolean {
    return this.#last[this.#leaves + (this.#places[rank] as number)] !== NONE;
  }

  /** Takes a rank out. */
  delete(rank: number): void {
    if (this.has(rank)) this.#put(rank, NONE, -1);
  }

  /** Puts a rank back. */
  add(rank: number): void {
    if (!this.has(rank)) this.#put(rank, rank, 1);
  }

  /** The rank of the nearest reply, of two equally near ones the better-ranked; null without one. */
  nearest(
    reply: PairEntry,
    { lean, within = Number.POSITIVE_INFINITY, from = 0 }: NearestWish = {},
  ): { readonly rank: number; readonly distance: number } | null {
    const text = this.#texts.get(reply.reply) ?? NONE;
    const longer = lean === -1 ? NONE : this.#next(this.#placeOf(reply.length + (lean === 1 ? 1 : 0)), text, from);
    const shorter = lean === 1 ? NONE : this.#previous(this.#placeOf(reply.length), text, from);
    let best: { rank: number; distance: number } | null = null;
    for (const place of [longer, shorter]) {
      if (place === NONE) continue;
      const rank = this.#ranks[place] as number;
      const { length } = this.#entries[rank] as PairEntry;
      const distance = Math.abs(length - reply.length);
      if (distance > within || !isLikeInLength(reply, { length }, this.#settings)) continue;
      if (best === null || distance < best.distance || (distance === best.distance && rank < best.rank))
        best = { rank, distance };
    }
    return best;
  }

  #put(rank: number, value: number, change: 1 | -1): void {
    this.#size += change;
    let node = this.#leaves + (this.#places[rank] as number);
    this.#last[node] = value;
    for (node >>= 1; node > 0; node >>= 1) this.#merge(node);
  }

  #merge(node: number): void {
    const [left, right] = [2 * node, 2 * node + 1];
    const [main, side] = (this.#last[left] as number) > (this.#last[right] as number) ? [left, right] : [right, left];
    const last = this.#last[main] as number;
    const sideLast = this.#last[side] as number;
    this.#last[node] = last;
    const reads = (rank: number) => (rank === NONE ? NONE : this.#text[rank]);
    const other = reads(sideLast) === reads(last) ? (this.#lastOther[side] as number) : sideLast;
    this.#lastOther[node] = Math.max(this.#lastOther[main] as number, other);
  }

  /** Whether a stretch holds a rank from `from` on that reads otherwise than a text. */
  #holds(node: number, text: number, from: number): boolean {
    const last = this.#last[node] as number;
    if (last === NONE || last < from) return false;
    return this.#text[last] !== text || (this.#lastOther[node] as number) >= from;
  }

  /** The first place from `start` on whose rank is wanted. */
  #next(start: number, text: number, from: number): number {
    if (start >= this.#leaves) return NONE;
    let node = this.#leaves + start;
    while (!this.#holds(node, text, from)) {
      while (node & 1) node >>= 1;
      if (node === 0) return NONE;
      node++;
    }
    while (node < this.#leaves) node = this.#holds(2 * node, text, from) ? 2 * node : 2 * node + 1;
    return node - this.#leaves;
  }

  /** The best-ranked of the last length before `end` that has a wanted rank. */
  #previous(end: number, text: number, from: number): number {
    if (end === 0) return NONE;
    let node = this.#leaves + end - 1;
    while (!this.#holds(node, text, from)) {
      while (node > 1 && !(node & 1)) node >>= 1;
      if (node <= 1) return NONE;
      node--;
    }
    while (node < this.#leaves) node = this.#holds(2 * node + 1, text, from) ? 2 * node + 1 : 2 * node;
    const { length } = this.#entries[this.#ranks[node - this.#leaves] as number] as PairEntry;
    return this.#next(this.#placeOf(length), text, from);
  }

  /** The first place of a length or more. */
  #placeOf(length: number): number {
    let low = 0;
    let high = this.#ranks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[this.#ranks[middle] as number] as PairEntry).length < length) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
