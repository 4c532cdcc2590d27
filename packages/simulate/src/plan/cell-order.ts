import { CellDraw } from "./cell-draw.js";
import type { CellGrid } from "./cell-grid.js";
import { completable } from "./constraint.js";
import { coverageWalk, type WalkedRows } from "./coverage-walk.js";
import { aimedDraw, type PlanAim } from "./plan-aim.js";
import { ruleKeys } from "./rule-keys.js";
import { ShareMeter } from "./share-meter.js";
import { DIMENSIONS } from "./situation.js";
import { mixed, textHash } from "./text-hash.js";
import { tierOf } from "./tier-of.js";

const CONDITION = DIMENSIONS.indexOf("tool_condition");
const RULE = DIMENSIONS.indexOf("rule");
const STANCE = DIMENSIONS.indexOf("stance");
const HISTORY = DIMENSIONS.indexOf("history");
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
  readonly plain: CellDraw;
  readonly aimed: CellDraw;
  readonly aimShare: ShareMeter;
}

type Row = readonly number[];

/** Rows with some levels set to others, as far as that is allowed, each once, and how many rows became it. */
const changedRows = (
  grid: CellGrid,
  rows: readonly Row[],
  change: Readonly<Record<number, number>>,
): Map<string, { readonly row: Row; count: number }> => {
  const made = new Map<string, { readonly row: Row; count: number }>();
  if (Object.values(change).includes(-1)) return made;
  const possible = completable(grid.levels, grid.constraints);
  for (const row of rows) {
    const copy = row.map((level, axis) => change[axis] ?? level);
    const known = made.get(copy.join());
    if (known !== undefined) known.count++;
    else if (possible(Int16Array.from(copy))) made.set(copy.join(), { row: copy, count: 1 });
  }
  return made;
};

/**
 * The cells of a run, without end. Faulted and sound ones are taken in turn, so that every prefix holds the share of faults
 * within one situation. Of either kind first the one that shows most combinations not seen yet; once a kind has nothing to
 * add, its least used cells, in turn by how hard their stance is, and with a share of plain ones among those that are not. With an aim, part of either kind is drawn by weight
 * instead. Ties are broken by what a cell holds, never by its place, so that a change of the grid moves few cells.
 */
export function* cellOrder(
  grid: CellGrid,
  rows: readonly (readonly number[])[],
  options: CellOrderOptions,
): Generator<CellUse> {
  const success = grid.axes.tool_condition.indexOf("success");
  const known = new Map(rows.map((row) => [row.join(), row]));
  const change = (from: readonly Row[], levels: Readonly<Record<number, number>>): ReadonlyMap<Row, number> =>
    new Map(
      [...changedRows(grid, from, levels)].map(([key, { row, count }]) => {
        const own = known.get(key) ?? row;
        known.set(key, own);
        return [own, count];
      }),
    );
  // Faulted rows without their fault, as sound ones must be had even where the array needs few.
  change(rows, { [CONDITION]: success });
  const walked = [...known.values()];
  const isHardRow = (row: Row): boolean => tierOf(grid.axes.stance[row[STANCE] as number] as string) !== "ordinary";
  // Rows that are not hard as ordinary asks out of the blue, and how many became each: so that the other axes keep their shares.
  const plainRows = change(
    walked.filter((row) => !isHardRow(row)),
    { [STANCE]: grid.axes.stance.indexOf("ordinary"), [HISTORY]: grid.axes.history.indexOf("fresh") },
  );
  const cells = [...known.values()];
  if (cells.length === 0) return;
  const keys = ruleKeys(grid.axes.rule);
  const start = (row: readonly number[], rule: string | undefined): number =>
    textHash([options.seed, ...Object.values({ ...grid.assignment(row), rule })].join("|")).low;
  const starts = cells.map((row) => start(row, keys[row[RULE] as number]));
  const isHard = cells.map(isHardRow);
  // Counted apart: what is drawn for the aim must not be taken off the plain share.
  const passes = new Uint32Array(cells.length);
  const plainUses = new Uint32Array(cells.length);
  const aimedUses = new Uint32Array(cells.length);
  const numbers = new Map(cells.map((row, cell) => [row, cell]));
  const rank = (cell: number, uses: number): number => mixed(starts[cell] as number, uses);
  const walk = coverageWalk(grid, walked, {
    strength: options.strength,
    rankOf(row, isOfAll) {
      const cell = numbers.get(row) as number;
      return (isOfAll ? (starts[cell] as number) : start(row, undefined)) + (cell < rows.length ? 0 : BEHIND_ALL);
    },
  });

  const hardShare = options.hardShare;
  const source = (wantsFault: boolean): Source | undefined => {
    const isOwn = (cell: number): boolean => (cells[cell]?.[CONDITION] !== success) === wantsFault;
    const own = [...walked.keys()].filter(isOwn);
    if (own.length === 0) return undefined;
    const ownRows = own.map((cell) => cells[cell] as Row);
    const { aim } = options;
    const draw = aim === undefined ? { share: 0, weights: [] } : aimedDraw(ownRows, grid, aim);
    const weights = new Map(own.map((cell, at) => [cell, draw.weights[at] ?? 0]));
    const counts = new Map([...plainRows].map(([row, count]) => [numbers.get(row) as number, count]));
    const aimsAtStances = aim?.weights.stance !== undefined;
    return {
      array: walk.of(ownRows),
      plain: new CellDraw(own, {
        uses: plainUses,
        rank,
        isHard: (cell) => isHard[cell] as boolean,
        hardShare,
        plain: [...counts.keys()].filter(isOwn),
        plainWeight: (cell) => counts.get(cell) as number,
      }),
      aimed: new CellDraw(
        own.filter((cell) => (weights.get(cell) as number) > 0),
        {
          uses: aimedUses,
          rank,
          // An aim at stances says itself how hard they are to be.
          isHard: (cell) => !aimsAtStances && (isHard[cell] as boolean),
          hardShare: aimsAtStances ? 0 : hardShare,
          weight: (cell) => weights.get(cell) as number,
        },
      ),
      aimShare: new ShareMeter(draw.share),
    };
  };
  const sound = source(false);
  const faulted = source(true);

  for (;;) {
    // Where every cell is faulted, or none is, there is no share to hold.
    const isFaulted: boolean =
      sound !== undefined && faulted !== undefined ? options.faults.isDue : sound === undefined;
    const from = (isFaulted ? faulted : sound) as Source;
    const isAimed = from.aimShare.isDue;
    const row = isAimed ? undefined : from.array.next();
    let cell = row && numbers.get(row);
    if (cell === undefined) cell = (isAimed ? from.aimed : from.plain).next();
    else plainUses[cell] = (plainUses[cell] as number) + 1;
    options.faults.count(isFaulted);
    from.aimShare.count(isAimed);
    const pass = passes[cell] as number;
    passes[cell] = pass + 1;
    yield { row: cells[cell] as readonly number[], cell, pass };
  }
}
