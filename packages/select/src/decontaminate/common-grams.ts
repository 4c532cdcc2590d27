/** A gram in more eval rows of one source than this is common, however many rows there are: it also bounds the work for a row. */
const COMMON_ROWS = 100;
/** A gram in more than this share of a source's eval rows is common, once they are more than a few. */
const COMMON_SHARE = 0.5;
/** As many rows may be one task asked in other words; what they share is no preamble yet. Convention. */
const FEWEST_COMMON_ROWS = 4;

/** What an index is made from. */
export interface IndexedTexts {
  /** The words of all texts, one text after the other. */
  readonly words: Int32Array;
  /** Where each text begins in `words`; one entry more than there are texts. A text whose words an earlier one has is empty. */
  readonly textStarts: Int32Array;
  /** The row of each text, and its source; texts of one row stand together, and so do rows of one source. */
  readonly textRows: Int32Array;
  readonly textSources: Int32Array;
}

/** How often grams are in the eval texts. */
export interface GramCounts {
  /** 1 for each gram that is common. */
  readonly commonGrams: Uint8Array;
  /** In how many eval texts each gram is. */
  readonly gramTexts: Int32Array;
  /** How often the most frequent gram of each text is in it. */
  readonly mostRepeats: Int32Array;
}

/** The limit above which a gram of a source with so many rows is common. */
export function commonLimit(rows: number): number {
  return Math.min(COMMON_ROWS, Math.max(FEWEST_COMMON_ROWS, rows * COMMON_SHARE));
}

/** Counts grams. A row counts once, whichever of its texts have the gram, and so do rows of the same words. */
export function countGrams(
  texts: IndexedTexts,
  gramAt: Int32Array,
  nGrams: number,
  limitOf: typeof commonLimit,
): GramCounts {
  const { textStarts, textRows, textSources } = texts;
  const nTexts = textStarts.length - 1;
  const limits = rowsOfSources(texts).map(limitOf);
  const gramTexts = new Int32Array(nGrams);
  const commonGrams = new Uint8Array(nGrams);
  const lastText = new Int32Array(nGrams).fill(-1);
  const rowsInSource = new Int32Array(nGrams);
  const repeats = new Int32Array(nGrams);
  const mostRepeats = new Int32Array(nTexts);
  for (let text = 0; text < nTexts; text++) {
    const source = textSources[text] as number;
    const limit = limits[source] as number;
    const end = textStarts[text + 1] as number;
    let most = 0;
    for (let place = textStarts[text] as number; place < end; place++) {
      const gram = gramAt[place] as number;
      if (gram < 0) break;
      const last = lastText[gram] as number;
      if (last !== text) {
        if (last < 0 || textSources[last] !== source) rowsInSource[gram] = 1;
        else if (textRows[last] !== textRows[text]) rowsInSource[gram] = (rowsInSource[gram] as number) + 1;
        if ((rowsInSource[gram] as number) > limit) commonGrams[gram] = 1;
        lastText[gram] = text;
        gramTexts[gram] = (gramTexts[gram] as number) + 1;
        repeats[gram] = 0;
      }
      repeats[gram] = (repeats[gram] as number) + 1;
      most = Math.max(most, repeats[gram] as number);
    }
    mostRepeats[text] = most;
  }
  return { commonGrams, gramTexts, mostRepeats };
}

/** How many rows of each source have words that no earlier one has. */
function rowsOfSources({ textStarts, textRows, textSources }: IndexedTexts): number[] {
  const rows: number[] = [];
  let lastRow = -1;
  for (const [text, source] of textSources.entries()) {
    const row = textRows[text] as number;
    if (textStarts[text] === textStarts[text + 1] || row === lastRow) continue;
    lastRow = row;
    rows[source] = (rows[source] ?? 0) + 1;
  }
  return Array.from(rows, (count) => count ?? 0);
}
