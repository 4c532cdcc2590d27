import { decodeReferences } from "./character-references.js";
import { ALONE, codePointClass, MARK, SEPARATOR } from "./code-point-class.js";
import { foldCase } from "./fold-case.js";
import type { WordTable } from "./word-table.js";

/** The number of a word that the table does not know. */
export const UNKNOWN_WORD = -1;

const HASH_START = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;
const FIRST_ROOM = 1024;
/** Buffers longer than this are given back once the text that needed them is done. */
const KEPT_ROOM = 1 << 20;

/** Letters and digits of ASCII as lower case; 0 for what separates words. */
const ASCII_WORD = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  if (/[a-z0-9]/i.test(character)) ASCII_WORD[unit] = character.toLowerCase().charCodeAt(0);
}

/**
 * Reads the words of texts as numbers of a table. The arrays are used again for the next text; `starts` and `ends` are
 * places in `text`, which is what the text that was read says, folded where it is more than ASCII.
 */
export class WordReader {
  readonly #table: WordTable;
  /** Whether new words are given a number. */
  readonly #learns: boolean;
  text = "";
  count = 0;
  ids = new Int32Array(FIRST_ROOM);
  starts = new Int32Array(FIRST_ROOM);
  ends = new Int32Array(FIRST_ROOM);

  constructor(table: WordTable, learns: boolean) {
    this.#table = table;
    this.#learns = learns;
  }

  /** Reads a text; returns how many words it has. */
  read(written: string): number {
    const text = decodeReferences(written);
    if (this.ids.length > KEPT_ROOM) this.#resize(FIRST_ROOM);
    this.count = 0;
    this.text = text;
    if (this.#readAscii(text)) return this.count;
    this.count = 0;
    this.text = foldCase(text);
    this.#readAny(this.text);
    return this.count;
  }

  /** Words as text: with a space between them, unless nothing stands between them. */
  wordsText(from: number, to: number): string {
    let words = "";
    for (let index = from; index < to; index++) {
      const start = this.starts[index] as number;
      if (index > from && start !== this.ends[index - 1]) words += " ";
      words += this.text.slice(start, this.ends[index]);
    }
    return words.toLowerCase();
  }

  /** False when the text is more than ASCII. */
  #readAscii(text: string): boolean {
    const { length } = text;
    let hash = HASH_START;
    let start = -1;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 127) return false;
      const lower = ASCII_WORD[unit] as number;
      if (lower !== 0) {
        if (start < 0) {
          start = index;
          hash = HASH_START;
        }
        hash = Math.imul(hash ^ lower, HASH_FACTOR);
      } else if (start >= 0) {
        this.#push(hash, start, index);
        start = -1;
      }
    }
    if (start >= 0) this.#push(hash, start, length);
    return true;
  }

  #readAny(text: string): void {
    const { length } = text;
    let hash = HASH_START;
    let start = -1;
    for (let index = 0; index < length; ) {
      const point = text.codePointAt(index) as number;
      const next = index + (point > 0xffff ? 2 : 1);
      const kind = codePointClass(point);
      const isEnd = kind === SEPARATOR || kind === ALONE || (start >= 0 && kind !== MARK && this.#standsAlone(start));
      if (isEnd && start >= 0) {
        this.#push(hash, start, index);
        start = -1;
      }
      if (kind !== SEPARATOR) {
        if (start < 0) {
          start = index;
          hash = HASH_START;
        }
        for (; index < next; index++) hash = Math.imul(hash ^ text.charCodeAt(index), HASH_FACTOR);
      }
      index = next;
    }
    if (start >= 0) this.#push(hash, start, length);
  }

  #standsAlone(start: number): boolean {
    return codePointClass(this.text.codePointAt(start) as number) === ALONE;
  }

  #push(hash: number, start: number, end: number): void {
    const { count } = this;
    if (count === this.ids.length) this.#resize(count * 2);
    const { text } = this;
    this.ids[count] = this.#learns ? this.#table.add(hash, text, start, end) : this.#table.find(hash, text, start, end);
    this.starts[count] = start;
    this.ends[count] = end;
    this.count = count + 1;
  }

  #resize(room: number): void {
    const resized = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(room);
      to.set(from.subarray(0, Math.min(room, this.count)));
      return to;
    };
    this.ids = resized(this.ids);
    this.starts = resized(this.starts);
    this.ends = resized(this.ends);
  }
}
