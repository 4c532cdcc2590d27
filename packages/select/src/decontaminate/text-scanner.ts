import { type EvalIndex, sameWords } from "./eval-index.js";
import { finishHash, GRAM_FACTOR, leadingFactor, wordHash } from "./gram-hash.js";
import type { CommonMatch, TextMatch, TextScan } from "./text-scan.js";
import { UNKNOWN_WORD, WordReader } from "./word-reader.js";
import type { WordTable } from "./word-table.js";

const FIRST_ROOM = 256;
/** Spans are quoted up to about so many words; a report may hold many. */
const SPAN_WORDS = 60;

/** What a scanner looks for. */
export interface ScanSettings {
  readonly overlap: number;
  readonly coverageOf: "train" | "eval" | "either";
}

/** Finds eval texts in training texts. One text after the other: its buffers are used again. */
export class TextScanner {
  readonly #index: EvalIndex;
  readonly #settings: ScanSettings;
  readonly #reader: WordReader;
  readonly #leading: number;
  readonly #textHashes: ReadonlySet<number>;

  // The windows of the text that are grams of the index: where, and which gram.
  #windowPlaces = new Int32Array(FIRST_ROOM);
  #windowGrams = new Int32Array(FIRST_ROOM);
  #windows = 0;
  #nCommon = 0;
  /** Own words before each place; used only where a window is common. */
  #ownBefore = new Int32Array(FIRST_ROOM);

  // For each eval text, valid where the stamp is that of the text being scanned.
  #stamp = 0;
  readonly #textStamps: Int32Array;
  readonly #covered: Int32Array;
  readonly #coveredUntil: Int32Array;
  readonly #windowsOf: Int32Array;
  readonly #touched: number[] = [];
  readonly #gramStamps: Int32Array;

  constructor(index: EvalIndex, table: WordTable, settings: ScanSettings) {
    this.#index = index;
    this.#settings = settings;
    this.#reader = new WordReader(table, false);
    this.#leading = leadingFactor(index.ngram);
    this.#textHashes = new Set(index.textHashes);
    const nTexts = index.textHashes.length;
    this.#textStamps = new Int32Array(nTexts);
    this.#covered = new Int32Array(nTexts);
    this.#coveredUntil = new Int32Array(nTexts);
    this.#windowsOf = new Int32Array(nTexts);
    this.#gramStamps = new Int32Array(index.gramPlaces.length);
  }

  /** What a training text shares with the eval texts; null when that is nothing to speak of. */
  scan(text: string): TextScan | null {
    const words = this.#reader.read(text);
    const mayBeCopy = this.#findWindows();
    if (this.#windows === 0) return mayBeCopy ? { words, mayBeCopy, near: null, contains: null, common: null } : null;
    this.#nextStamp();
    const own = this.#nCommon === 0 ? words : this.#countOwn(words);
    this.#coverTexts();
    const near = this.#settings.coverageOf === "eval" ? null : this.#nearest(own);
    const contains = this.#settings.coverageOf === "train" ? null : this.#contained(own);
    const common = near || contains || this.#nCommon === 0 ? null : this.#commonMatch(words, own);
    if (!mayBeCopy && !near && !contains && !common) return null;
    return { words, mayBeCopy, near, contains, common };
  }

  /** Finds the windows that are grams of the index; says whether the text may be a copy of an eval text. */
  #findWindows(): boolean {
    const { ngram, slots, gramPlaces, commonGrams, words } = this.#index;
    const { ids, count } = this.#reader;
    const mask = slots.length - 1;
    const leading = this.#leading;
    let hash = 0;
    let whole = 0;
    let known = 0;
    let isKnown = count > 0;
    this.#windows = 0;
    this.#nCommon = 0;
    for (let index = 0; index < count; index++) {
      const word = ids[index] as number;
      if (word === UNKNOWN_WORD) {
        known = 0;
        hash = 0;
        isKnown = false;
        continue;
      }
      const mixed = wordHash(word);
      whole = (Math.imul(whole, GRAM_FACTOR) + mixed) | 0;
      if (known >= ngram) hash = (hash - Math.imul(wordHash(ids[index - ngram] as number), leading)) | 0;
      hash = (Math.imul(hash, GRAM_FACTOR) + mixed) | 0;
      if (++known < ngram) continue;
      let slot = finishHash(hash) & mask;
      const place = index - ngram + 1;
      for (let gram = (slots[slot] as number) - 1; gram >= 0; gram = (slots[slot] as number) - 1) {
        if (sameWords(words, gramPlaces[gram] as number, ids, place, ngram)) {
          this.#pushWindow(place, gram);
          this.#nCommon += commonGrams[gram] as number;
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
    return isKnown && this.#textHashes.has(whole);
  }

  #pushWindow(place: number, gram: number): void {
    const index = this.#windows++;
    if (index === this.#windowPlaces.length) {
      this.#windowPlaces = grown(this.#windowPlaces, index * 2);
      this.#windowGrams = grown(this.#windowGrams, index * 2);
    }
    this.#windowPlaces[index] = place;
    this.#windowGrams[index] = gram;
  }

  #nextStamp(): void {
    this.#touched.length = 0;
    if (this.#stamp === 0x7fffffff) {
      this.#stamp = 0;
      this.#textStamps.fill(0);
      this.#gramStamps.fill(0);
    }
    this.#stamp++;
  }

  #countOwn(words: number): number {
    const { ngram, commonGrams } = this.#index;
    if (this.#ownBefore.length <= words) this.#ownBefore = new Int32Array(words * 2);
    const before = this.#ownBefore;
    let window = 0;
    let until = 0;
    let own = 0;
    for (let place = 0; place < words; place++) {
      before[place] = own;
      if (window < this.#windows && this.#windowPlaces[window] === place) {
        if (commonGrams[this.#windowGrams[window] as number] === 1) until = place + ngram;
        window++;
      }
      if (place >= until) own++;
    }
    before[words] = own;
    return own;
  }

  /** For each eval text: how many own words of the training text its grams cover. */
  #coverTexts(): void {
    const { ngram, postingStarts, postings } = this.#index;
    const stamp = this.#stamp;
    const before = this.#nCommon === 0 ? undefined : this.#ownBefore;
    for (let window = 0; window < this.#windows; window++) {
      const gram = this.#windowGrams[window] as number;
      const place = this.#windowPlaces[window] as number;
      const end = place + ngram;
      this.#gramStamps[gram] = stamp;
      const last = postingStarts[gram + 1] as number;
      for (let posting = postingStarts[gram] as number; posting < last; posting++) {
        const text = postings[posting] as number;
        if (this.#textStamps[text] !== stamp) {
          this.#textStamps[text] = stamp;
          this.#covered[text] = 0;
          this.#coveredUntil[text] = 0;
          this.#windowsOf[text] = 0;
          this.#touched.push(text);
        }
        const from = Math.max(place, this.#coveredUntil[text] as number);
        const more = before === undefined ? end - from : (before[end] as number) - (before[from] as number);
        this.#covered[text] = (this.#covered[text] as number) + more;
        this.#coveredUntil[text] = end;
        this.#windowsOf[text] = (this.#windowsOf[text] as number) + 1;
      }
    }
  }

  #nearest(own: number): TextMatch | null {
    let best = -1;
    let most = 0;
    for (const text of this.#touched) {
      const covered = this.#covered[text] as number;
      if (covered > most || (covered === most && covered > 0 && text < best)) {
        best = text;
        most = covered;
      }
    }
    if (most === 0 || most / own < this.#settings.overlap) return null;
    return this.#match(best, own, this.#evalShare(best));
  }

  #contained(own: number): TextMatch | null {
    const { ngram, ownWords, mostRepeats } = this.#index;
    let best = -1;
    let most = 0;
    for (const text of this.#touched) {
      const reach = (this.#windowsOf[text] as number) * ngram * (mostRepeats[text] as number);
      if (reach < this.#settings.overlap * (ownWords[text] as number)) continue;
      const share = this.#evalShare(text, this.#settings.overlap);
      if (share < this.#settings.overlap || share === 0) continue;
      const isLonger = share === most && (ownWords[text] as number) > (ownWords[best] as number);
      const isEarlier = share === most && ownWords[text] === ownWords[best] && text < best;
      if (share > most || isLonger || isEarlier) {
        best = text;
        most = share;
      }
    }
    return best < 0 ? null : this.#match(best, own, most);
  }

  /**
   * The smaller of two shares of an eval text that the training text covers: of all its words, and of those that are its
   * own. 0 as soon as it cannot reach `least`.
   */
  #evalShare(text: number, least = 0): number {
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
      if (gram >= 0 && this.#gramStamps[gram] === this.#stamp) until = place + ngram;
      if (place >= until) {
        if (--left < 0) return 0;
        continue;
      }
      covered++;
      coveredOwn += 1 - (commonPlaces[place] as number);
    }
    return own === 0 ? 0 : Math.min(covered / (end - start), coveredOwn / own);
  }

  #match(text: number, own: number, evalShare: number): TextMatch {
    const { ngram, textStarts, ownWords } = this.#index;
    const isShared = (gram: number): boolean => this.#isIn(gram, text) || this.#index.commonGrams[gram] === 1;
    const first = this.#windowsWhere((gram) => this.#isIn(gram, text)).next().value as number;
    return {
      text,
      trainShare: own === 0 ? null : (this.#covered[text] as number) / own,
      evalShare,
      trainCommonWords: this.#reader.count - own,
      evalCommonWords: (textStarts[text + 1] as number) - (textStarts[text] as number) - (ownWords[text] as number),
      firstGram: this.#reader.wordsText(first, first + ngram),
      span: this.#longestRun(isShared),
    };
  }

  #commonMatch(words: number, own: number): CommonMatch | null {
    const share = (words - own) / words;
    if (share < this.#settings.overlap) return null;
    let evalTexts = 0;
    for (let window = 0; window < this.#windows; window++)
      evalTexts = Math.max(evalTexts, this.#index.gramTexts[this.#windowGrams[window] as number] as number);
    return { share, span: this.#longestRun((gram) => this.#index.commonGrams[gram] === 1), evalTexts };
  }

  #isIn(gram: number, text: number): boolean {
    const { postingStarts, postings } = this.#index;
    const last = postingStarts[gram + 1] as number;
    for (let posting = postingStarts[gram] as number; posting < last; posting++)
      if (postings[posting] === text) return true;
    return false;
  }

  *#windowsWhere(isWanted: (gram: number) => boolean): Generator<number> {
    for (let window = 0; window < this.#windows; window++)
      if (isWanted(this.#windowGrams[window] as number)) yield this.#windowPlaces[window] as number;
  }

  #longestRun(isWanted: (gram: number) => boolean): string {
    const { ngram } = this.#index;
    let [start, end, longestStart, longestEnd] = [0, 0, 0, 0];
    for (const place of this.#windowsWhere(isWanted)) {
      if (place > end || end === 0) start = place;
      end = place + ngram;
      if (end - start > longestEnd - longestStart) [longestStart, longestEnd] = [start, end];
    }
    const shown = Math.min(longestEnd, longestStart + SPAN_WORDS);
    return this.#reader.wordsText(longestStart, shown) + (shown < longestEnd ? " …" : "");
  }
}

function grown(from: Int32Array, room: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(room);
  to.set(from);
  return to;
}
