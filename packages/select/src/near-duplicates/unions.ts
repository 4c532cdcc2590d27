/** Puts numbers together that belong together. */
export class Unions {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, index) => index);
  }

  /** What stands for all numbers that belong together with this one: the smallest of them. */
  find(number: number): number {
    const parents = this.#parents;
    let root = number;
    while (parents[root] !== root) root = parents[root] as number;
    while (parents[number] !== root) {
      const next = parents[number] as number;
      parents[number] = root;
      number = next;
    }
    return root;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.find(one), this.find(other)];
    if (a < b) this.#parents[b] = a;
    else this.#parents[a] = b;
  }
}
