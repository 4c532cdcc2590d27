import { foldText, isRecord, OptionError, type Row, type RowLike } from "@whileai/core";
import { withRowErrors } from "../rows/with-row-errors.js";
import { decodeReferences } from "./character-references.js";
import { commonLimit } from "./common-grams.js";
import { buildEvalIndex, type EvalIndex, sameWords } from "./eval-index.js";
import { fieldText } from "./field-text.js";
import { foldCase } from "./fold-case.js";
import { ownId, rowIds } from "./row-ids.js";
import { shortTextKey } from "./short-text-key.js";
import { hashWords, WholeTexts } from "./whole-texts.js";
import { WordReader } from "./word-reader.js";
import { WordTable } from "./word-table.js";

/** What training rows are held against: a row of an evaluation, or just its text. */
export type EvalEntry = RowLike | string;

/** One evaluation, several of them, or several with their names. */
export type EvalSources =
  | Iterable<EvalEntry>
  | Iterable<Iterable<EvalEntry>>
  | { readonly [name: string]: Iterable<EvalEntry> };

/** The fields of an eval row that are compared. Its replies are not: they are some model's. */
export type EvalField = "prompt" | "answer" | "reference";
const EVAL_FIELDS: readonly EvalField[] = ["prompt", "answer", "reference"];

/** One evaluation, as it was read. */
export interface EvalSource {
  readonly name: string;
  readonly nRows: number;
  /** Entries that are neither rows nor texts. */
  readonly nSkipped: number;
  /** Texts that no earlier row has. */
  readonly nTexts: number;
  /** Texts without a word in them, and prompts that are not there: nothing to compare. */
  readonly nWithoutWords: number;
}

/** Where an eval text comes from. */
interface EvalRowPlace {
  readonly source: number;
  /** Position in the source, from 0. */
  readonly index: number;
  readonly taskId: string | null;
  /** What the row calls itself in its field `id`. */
  readonly id: string | null;
}

/** A text of an evaluation that no earlier row has. */
interface EvalText {
  readonly text: string;
  readonly row: number;
  readonly field: EvalField;
  readonly words: number;
  /** The first row that has it as its prompt; null where it is an answer or a reference only. */
  promptRow: number | null;
}

/** Everything that training rows are held against. */
export interface EvalSet {
  readonly sources: readonly EvalSource[];
  readonly rows: readonly EvalRowPlace[];
  readonly texts: readonly EvalText[];
  /** From the id of a task to the first row that has it. */
  readonly ids: ReadonlyMap<string, number>;
  /** From a folded text to its number. */
  readonly exact: ReadonlyMap<string, number>;
  /** From the words and signs of a text that is too short for the n-gram rules to its number. */
  readonly short: ReadonlyMap<string, number>;
  readonly table: WordTable;
  readonly index: EvalIndex;
}

/** A text as the verbatim rule compares it. */
export function verbatimKey(text: string): string {
  return foldText(foldCase(decodeReferences(text)));
}

/** Reads what was given as `against`. `limitOf` is that of {@link buildEvalIndex}. */
export function readEvalSet(call: string, against: unknown, ngram: number, limitOf = commonLimit): EvalSet {
  const reading = new EvalReading(ngram);
  for (const [name, entries] of namedSources(call, against))
    withRowErrors(`${call}, \`against\``, entries as Iterable<Row>, (given) => reading.addSource(name, given), {
      once: true,
    });
  return reading.finish(limitOf);
}

class EvalReading {
  readonly #ngram: number;
  readonly #table = new WordTable();
  readonly #reader = new WordReader(this.#table, true);
  readonly #sources: EvalSource[] = [];
  readonly #rows: EvalRowPlace[] = [];
  readonly #texts: EvalText[] = [];
  readonly #ids = new Map<string, number>();
  readonly #exact = new Map<string, number>();
  readonly #short = new Map<string, number>();
  readonly #textStarts: number[] = [0];
  readonly #textSources: number[] = [];
  readonly #whole = new WholeTexts();
  #words = new Int32Array(1024);

  constructor(ngram: number) {
    this.#ngram = ngram;
  }

  addSource(name: string, entries: Iterable<unknown>): void {
    const source = this.#sources.length;
    let index = 0;
    let [nRows, nSkipped, nTexts, nWithoutWords] = [0, 0, 0, 0];
    for (const entry of entries) {
      const row: Row | undefined = typeof entry === "string" ? { prompt: entry } : isRecord(entry) ? entry : undefined;
      if (row === undefined) nSkipped++;
      else {
        nRows++;
        const ids = rowIds(row);
        for (const id of ids) if (!this.#ids.has(id)) this.#ids.set(id, this.#rows.length);
        this.#rows.push({ source, index, taskId: ids[0] ?? null, id: ownId(row) });
        for (const field of EVAL_FIELDS) {
          const text = fieldText(row, field);
          if (text === "" && field !== "prompt") continue;
          const added = this.#addText(text, field, source);
          if (added === "new") nTexts++;
          if (added === "wordless") nWithoutWords++;
        }
      }
      index++;
    }
    this.#sources.push({ name, nRows, nSkipped, nTexts, nWithoutWords });
  }

  finish(limitOf: typeof commonLimit): EvalSet {
    const words = this.#words.slice(0, this.#textStarts.at(-1));
    const textStarts = Int32Array.from(this.#textStarts);
    const textSources = Int32Array.from(this.#textSources);
    const textRows = Int32Array.from(this.#texts, ({ row }) => row);
    return {
      sources: this.#sources,
      rows: this.#rows,
      texts: this.#texts,
      ids: this.#ids,
      exact: this.#exact,
      short: this.#short,
      table: this.#table,
      index: buildEvalIndex({ words, textStarts, textRows, textSources }, this.#ngram, limitOf),
    };
  }

  #addText(text: string, field: EvalField, source: number): "new" | "repeated" | "wordless" {
    const key = verbatimKey(text);
    const row = this.#rows.length - 1;
    const promptRow = field === "prompt" ? row : null;
    const known = this.#texts[this.#exact.get(key) ?? -1];
    if (known !== undefined) {
      known.promptRow ??= promptRow;
      return "repeated";
    }
    const count = this.#reader.read(text);
    if (count === 0) return "wordless";
    const id = this.#texts.length;
    this.#exact.set(key, id);
    this.#texts.push({ text, row, field, words: count, promptRow });
    this.#textSources.push(source);
    if (count < this.#ngram) {
      const short = shortTextKey(this.#reader);
      if (!this.#short.has(short)) this.#short.set(short, id);
    }
    this.#addWords(id, this.#reader.ids.subarray(0, count));
    return "new";
  }

  /** The words of a text; none where an earlier text has the same ones, which is found in its place. */
  #addWords(text: number, words: Int32Array): void {
    const start = this.#textStarts.at(-1) as number;
    const end = start + words.length;
    const hash = hashWords(words, 0, words.length);
    const isRepeated = this.#whole.find(hash, (earlier) => this.#hasWords(earlier, words)) !== undefined;
    this.#textStarts.push(isRepeated ? start : end);
    if (isRepeated) return;
    this.#whole.add(hash, text);
    while (end > this.#words.length) {
      const more = new Int32Array(this.#words.length * 2);
      more.set(this.#words);
      this.#words = more;
    }
    this.#words.set(words, start);
  }

  #hasWords(text: number, words: Int32Array): boolean {
    const start = this.#textStarts[text] as number;
    const length = (this.#textStarts[text + 1] as number) - start;
    return length === words.length && sameWords(this.#words, start, words, 0, length);
  }
}

function* namedSources(call: string, against: unknown): Generator<[string, Iterable<unknown>]> {
  if (isIterable(against) && !(against instanceof Map)) {
    const loose: unknown[] = [];
    let sources = 0;
    for (const entry of against) {
      if (isSource(entry)) yield [`source ${++sources}`, entry];
      else loose.push(entry);
    }
    if (loose.length > 0) yield [sources === 0 ? "eval" : `source ${sources + 1}`, loose];
    return;
  }
  if (!isRecord(against) || isLater(against) || against instanceof Map)
    throw notSources(call, against, "`against` must be eval rows or texts, or sources of them");
  for (const [name, entries] of Object.entries(against)) {
    if (!isIterable(entries)) throw notSources(call, entries, `source \`${name}\` of \`against\` must be a list`);
    yield [name, entries];
  }
}

/** Whether an entry is a list of rows; one that cannot even be asked is a row, and named as one where it is read. */
function isSource(entry: unknown): entry is Iterable<unknown> {
  try {
    return isIterable(entry);
  } catch {
    return false;
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/** What has to be awaited first: a promise or a stream. */
function isLater(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isIterable(value)) return false;
  return Symbol.asyncIterator in value || ("then" in value && typeof value.then === "function");
}

function notSources(call: string, received: unknown, message: string): OptionError {
  const kind = isLater(received) ? "a promise or a stream" : received === null ? "null" : typeof received;
  return new OptionError({
    option: "against",
    received: typeof received === "string" ? received.slice(0, 60) : received,
    message: `${call}: ${message}, got ${kind}.`,
    fix: "Give a list of eval rows or of prompt texts, a list of such lists, or an object of named lists. Files are read first, and promises and streams awaited.",
  });
}
