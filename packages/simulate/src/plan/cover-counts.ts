import { combinationLevels, type Interaction } from "./interactions.js";

/** Where the combinations of one axis are, laid out flat for the inner loop. */
interface AxisLayout {
  readonly offsets: Int32Array;
  /** How far the number of a combination moves with the level of this axis. */
  readonly strides: Int32Array;
  /** The other axes of each interaction, `width` to each, and how far the number moves with them. */
  readonly otherAxes: Int32Array;
  readonly otherStrides: Int32Array;
}

/**
 * How often each combination occurs among some rows, kept up to date while single cells change, and which ones do not occur
 * at all. All rows must be whole and allowed.
 */
export class CoverCounts {
  /** Combinations looked at so far: what the work costs. */
  work = 0;
  readonly #levels: readonly number[];
  readonly #interactions: readonly Interaction[];
  readonly #offsets: Int32Array;
  readonly #owners: Int32Array;
  readonly #layouts: readonly AxisLayout[];
  readonly #width: number;
  readonly #counts: Int32Array;
  readonly #missing: Int32Array;
  readonly #places: Int32Array;
  #missingCount = 0;

  constructor(levels: readonly number[], interactions: readonly Interaction[], rows: readonly Int16Array[]) {
    this.#levels = levels;
    this.#interactions = interactions;
    this.#width = (interactions[0]?.axes.length ?? 1) - 1;
    this.#offsets = new Int32Array(interactions.length);
    const total = interactions.reduce((sum, one, at) => {
      this.#offsets[at] = sum;
      return sum + one.size;
    }, 0);
    this.#owners = new Int32Array(total);
    this.#counts = new Int32Array(total);
    this.#missing = new Int32Array(total);
    this.#places = new Int32Array(total).fill(-1);
    this.#layouts = levels.map((_, axis) => this.#layout(axis));
    for (const [at, one] of interactions.entries()) {
      const offset = this.#offsets[at] as number;
      this.#owners.fill(at, offset, offset + one.size);
      for (let code = 0; code < one.size; code++) if (one.feasible[code] === 1) this.#lose(offset + code);
    }
    for (const row of rows) this.#countRow(row, 1);
  }

  get missingCount(): number {
    return this.#missingCount;
  }

  /** One of the combinations that do not occur: its axes and its levels on them. */
  missingAt(index: number): { axes: readonly number[]; values: readonly number[] } {
    const code = this.#missing[index] as number;
    const at = this.#owners[code] as number;
    const { axes } = this.#interactions[at] as Interaction;
    return { axes, values: combinationLevels(code - (this.#offsets[at] as number), axes, this.#levels) };
  }

  /** How many combinations occur in this row alone. */
  alone(row: Int16Array): number {
    let found = 0;
    for (let at = 0; at < this.#interactions.length; at++) if (this.#counts[this.#code(row, at)] === 1) found++;
    this.work += this.#interactions.length;
    return found;
  }

  remove(row: Int16Array): void {
    this.#countRow(row, -1);
  }

  /** Gives a row all the levels of another: cell by cell it might pass through what is forbidden. */
  replace(row: Int16Array, by: Int16Array): void {
    this.#countRow(row, -1);
    row.set(by);
    this.#countRow(row, 1);
  }

  /** By how many the missing combinations would grow if the row had another level on an axis. */
  change(row: Int16Array, axis: number, level: number): number {
    const { offsets, strides, otherAxes, otherStrides } = this.#layouts[axis] as AxisLayout;
    const counts = this.#counts;
    const width = this.#width;
    const before = row[axis] as number;
    let grown = 0;
    for (let at = 0, other = 0; at < offsets.length; at++) {
      let base = offsets[at] as number;
      for (let step = 0; step < width; step++, other++)
        base += (row[otherAxes[other] as number] as number) * (otherStrides[other] as number);
      const stride = strides[at] as number;
      if (counts[base + before * stride] === 1) grown++;
      if (counts[base + level * stride] === 0) grown--;
    }
    this.work += offsets.length;
    return grown;
  }

  /** Gives a row another level on an axis, which must leave it allowed. */
  set(row: Int16Array, axis: number, level: number): void {
    const { offsets, strides, otherAxes, otherStrides } = this.#layouts[axis] as AxisLayout;
    const before = row[axis] as number;
    for (let at = 0, other = 0; at < offsets.length; at++) {
      let base = offsets[at] as number;
      for (let step = 0; step < this.#width; step++, other++)
        base += (row[otherAxes[other] as number] as number) * (otherStrides[other] as number);
      const stride = strides[at] as number;
      this.#add(base + before * stride, -1);
      this.#add(base + level * stride, 1);
    }
    this.work += offsets.length;
    row[axis] = level;
  }

  #layout(axis: number): AxisLayout {
    const found: { offset: number; stride: number; others: [axis: number, stride: number][] }[] = [];
    for (const [at, { axes }] of this.#interactions.entries()) {
      if (!axes.includes(axis)) continue;
      let stride = 1;
      const strides = new Map<number, number>();
      for (const one of [...axes].reverse()) {
        strides.set(one, stride);
        stride *= this.#levels[one] as number;
      }
      const others = axes
        .filter((one) => one !== axis)
        .map((one): [number, number] => [one, strides.get(one) as number]);
      found.push({ offset: this.#offsets[at] as number, stride: strides.get(axis) as number, others });
    }
    const others = found.flatMap((one) => one.others);
    return {
      offsets: Int32Array.from(found, (one) => one.offset),
      strides: Int32Array.from(found, (one) => one.stride),
      otherAxes: Int32Array.from(others, ([one]) => one),
      otherStrides: Int32Array.from(others, ([, stride]) => stride),
    };
  }

  #code(row: Int16Array, at: number): number {
    let code = 0;
    for (const axis of (this.#interactions[at] as Interaction).axes)
      code = code * (this.#levels[axis] as number) + (row[axis] as number);
    return (this.#offsets[at] as number) + code;
  }

  #countRow(row: Int16Array, by: 1 | -1): void {
    for (let at = 0; at < this.#interactions.length; at++) this.#add(this.#code(row, at), by);
    this.work += this.#interactions.length;
  }

  #add(code: number, by: 1 | -1): void {
    const count = (this.#counts[code] as number) + by;
    this.#counts[code] = count;
    if (count === 0) this.#lose(code);
    else if (count === 1 && by === 1) this.#find(code);
  }

  #lose(code: number): void {
    this.#places[code] = this.#missingCount;
    this.#missing[this.#missingCount++] = code;
  }

  #find(code: number): void {
    const place = this.#places[code] as number;
    const last = this.#missing[--this.#missingCount] as number;
    this.#missing[place] = last;
    this.#places[last] = place;
    this.#places[code] = -1;
  }
}
