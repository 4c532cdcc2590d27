import { type EvalIndex, SEVERAL_BEFORE } from "./eval-index.js";
import type { GramWindows } from "./gram-windows.js";

/** What is known of each eval text while a training text is scanned, one number after the other. */
const [STAMP, COVERED, COVERED_UNTIL, REACH, STATE_SIZE] = [0, 1, 2, 3, 4];
const MOST_REACH = 0x3fffffff;
/** Where no window begins one word before, there is no such gram. */
const NO_WINDOW = -3;

/** How far a training text and the eval texts cover each other. Used again for the next training text. */
export class EvalCoverage {
  readonly #index: EvalIndex;
  // States of eval texts and grams count where their stamp is that of the training text that is looked at.
  #stamp = 0;
  readonly #states: Int32Array;
  readonly #gramStamps: Int32Array;
  /** The eval texts that share a gram that is not common. */
  readonly texts: number[] = [];

  constructor(index: EvalIndex) {
    this.#index = index;
    this.#states = new Int32Array(index.textHashes.length * STATE_SIZE);
    this.#gramStamps = new Int32Array(index.gramPlaces.length);
  }

  /**
   * Looks at the windows of a training text. `ownBefore` says how many words before each place are its own; absent: all.
   * For each eval text: how many own words of the training text its grams cover, and how many of its own words the training
   * text covers at most. A gram that follows another one in both texts reaches one word more.
   */
  cover({ count, places, grams }: GramWindows, ownBefore: Int32Array | undefined): void {
    const { ngram, postingStarts, postings, gramsBefore, mostRepeats } = this.#index;
    const stamp = this.#nextStamp();
    const states = this.#states;
    for (let window = 0; window < count; window++) {
      const gram = grams[window] as number;
      const place = places[window] as number;
      const end = place + ngram;
      const gramBefore = window > 0 && places[window - 1] === place - 1 ? (grams[window - 1] as number) : NO_WINDOW;
      this.#gramStamps[gram] = stamp;
      const last = postingStarts[gram + 1] as number;
      for (let posting = postingStarts[gram] as number; posting < last; posting++) {
        const text = postings[posting] as number;
        const state = text * STATE_SIZE;
        if (states[state + STAMP] !== stamp) {
          states[state + STAMP] = stamp;
          states[state + COVERED] = 0;
          states[state + COVERED_UNTIL] = 0;
          states[state + REACH] = 0;
          this.texts.push(text);
        }
        const until = states[state + COVERED_UNTIL] as number;
        const from = Math.max(place, until);
        const more = ownBefore === undefined ? end - from : (ownBefore[end] as number) - (ownBefore[from] as number);
        states[state + COVERED] = (states[state + COVERED] as number) + more;
        states[state + COVERED_UNTIL] = end;
        const stands = gramsBefore[posting] as number;
        const reach =
          stands === gramBefore ? 1 : stands === SEVERAL_BEFORE ? ngram * (mostRepeats[text] as number) : ngram;
        states[state + REACH] = Math.min((states[state + REACH] as number) + reach, MOST_REACH);
      }
    }
  }

  /** How many own words of the training text the eval text covers. */
  covered(text: number): number {
    return this.#states[text * STATE_SIZE + COVERED] as number;
  }

  /** How many own words of the eval text the training text covers at most. */
  reach(text: number): number {
    return this.#states[text * STATE_SIZE + REACH] as number;
  }

  /** Whether the training text has a gram of the index. */
  hasGram(gram: number): boolean {
    return this.#gramStamps[gram] === this.#stamp;
  }

  /**
   * The smaller of two shares of an eval text that the training text covers: of all its words, and of those that are its
   * own. 0 as soon as it cannot reach `least`.
   */
  evalShare(text: number, least = 0): number {
    const { ngram, textStarts, gramAt, commonPlaces, ownWords } = this.#index;
    const start = textStarts[text] as number;
    const end = textStarts[text + 1] as number;
    const own = ownWords[text] as number;
    let until = start;
    let covered = 0;
    let coveredOwn = 0;
    // One more than may be missing, so that rounding never ends a search that would succeed.
    let left = (1 - least) * (end - start) + 1;
    for (let place = start; place < end; place++) {
      const gram = gramAt[place] as number;
      if (gram >= 0 && this.hasGram(gram)) until = place + ngram;
      if (place >= until) {
        if (--left < 0) return 0;
        continue;
      }
      covered++;
      coveredOwn += 1 - (commonPlaces[place] as number);
    }
    return own === 0 ? 0 : Math.min(covered / (end - start), coveredOwn / own);
  }

  #nextStamp(): number {
    this.texts.length = 0;
    if (this.#stamp === 0x7fffffff) {
      this.#stamp = 0;
      this.#states.fill(0);
      this.#gramStamps.fill(0);
    }
    return ++this.#stamp;
  }
}
