import type { Interval } from "../../packages/core/src/index.js";

/** Sums of floats stand this far from the truth they are equal to. */
const ROUNDING = 1e-9;

/** What the recommended interval must at least cover in every cell. The promise of docs/statistics/coverage.md. */
export const LEAST_COVERAGE = 0.925;
/** Between which its coverage must lie on average. */
const AVERAGE_COVERAGE = { low: 0.94, high: 0.975 };

/** What intervals did in one cell of the study, by name. */
export interface Cell {
  /** Tasks, rollouts and mean, as three columns. */
  readonly label: string;
  readonly coverage: ReadonlyMap<string, number>;
  readonly width: ReadonlyMap<string, number>;
}

/** Counts how often intervals cover the truth, and how wide they are. */
export class CellTally {
  readonly #truth: number;
  readonly #sums = new Map<string, { tried: number; covered: number; width: number }>();

  constructor(truth: number) {
    this.#truth = truth;
  }

  add(name: string, { low, high }: Interval): void {
    const sum = this.#sums.get(name) ?? { tried: 0, covered: 0, width: 0 };
    sum.tried++;
    if (low <= this.#truth + ROUNDING && high >= this.#truth - ROUNDING) sum.covered++;
    sum.width += high - low;
    this.#sums.set(name, sum);
  }

  cell(label: string): Cell {
    const sums = [...this.#sums];
    return {
      label,
      coverage: new Map(sums.map(([name, { covered, tried }]) => [name, covered / tried])),
      width: new Map(sums.map(([name, { width, tried }]) => [name, width / tried])),
    };
  }
}

const percent = (share: number): string => (share * 100).toFixed(1);
const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
export const coverageOf = (cells: readonly Cell[], name: string): number[] =>
  cells.map(({ coverage }) => coverage.get(name) as number);

/** Prints coverage and mean width of some intervals, a line a cell. */
export function printCells(title: string, cells: readonly Cell[], names: readonly string[]): void {
  console.log(`\n### ${title}\n`);
  console.log(`| tasks | k | mean | ${names.map((name) => `${name} | width`).join(" | ")} |`);
  console.log(`|${"---:|".repeat(3 + 2 * names.length)}`);
  for (const { label, coverage, width } of cells) {
    const shown = names.map(
      (name) => `${percent(coverage.get(name) as number)} | ${(width.get(name) as number).toFixed(3)}`,
    );
    console.log(`| ${label} | ${shown.join(" | ")} |`);
  }
}

/** Prints one line an interval: its coverage over all cells, and its width as a multiple of another one's. */
export function printSummary(
  title: string,
  cells: readonly Cell[],
  { names, against }: { readonly names: readonly string[]; readonly against: string },
): void {
  console.log(`\n### ${title}\n`);
  console.log(`| interval | average | worst cell (tasks, k, mean) | cells below ${percent(LEAST_COVERAGE)} | width |`);
  console.log("|---|---:|---|---:|---:|");
  for (const name of names) {
    const covered = coverageOf(cells, name);
    const worst = Math.min(...covered);
    const where = cells[covered.indexOf(worst)]?.label.replaceAll(" | ", ", ");
    const below = covered.filter((share) => share < LEAST_COVERAGE).length;
    const width = average(cells.map((cell) => (cell.width.get(name) as number) / (cell.width.get(against) as number)));
    console.log(
      `| ${name} | ${percent(average(covered))} | ${percent(worst)} (${where}) | ${below} | ${width.toFixed(3)} |`,
    );
  }
}

/** Prints whether the recommended interval holds what is promised of it, and makes that the exit code. */
export function verdict(covered: readonly number[]): void {
  const worst = Math.min(...covered);
  const mean = average(covered);
  console.log(`\nrecommended: ${percent(mean)}% on average, ${percent(worst)}% in the worst cell`);
  const { low, high } = AVERAGE_COVERAGE;
  process.exitCode = worst >= LEAST_COVERAGE && mean >= low && mean <= high ? 0 : 1;
}
