import { type Column, makeColumn, strength } from "./column.js";
import type { GradedRows } from "./graded-rows.js";
import { CONJUNCTION } from "./specificity.js";

/** Pairs of presence columns seen together, measured without storing them. */
export class ConjunctionPool {
  readonly #graded: GradedRows;
  readonly #minimum: number;
  readonly #columns: readonly Column[];
  readonly #masks: (Uint8Array | undefined)[];
  /** Norm by pair; 0 where the pair is too rare, or no rarer than one of its parents. */
  readonly #norms = new Map<number, number>();

  constructor(columns: readonly Column[], graded: GradedRows, minimum: number) {
    this.#columns = columns.filter((column) => column.values === null && column.norm > 0);
    this.#masks = new Array(this.#columns.length);
    this.#graded = graded;
    this.#minimum = minimum;
  }

  /** The presence columns that conjunctions are made of. */
  get columns(): readonly Column[] {
    return this.#columns;
  }

  /** |rho| of a pair against a reward vector; 0 when the pair is no feature. */
  strength(left: number, right: number, centred: Float64Array): number {
    const norm = this.#norm(left, right);
    if (norm === 0) return 0;
    let sum = 0;
    this.#eachRow(left, right, (row) => {
      sum += centred[row] as number;
    });
    return Math.abs(sum) / (norm * Math.sqrt(this.#graded.squares));
  }

  /** The pair as a column of its own. */
  build(left: number, right: number): Column | null {
    if (this.#norm(left, right) === 0) return null;
    const rows: number[] = [];
    this.#eachRow(left, right, (row) => rows.push(row));
    const parents = [this.#column(left), this.#column(right)] as const;
    const name = parents.map((parent) => parent.name).join(CONJUNCTION);
    return makeColumn({ name, rows: Int32Array.from(rows), values: null, parents }, this.#graded);
  }

  #column(index: number): Column {
    return this.#columns[index] as Column;
  }

  #norm(left: number, right: number): number {
    const key = left < right ? left * this.#columns.length + right : right * this.#columns.length + left;
    let norm = this.#norms.get(key);
    if (norm === undefined) {
      norm = this.#measure(left, right);
      this.#norms.set(key, norm);
    }
    return norm;
  }

  #measure(left: number, right: number): number {
    const { ask, starts } = this.#graded;
    let count = 0;
    let squares = 0;
    let inAsk = 0;
    let current = -1;
    const close = () => {
      if (current < 0) return;
      const size = (starts[current + 1] as number) - (starts[current] as number);
      squares += (inAsk * (size - inAsk)) / size;
    };
    this.#eachRow(left, right, (row) => {
      count++;
      if (ask[row] !== current) {
        close();
        current = ask[row] as number;
        inAsk = 0;
      }
      inAsk++;
    });
    close();
    const parents = Math.min(this.#column(left).rows.length, this.#column(right).rows.length);
    return count < this.#minimum || count >= parents ? 0 : Math.sqrt(squares);
  }

  #eachRow(left: number, right: number, visit: (row: number) => void): void {
    const [walked, masked] =
      this.#column(left).rows.length <= this.#column(right).rows.length ? [left, right] : [right, left];
    const mask = this.#mask(masked);
    const { rows } = this.#column(walked);
    for (let entry = 0; entry < rows.length; entry++) {
      const row = rows[entry] as number;
      if (mask[row] === 1) visit(row);
    }
  }

  #mask(index: number): Uint8Array {
    let mask = this.#masks[index];
    if (mask === undefined) {
      mask = new Uint8Array(this.#graded.reward.length);
      for (const row of this.#column(index).rows) mask[row] = 1;
      this.#masks[index] = mask;
    }
    return mask;
  }
}

/** Positions of the `count` largest values, the largest first; equal ones in order. */
export function strongest(values: ArrayLike<number>, count: number): number[] {
  const best: number[] = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    let at = best.length;
    while (at > 0 && (values[best[at - 1] as number] as number) < value) at--;
    if (at >= count) continue;
    best.splice(at, 0, index);
    if (best.length > count) best.pop();
  }
  return best;
}

/** The conjunctions of the strongest presence columns that go with the reward more closely than both of their parts. */
export function findConjunctions(pool: ConjunctionPool, seeds: number): Column[] {
  const strengths = pool.columns.map(strength);
  const picked = strongest(strengths, seeds);
  const found: Column[] = [];
  for (const [position, left] of picked.entries())
    for (const right of picked.slice(position + 1)) {
      const column = pool.build(left, right);
      if (column === null) continue;
      if (strength(column) > Math.max(strengths[left] as number, strengths[right] as number) + 1e-12)
        found.push(column);
    }
  return found;
}
