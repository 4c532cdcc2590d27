const FIRST_WORDS = 1024;
const FIRST_UNITS = 8192;
/** Slots for each word, so that a chain of taken slots stays short. */
const SLOTS_PER_WORD = 2;

/** The typed arrays of a table, which threads can share. */
export interface WordTableData {
  readonly slots: Int32Array;
  readonly hashes: Int32Array;
  readonly offsets: Int32Array;
  readonly units: Uint16Array;
  readonly size: number;
}

/** A number for every different word. Words are told apart by their characters; hashes only say where to look. */
export class WordTable {
  #slots: Int32Array;
  #hashes: Int32Array;
  /** Where a word's characters begin; the next one says where they end. */
  #offsets: Int32Array;
  #units: Uint16Array;
  #size: number;

  constructor(data?: WordTableData) {
    this.#slots = data?.slots ?? new Int32Array(FIRST_WORDS * SLOTS_PER_WORD);
    this.#hashes = data?.hashes ?? new Int32Array(FIRST_WORDS);
    this.#offsets = data?.offsets ?? new Int32Array(FIRST_WORDS + 1);
    this.#units = data?.units ?? new Uint16Array(FIRST_UNITS);
    this.#size = data?.size ?? 0;
  }

  get data(): WordTableData {
    return {
      slots: this.#slots,
      hashes: this.#hashes,
      offsets: this.#offsets,
      units: this.#units,
      size: this.#size,
    };
  }

  /** The number of a word (the part of a text, with upper-case ASCII read as lower), or -1. */
  find(hash: number, text: string, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const word = (slots[slot] as number) - 1;
      if (word < 0) return -1;
      if (this.#hashes[word] === hash && this.#isWord(word, text, start, end)) return word;
    }
  }

  /** The number of a word, which is given one if it has none. */
  add(hash: number, text: string, start: number, end: number): number {
    const found = this.find(hash, text, start, end);
    if (found >= 0) return found;
    const word = this.#size++;
    const from = this.#offsets[word] as number;
    const to = from + end - start;
    this.#makeRoom(to);
    for (let index = from; index < to; index++) this.#units[index] = lowerUnit(text.charCodeAt(start + index - from));
    this.#offsets[word + 1] = to;
    this.#hashes[word] = hash;
    this.#place(word);
    return word;
  }

  #isWord(word: number, text: string, start: number, end: number): boolean {
    const from = this.#offsets[word] as number;
    if ((this.#offsets[word + 1] as number) - from !== end - start) return false;
    for (let index = start; index < end; index++)
      if (this.#units[from + index - start] !== lowerUnit(text.charCodeAt(index))) return false;
    return true;
  }

  #place(word: number): void {
    const mask = this.#slots.length - 1;
    let slot = spread(this.#hashes[word] as number) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = word + 1;
  }

  #makeRoom(units: number): void {
    if (units > this.#units.length) {
      const grown = new Uint16Array(Math.max(units, this.#units.length * 2));
      grown.set(this.#units);
      this.#units = grown;
    }
    if (this.#size < this.#hashes.length) return;
    const room = this.#hashes.length * 2;
    const hashes = new Int32Array(room);
    hashes.set(this.#hashes);
    const offsets = new Int32Array(room + 1);
    offsets.set(this.#offsets);
    [this.#hashes, this.#offsets] = [hashes, offsets];
    this.#slots = new Int32Array(room * SLOTS_PER_WORD);
    for (let word = 0; word < this.#size - 1; word++) this.#place(word);
  }
}

function lowerUnit(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
}

function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
