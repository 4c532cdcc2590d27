import type { RandomStream } from "@whileai/core";

/** How many steps a level that was given up stays away from its place, at least, and by how many more at random. Measured. */
const LEAST_TENURE = 5;
const TENURE_SPREAD = 8;

/** Lengths of sequence that are tried. */
const SIZES = 5;

/**
 * A sequence of levels round a circle, and what is missing to its being a starter: at every distance some two places must
 * differ by each number (among all levels but the last, counted modulo their number), and the last level must come both
 * before and after another.
 */
class Circle {
  missing: number;
  readonly #places: Int16Array;
  readonly #levels: number;
  readonly #distances: number;
  readonly #counts: Int32Array;

  constructor(places: Int16Array, levels: number) {
    this.#places = places;
    this.#levels = levels;
    this.#distances = Math.floor(places.length / 2);
    this.#counts = new Int32Array((this.#distances + 1) * (levels + 1));
    this.missing = this.#distances * (levels + 1);
    for (let at = 0; at < places.length; at++)
      for (let distance = 1; distance <= this.#distances; distance++) this.#count(distance, at, 1);
  }

  set(at: number, level: number): void {
    this.#countAround(at, -1);
    this.#places[at] = level;
    this.#countAround(at, 1);
  }

  #countAround(at: number, by: 1 | -1): void {
    const size = this.#places.length;
    for (let distance = 1; distance <= this.#distances; distance++) {
      this.#count(distance, at, by);
      this.#count(distance, (at + size - distance) % size, by);
    }
  }

  /** Counts the pair that begins at a place. */
  #count(distance: number, at: number, by: 1 | -1): void {
    const last = this.#levels - 1;
    const first = this.#places[at] as number;
    const second = this.#places[(at + distance) % this.#places.length] as number;
    if (first === last && second === last) return;
    const kind = first === last ? last : second === last ? last + 1 : (second - first + last) % last;
    const index = distance * (this.#levels + 1) + kind;
    const count = (this.#counts[index] as number) + by;
    this.#counts[index] = count;
    if (count === 0) this.missing++;
    else if (count === 1 && by === 1) this.missing--;
  }
}

const findStarter = (size: number, levels: number, effort: number, stream: RandomStream): Int16Array | null => {
  const places = Int16Array.from({ length: size }, () => stream.integer(levels));
  const circle = new Circle(places, levels);
  const steps = Math.floor(effort / (size * size * levels));
  const freeAt = new Int32Array(size * levels);
  let fewest = circle.missing;
  for (let step = 1; step <= steps && circle.missing > 0; step++) {
    let best: [at: number, level: number] | undefined;
    let least = Number.POSITIVE_INFINITY;
    let ties = 0;
    for (let at = 0; at < size; at++) {
      const before = places[at] as number;
      for (let level = 0; level < levels; level++) {
        if (level === before) continue;
        circle.set(at, level);
        const { missing } = circle;
        if (missing > least || ((freeAt[at * levels + level] as number) > step && missing >= fewest)) continue;
        ties = missing < least ? 1 : ties + 1;
        if (ties > 1 && stream.integer(ties) !== 0) continue;
        best = [at, level];
        least = missing;
      }
      circle.set(at, before);
    }
    if (best === undefined) continue;
    const [at, level] = best;
    freeAt[at * levels + (places[at] as number)] = step + LEAST_TENURE + stream.integer(TENURE_SPREAD);
    circle.set(at, level);
    fewest = Math.min(fewest, circle.missing);
  }
  return circle.missing === 0 ? places : null;
};

/**
 * An array of all pairs from a starter (Meagher and Stevens, 2005): one sequence, turned to begin at each of its places,
 * with its levels but the last counted on by each number, and one more row of the last level throughout. Small where the
 * axes have about equally many levels and are one to three times as many. Axes with fewer levels take what is over as any
 * other; a sequence with more places than there are axes serves as well.
 *
 * @param options.below - Only an array with fewer rows is of use.
 * @param options.effort - Pairs to look at in search of the sequence.
 * @returns Null where no sequence is found.
 */
export function starterArray(
  levels: readonly number[],
  options: { below: number; effort: number; stream: RandomStream },
): Int16Array[] | null {
  const most = Math.max(...levels);
  if (most < 3) return null;
  const row = (levelAt: (axis: number) => number): Int16Array =>
    Int16Array.from(levels, (count, axis) => levelAt(axis) % count);
  const shortest = Math.max(levels.length, most + 1);
  for (let size = shortest; size < shortest + SIZES && size * (most - 1) + 1 < options.below; size++) {
    const starter = findStarter(size, most, options.effort / SIZES, options.stream);
    if (starter === null) continue;
    const rows = [row(() => most - 1)];
    for (let turn = 0; turn < size; turn++) {
      for (let more = 0; more < most - 1; more++) {
        rows.push(
          row((axis) => {
            const level = starter[(axis + turn) % size] as number;
            return level === most - 1 ? level : (level + more) % (most - 1);
          }),
        );
      }
    }
    return rows;
  }
  return null;
}
