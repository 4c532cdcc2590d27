/** Bytes of a known number that arrive in parts. */
export class FilledBytes {
  readonly #bytes: Uint8Array;
  #filled = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
  }

  /** @throws Error when there are more than were announced. */
  add(part: Uint8Array): void {
    if (this.#filled + part.length > this.#bytes.length) throw new Error("it holds more than its directory says");
    this.#bytes.set(part, this.#filled);
    this.#filled += part.length;
  }

  /** What has arrived. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#filled);
  }
}
