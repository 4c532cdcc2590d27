import { LeastUsedDeck } from "./least-used-deck.js";
import { ShareMeter } from "./share-meter.js";

/**
 * Share of ordinary asks out of the blue among those that are not hard. The axes are uniform, so that by themselves they
 * would be one in fifty, and most of what people write is just that. Convention.
 */
const PLAIN_SHARE = 1 / 3;

export interface CellDrawOptions {
  /** How often each cell was used, by its number. Draws are counted here, and so may be what is used besides. */
  readonly uses: Uint32Array;
  readonly rank: (cell: number, uses: number) => number;
  readonly isHard: (cell: number) => boolean;
  readonly hardShare: number;
  /** Ordinary asks out of the blue, which have a share of their own. Default none. */
  readonly plain?: readonly number[] | undefined;
  readonly plainWeight?: ((cell: number) => number) | undefined;
  /** Above 0, default 1 for each. */
  readonly weight?: ((cell: number) => number) | undefined;
}

/**
 * Draws cells without end, the least used first, and holds the share of hard and of plain ones at every prefix of its own.
 * Each draw counts for itself: a count over all draws that take turns would give the hard ones to one of them.
 */
export class CellDraw {
  readonly #hard: LeastUsedDeck;
  readonly #easy: LeastUsedDeck;
  readonly #plain: LeastUsedDeck | undefined;
  readonly #uses: Uint32Array;
  /** Plain draws are no reason to pass a cell over where all that are not hard take turns. */
  readonly #plainUses: Uint32Array;
  readonly #isPlain: ReadonlySet<number>;
  readonly #isHard: (cell: number) => boolean;
  readonly #hardMeter: ShareMeter;
  readonly #plainMeter = new ShareMeter(PLAIN_SHARE);

  /** @param cells - At least one. */
  constructor(cells: readonly number[], options: CellDrawOptions) {
    const { isHard, plain = [], uses } = options;
    const deck = (fits: (cell: number) => boolean): LeastUsedDeck => {
      const some = cells.filter(fits);
      return new LeastUsedDeck(some.length > 0 ? some : cells, uses, options);
    };
    this.#hard = deck(isHard);
    this.#easy = deck((cell) => !isHard(cell));
    this.#uses = uses;
    this.#plainUses = plain.length > 0 ? new Uint32Array(uses.length) : uses;
    this.#plain =
      plain.length > 0
        ? new LeastUsedDeck(plain, this.#plainUses, { rank: options.rank, weight: options.plainWeight })
        : undefined;
    this.#isPlain = new Set(plain);
    this.#isHard = isHard;
    this.#hardMeter = new ShareMeter(options.hardShare);
  }

  next(): number {
    const wantsHard = this.#hardMeter.isDue;
    const isPlain = !wantsHard && this.#plain !== undefined && this.#plainMeter.isDue;
    const [deck, uses] = isPlain
      ? [this.#plain as LeastUsedDeck, this.#plainUses]
      : [wantsHard ? this.#hard : this.#easy, this.#uses];
    const cell = deck.next() as number;
    uses[cell] = (uses[cell] as number) + 1;
    const isHard = this.#isHard(cell);
    this.#hardMeter.count(isHard);
    if (!isHard) this.#plainMeter.count(this.#isPlain.has(cell));
    return cell;
  }
}
