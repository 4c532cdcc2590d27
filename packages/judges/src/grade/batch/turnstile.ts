/** Lets so many in at a time, in the order in which they came, and nobody while it is shut. */
export class Turnstile {
  readonly #places: number;
  readonly #isOpen: () => boolean;
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #inside = 0;

  /** @param isOpen - Looked at before anybody is let in; call {@link Turnstile.look} when it may have changed. Default: always. */
  constructor(places: number, isOpen: () => boolean = () => true) {
    this.#places = places;
    this.#isOpen = isOpen;
  }

  /** Waits for a place; gives what to call to leave it. */
  async enter(): Promise<() => void> {
    await new Promise<void>((letIn) => {
      this.#waiting.push(letIn);
      this.look();
    });
    return () => {
      this.#inside--;
      this.look();
    };
  }

  /** Lets in whom there is room for. */
  look(): void {
    while (this.#next < this.#waiting.length && this.#inside < this.#places && this.#isOpen()) {
      this.#inside++;
      this.#waiting[this.#next++]?.();
    }
    // Cut once in a while: taking the first of many thousand each time would move all the others.
    if (this.#next > this.#waiting.length / 2) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
  }
}
