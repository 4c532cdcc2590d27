import { EvalCoverage } from "./eval-coverage.js";
import { type EvalIndex, sameWords } from "./eval-index.js";
import { GramWindows } from "./gram-windows.js";
import { longestSharedRun, type SharedPlaces } from "./shared-run.js";
import type { ClosestText, CommonMatch, TextMatch, TextScan } from "./text-scan.js";
import { WholeTexts } from "./whole-texts.js";
import { WordReader } from "./word-reader.js";
import type { WordTable } from "./word-table.js";

const FIRST_ROOM = 256;
/** Spans are quoted up to so many words; a report may hold many. */
const SPAN_WORDS = 60;
/** Share from which a text that flags nothing is reported as a near miss. Convention. */
const NEAR_MISS = 0.5;

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
  readonly #windows: GramWindows;
  readonly #whole = new WholeTexts();
  readonly #coverage: EvalCoverage;
  /** Own words before each place; used only where a window is common. */
  #ownBefore = new Int32Array(FIRST_ROOM);

  constructor(index: EvalIndex, table: WordTable, settings: ScanSettings) {
    this.#index = index;
    this.#settings = settings;
    this.#reader = new WordReader(table, false);
    this.#windows = new GramWindows(index);
    for (const [text, hash] of index.textHashes.entries())
      if (index.textStarts[text] !== index.textStarts[text + 1]) this.#whole.add(hash, text);
    this.#coverage = new EvalCoverage(index);
  }

  /** What a training text shares with the eval texts; null when that is nothing to speak of. */
  scan(text: string): TextScan | null {
    const words = this.#reader.read(text);
    this.#windows.find(this.#reader);
    const sameWords = this.#textOfSameWords();
    if (this.#windows.count === 0)
      return sameWords === null ? null : { words, sameWords, near: null, contains: null, common: null, closest: null };
    const { nCommon } = this.#windows;
    const own = nCommon === 0 ? words : this.#countOwn(words);
    this.#coverage.cover(this.#windows, nCommon === 0 ? undefined : this.#ownBefore);
    const { coverageOf, overlap } = this.#settings;
    const covering = coverageOf === "eval" ? null : this.#covering(own, sameWords);
    const contained = coverageOf === "train" ? null : this.#contained(sameWords);
    const near =
      covering === null || covering.share < overlap
        ? null
        : this.#match(covering.text, own, this.#coverage.evalShare(covering.text));
    const contains =
      contained === null || contained.share < overlap ? null : this.#match(contained.text, own, contained.share);
    const common = near || contains || nCommon === 0 ? null : this.#commonMatch(words, own);
    // Behind shared text a few words are most of what is left, and the runs that join the two cover them.
    const closest = near || contains || nCommon > 0 ? null : closestOf(covering, contained);
    if (sameWords === null && !near && !contains && !common && !closest) return null;
    return { words, sameWords, near, contains, common, closest };
  }

  #textOfSameWords(): number | null {
    const { textHash } = this.#windows;
    if (textHash === null) return null;
    const { words, textStarts } = this.#index;
    const { ids, count } = this.#reader;
    const isSame = (text: number): boolean => {
      const start = textStarts[text] as number;
      return (textStarts[text + 1] as number) - start === count && sameWords(words, start, ids, 0, count);
    };
    return this.#whole.find(textHash, isSame) ?? null;
  }

  #countOwn(words: number): number {
    const { ngram, commonGrams } = this.#index;
    const { count, places, grams } = this.#windows;
    if (this.#ownBefore.length <= words) this.#ownBefore = new Int32Array(words * 2);
    const before = this.#ownBefore;
    let window = 0;
    let until = 0;
    let own = 0;
    for (let place = 0; place < words; place++) {
      before[place] = own;
      if (window < count && places[window] === place) {
        if (commonGrams[grams[window] as number] === 1) until = place + ngram;
        window++;
      }
      if (place >= until) own++;
    }
    before[words] = own;
    return own;
  }

  /** The eval text that covers most of the training text; of equals the one that has no other words, else the first. */
  #covering(own: number, sameWords: number | null): ClosestText | null {
    let best = -1;
    let most = 0;
    for (const text of this.#coverage.texts) {
      const covered = this.#coverage.covered(text);
      if (covered > most || (covered === most && covered > 0 && text < best)) {
        best = text;
        most = covered;
      }
    }
    if (most === 0) return null;
    const text = sameWords !== null && this.#coverage.covered(sameWords) === most ? sameWords : best;
    return { text, share: most / own, side: "train" };
  }

  /** The eval text of which most is in the training text, where that is enough for a near miss; of equals the one that is all of it. */
  #contained(sameWords: number | null): ClosestText | null {
    const { ownWords } = this.#index;
    const least = Math.min(this.#settings.overlap, NEAR_MISS);
    let best = -1;
    let most = 0;
    for (const text of this.#coverage.texts) {
      if (this.#coverage.reach(text) / (ownWords[text] as number) < least) continue;
      const share = this.#coverage.evalShare(text, least);
      if (share < least || share === 0) continue;
      const isLonger = share === most && (ownWords[text] as number) > (ownWords[best] as number);
      const isEarlier = share === most && ownWords[text] === ownWords[best] && text < best;
      if (share > most || isLonger || isEarlier) {
        best = text;
        most = share;
      }
    }
    if (best < 0) return null;
    const text = sameWords !== null && this.#coverage.evalShare(sameWords) === most ? sameWords : best;
    return { text, share: most, side: "eval" };
  }

  #match(text: number, own: number, evalShare: number): TextMatch {
    const { ngram, words, textStarts, ownWords } = this.#index;
    const [start, end] = [textStarts[text] as number, textStarts[text + 1] as number];
    const seeds = this.#sharedPlaces(start, end);
    const first = (seeds[0] as SharedPlaces).place;
    const run = longestSharedRun(
      { words: this.#reader.ids, start: 0, end: this.#reader.count },
      { words, start, end },
      seeds,
    );
    return {
      text,
      trainShare: own === 0 ? null : this.#coverage.covered(text) / own,
      evalShare,
      trainCommonWords: this.#reader.count - own,
      evalCommonWords: end - start - (ownWords[text] as number),
      firstGram: this.#reader.wordsText(first, first + ngram),
      span: this.#quoted(run),
    };
  }

  /** The windows whose grams stand in an eval text and are not common, and where they stand in it. */
  #sharedPlaces(start: number, end: number): SharedPlaces[] {
    const { gramAt, commonGrams } = this.#index;
    const places = new Map<number, number[]>();
    for (let place = start; place < end; place++) {
      const gram = gramAt[place] as number;
      if (gram < 0 || !this.#coverage.hasGram(gram) || commonGrams[gram] === 1) continue;
      const earlier = places.get(gram);
      if (earlier === undefined) places.set(gram, [place]);
      else earlier.push(place);
    }
    const shared: SharedPlaces[] = [];
    for (let window = 0; window < this.#windows.count; window++) {
      const others = places.get(this.#windows.grams[window] as number);
      if (others !== undefined) shared.push({ place: this.#windows.places[window] as number, others });
    }
    return shared;
  }

  #commonMatch(words: number, own: number): CommonMatch | null {
    const share = (words - own) / words;
    if (share < this.#settings.overlap) return null;
    const { ngram, commonGrams, gramTexts } = this.#index;
    let evalTexts = 0;
    let run = { start: 0, end: 0 };
    let longest = run;
    for (let window = 0; window < this.#windows.count; window++) {
      const gram = this.#windows.grams[window] as number;
      evalTexts = Math.max(evalTexts, gramTexts[gram] as number);
      if (commonGrams[gram] !== 1) continue;
      const place = this.#windows.places[window] as number;
      run = { start: run.end === 0 || place > run.end ? place : run.start, end: place + ngram };
      if (run.end - run.start > longest.end - longest.start) longest = run;
    }
    return { share, span: this.#quoted(longest), evalTexts };
  }

  #quoted({ start, end }: { readonly start: number; readonly end: number }): string {
    const shown = Math.min(end, start + SPAN_WORDS);
    return this.#reader.wordsText(start, shown) + (shown < end ? " …" : "");
  }
}

function closestOf(covering: ClosestText | null, contained: ClosestText | null): ClosestText | null {
  const closest = (contained?.share ?? 0) > (covering?.share ?? 0) ? contained : covering;
  return closest === null || closest.share < NEAR_MISS ? null : closest;
}
