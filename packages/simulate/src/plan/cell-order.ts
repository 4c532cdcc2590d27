import type { CellGrid } from "./cell-grid.js";
import { completable } from "./constraint.js";
import { coverageWalk, type WalkedRows } from "./coverage-walk.js";
import { LeastUsedDeck } from "./least-used-deck.js";
import { aimedDraw, type PlanAim } from "./plan-aim.js";
import { ruleKeys } from "./rule-keys.js";
import { ShareMeter } from "./share-meter.js";
import { DIMENSIONS } from "./situation.js";
import { mixed, textHash } from "./text-hash.js";
import { tierOf } from "./tier-of.js";

const CONDITION = DIMENSIONS.indexOf("tool_condition");
const RULE = DIMENSIONS.indexOf("rule");
const STANCE = DIMENSIONS.indexOf("stance");
/** Puts a row of the array before any that is made of one, at the same gain. */
const BEHIND_ALL = 2 ** 32;

/** A cell to write for, and how often it was used before. */
export interface CellUse {
  readonly row: readonly number[];
  /** The number of the cell: the same each time the cell comes. */
  readonly cell: number;
  readonly pass: number;
}

export interface CellOrderOptions {
  readonly strength: number;
  readonly faults: ShareMeter;
  readonly hardShare: number;
  readonly seed: number;
  readonly aim?: PlanAim | undefined;
}

/** Where cells of one kind, faulted or sound, come from. */
interface Source {
  /** Rows in the order of what they add, until there is nothing to add. */
  readonly array: WalkedRows;
  /** By hard and easy stance. */
  readonly plain: readonly LeastUsedDeck[];
  readonly aimed: readonly LeastUsedDeck[];
  readonly aimShare: ShareMeter;
}

/** Faulted rows without their fault, as far as they are allowed and not there already. */
const mendedRows = (grid: CellGrid, rows: readonly (readonly number[])[]): (readonly number[])[] => {
  const success = grid.axes.tool_condition.indexOf("success");
  if (success < 0) return [];
  const possible = completable(grid.levels, grid.constraints);
  const known = new Set(rows.map((row) => row.join()));
  const mended: (readonly number[])[] = [];
  for (const row of rows) {
    const copy = row.map((level, axis) => (axis === CONDITION ? success : level));
    if (known.has(copy.join()) || !possible(Int16Array.from(copy))) continue;
    known.add(copy.join());
    mended.push(copy);
  }
  return mended;
};

/**
 * The cells of a run, without end. Faulted and sound ones are taken in turn, so that every prefix holds the share of faults
 * within one situation. Of either kind first the one that shows most combinations not seen yet; once a kind has nothing to
 * add, its least used cells, in turn by how hard their stance is. With an aim, part of either kind is drawn by weight
 * instead. Ties are broken by what a cell holds, never by its place, so that a change of the grid moves few cells.
 */
export function* cellOrder(
  grid: CellGrid,
  rows: readonly (readonly number[])[],
  options: CellOrderOptions,
): Generator<CellUse> {
  const success = grid.axes.tool_condition.indexOf("success");
  const cells = [...rows, ...mendedRows(grid, rows)];
  if (cells.length === 0) return;
  const keys = ruleKeys(grid.axes.rule);
  const start = (row: readonly number[], rule: string | undefined): number =>
    textHash([options.seed, ...Object.values({ ...grid.assignment(row), rule })].join("|")).low;
  const starts = cells.map((row) => start(row, keys[row[RULE] as number]));
  const isHard = cells.map((row) => tierOf(grid.axes.stance[row[STANCE] as number] as string) !== "ordinary");
  // Counted apart: what is drawn for the aim must not be taken off the plain share.
  const plainUses = new Uint32Array(cells.length);
  const aimedUses = new Uint32Array(cells.length);
  const numbers = new Map(cells.map((row, cell) => [row, cell]));
  const rank = (cell: number, uses: number): number => mixed(starts[cell] as number, uses);
  const walk = coverageWalk(grid, cells, {
    strength: options.strength,
    rankOf(row, isOfAll) {
      const cell = numbers.get(row) as number;
      return (isOfAll ? (starts[cell] as number) : start(row, undefined)) + (cell < rows.length ? 0 : BEHIND_ALL);
    },
  });

  const source = (wantsFault: boolean): Source => {
    const own = [...cells.keys()].filter((cell) => (cells[cell]?.[CONDITION] !== success) === wantsFault);
    const ownRows = own.map((cell) => cells[cell] as readonly number[]);
    const { aim } = options;
    const draw = aim === undefined ? { share: 0, weights: [] } : aimedDraw(ownRows, grid, aim);
    const weights = new Map(own.map((cell, at) => [cell, draw.weights[at] ?? 0]));
    const weight = (cell: number): number => weights.get(cell) as number;
    const byTier = (among: readonly number[]): number[][] =>
      [true, false].map((wantsHard) => {
        const fitting = among.filter((cell) => isHard[cell] === wantsHard);
        return fitting.length > 0 ? fitting : [...among];
      });
    const drawn = own.filter((cell) => weight(cell) > 0);
    // An aim at stances says itself how hard they are to be.
    const drawnByTier = aim?.weights.stance ? [drawn, drawn] : byTier(drawn);
    return {
      array: walk.of(ownRows),
      plain: byTier(own).map((some) => new LeastUsedDeck(some, plainUses, { rank })),
      aimed: drawnByTier.map((some) => new LeastUsedDeck(some, aimedUses, { rank, weight })),
      aimShare: new ShareMeter(draw.share),
    };
  };
  const sound = source(false);
  const faulted = source(true);
  // Where every cell is faulted, or none is, there is no share to hold.
  const only = [sound, faulted].filter((one) => one.plain[0]?.next() !== undefined);
  const hard = new ShareMeter(options.hardShare);

  for (;;) {
    const isFaulted = only.length === 2 ? options.faults.isDue : only[0] === faulted;
    const from = isFaulted ? faulted : sound;
    const isAimed = from.aimShare.isDue;
    const row = isAimed ? undefined : from.array.next();
    let cell = row && numbers.get(row);
    if (cell === undefined) {
      const decks = isAimed ? from.aimed : from.plain;
      cell = decks[hard.isDue ? 0 : 1]?.next() as number;
      hard.count(isHard[cell] as boolean);
    }
    options.faults.count(isFaulted);
    from.aimShare.count(isAimed);
    const pass = (plainUses[cell] as number) + (aimedUses[cell] as number);
    const uses = isAimed ? aimedUses : plainUses;
    uses[cell] = (uses[cell] as number) + 1;
    yield { row: cells[cell] as readonly number[], cell, pass };
  }
}
