import type { ForbiddenTuple } from "./constraint.js";

/** A combination of levels, by axis position and level position. */
export type Combination = readonly { readonly axis: number; readonly level: number }[];

export interface Coverage {
  readonly strength: number;
  readonly feasible: number;
  readonly covered: number;
  /** 1 when nothing can occur. */
  readonly fraction: number;
  /** Rows that hold a forbidden tuple. */
  readonly forbiddenRows: number;
  /** Combinations that never occurred, at most 20 of them. */
  readonly uncovered: readonly Combination[];
}

/** How many uncovered combinations a report lists. */
const UNCOVERED_LIMIT = 20;

const CANNOT_OCCUR = 0;
const NOT_SEEN = 1;
const SEEN = 2;

/** The combinations of some axes: one byte each, the level of the first axis counting least. */
interface Table {
  readonly axes: readonly number[];
  readonly states: Uint8Array;
}

const axisSets = function* (axes: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  else
    for (let first = from; first <= axes - size; first++)
      for (const rest of axisSets(axes, size - 1, first + 1)) yield [first, ...rest];
};

/**
 * Whether some whole row holds these levels and no forbidden tuple. Takes a tuple that could still come true and tries every
 * way out of it: another level on one of its open axes.
 */
const canOccur = (
  chosen: ReadonlyMap<number, number>,
  levels: readonly number[],
  forbidden: readonly ForbiddenTuple[],
): boolean => {
  const live = forbidden.filter((tuple) =>
    tuple.every((part) => !chosen.has(part.axis) || chosen.get(part.axis) === part.level),
  );
  if (live.length === 0) return true;
  const openParts = live.map((tuple) => tuple.filter((part) => !chosen.has(part.axis)));
  const tightest = openParts.reduce((least, parts) => (parts.length < least.length ? parts : least));
  const axis = tightest[0]?.axis;
  if (axis === undefined) return false;
  for (let level = 0; level < (levels[axis] as number); level++)
    if (canOccur(new Map([...chosen, [axis, level]]), levels, live)) return true;
  return false;
};

/**
 * Counts, row by row and in memory that does not grow with the rows, which combinations occurred. Shares no code with what
 * makes the rows, so that a mistake there shows here.
 */
export class CoverageCounter {
  readonly #levels: readonly number[];
  readonly #constraints: readonly ForbiddenTuple[];
  readonly #strength: number;
  readonly #tables: readonly Table[];
  #forbiddenRows = 0;

  /** @param strength - Axes per combination; never more than there are axes. */
  constructor(levels: readonly number[], strength: number, constraints: readonly ForbiddenTuple[]) {
    this.#levels = levels;
    this.#constraints = constraints;
    this.#strength = Math.min(strength, levels.length);
    const bound = new Set(constraints.flatMap((tuple) => tuple.map((part) => part.axis)));
    const answers = new Map<string, boolean>();
    const isFeasible = (combination: Combination): boolean => {
      const relevant = combination.filter((part) => bound.has(part.axis));
      const key = relevant.map((part) => `${part.axis}:${part.level}`).join();
      const known = answers.get(key);
      if (known !== undefined) return known;
      const answer = canOccur(new Map(relevant.map((part) => [part.axis, part.level])), levels, constraints);
      answers.set(key, answer);
      return answer;
    };
    this.#tables = [...axisSets(levels.length, this.#strength)].map((axes) => {
      const size = axes.reduce((product, axis) => product * (levels[axis] as number), 1);
      const states = new Uint8Array(size).fill(NOT_SEEN);
      if (constraints.length > 0)
        for (let at = 0; at < size; at++) if (!isFeasible(this.#combination(axes, at))) states[at] = CANNOT_OCCUR;
      return { axes, states };
    });
  }

  /** Counts a row. A level that is open (-1) or does not exist is in no combination. */
  add(row: ArrayLike<number>): void {
    if (this.#constraints.some((tuple) => tuple.every((part) => row[part.axis] === part.level))) this.#forbiddenRows++;
    for (const { axes, states } of this.#tables) {
      let at = 0;
      let step = 1;
      for (const axis of axes) {
        const count = this.#levels[axis] as number;
        const level = row[axis] as number;
        at = Number.isInteger(level) && level >= 0 && level < count ? at + level * step : Number.NaN;
        step *= count;
      }
      if (states[at] === NOT_SEEN) states[at] = SEEN;
    }
  }

  report(): Coverage {
    let feasible = 0;
    let covered = 0;
    const uncovered: Combination[] = [];
    for (const { axes, states } of this.#tables) {
      for (const [at, state] of states.entries()) {
        if (state === CANNOT_OCCUR) continue;
        feasible++;
        if (state === SEEN) covered++;
        else if (uncovered.length < UNCOVERED_LIMIT) uncovered.push(this.#combination(axes, at));
      }
    }
    return {
      strength: this.#strength,
      feasible,
      covered,
      fraction: feasible === 0 ? 1 : covered / feasible,
      forbiddenRows: this.#forbiddenRows,
      uncovered,
    };
  }

  #combination(axes: readonly number[], at: number): Combination {
    let rest = at;
    return axes.map((axis) => {
      const count = this.#levels[axis] as number;
      const level = rest % count;
      rest = (rest - level) / count;
      return { axis, level };
    });
  }
}
