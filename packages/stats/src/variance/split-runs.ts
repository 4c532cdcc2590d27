import { isRecord, OptionError, type Row, type RowLike } from "@whileai/core";

/** One run: its name and its rows. */
export interface NamedRun {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** The runs that were given or found. */
export interface SplitRuns {
  readonly runs: readonly NamedRun[];
  /** Rows of a single list that say no run. */
  readonly nUnkeyed: number;
}

/** What `evalVariance` takes: one list of rows that say their run, or a list of such lists, one for each run. */
export type RunsInput = Iterable<RowLike> | readonly Iterable<RowLike>[];

/** Whether rows can be read from it, one after another. */
export const isList = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

const refuse = (received: unknown, message: string): OptionError =>
  new OptionError({
    option: "runs",
    received,
    message: `evalVariance: ${message}`,
    fix: "Pass one list of rows for each run, [run1, run2, run3], or one list whose rows carry `lineage.eval_run`.",
  });

const shown = (value: unknown): string =>
  isRecord(value) ? "an object" : value === null || value === undefined ? `${value}` : `a ${typeof value}`;

const isKey = (value: unknown): value is string | number =>
  Number.isFinite(value) || (typeof value === "string" && value !== "");

/** The run a row says it belongs to: `by`, at the top or in `lineage`; else the evaluation run; else the scoring run. */
function runKey(row: Readonly<Record<string, unknown>>, by: string | undefined): string | null {
  const lineage = isRecord(row.lineage) ? row.lineage : {};
  const own = (holder: Readonly<Record<string, unknown>>, name: string) =>
    Object.hasOwn(holder, name) ? holder[name] : undefined;
  const candidates = by === undefined ? [lineage.eval_run, lineage.scoring_run_id] : [own(row, by), own(lineage, by)];
  const key = candidates.find(isKey);
  return key === undefined ? null : String(key);
}

const WHOLE = /^-?\d{1,15}$/;

/** Whole numbers by value and before other names, these by code unit: the order of rows decides nothing. */
function byName({ name: left }: NamedRun, { name: right }: NamedRun): number {
  const [leftIsNumber, rightIsNumber] = [WHOLE.test(left), WHOLE.test(right)];
  if (leftIsNumber && rightIsNumber && Number(left) !== Number(right)) return Number(left) - Number(right);
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  return left < right ? -1 : Number(left > right);
}

function splitByKey(rows: Iterable<unknown>, by: string | undefined): SplitRuns {
  const runs = new Map<string, Row[]>();
  let nUnkeyed = 0;
  for (const row of rows) {
    if (!isRecord(row)) continue;
    const key = runKey(row, by);
    if (key === null) {
      nUnkeyed++;
      continue;
    }
    const known = runs.get(key);
    if (known === undefined) runs.set(key, [row as Row]);
    else known.push(row as Row);
  }
  return { runs: [...runs].map(([name, own]) => ({ name, rows: own })).sort(byName), nUnkeyed };
}

/**
 * The runs of an input. Several lists are runs named run_1, run_2, …, in the order given; a single list is split by the
 * run that each row says it belongs to, and rows that say none are counted.
 *
 * Throws an `OptionError` that says what to pass for anything else.
 */
export function splitRuns(given: RunsInput, by: string | undefined): SplitRuns {
  if (given instanceof Map) throw refuse("a Map", "`runs` must be lists of rows, got a Map.");
  if (!isList(given)) throw refuse(given, `\`runs\` must be lists of rows, got ${shown(given)}.`);
  const entries: readonly unknown[] = Array.isArray(given) ? given : [...given];
  if (!entries.some(isList)) {
    const strange = entries.find((entry) => entry !== null && entry !== undefined && typeof entry !== "object");
    if (typeof strange === "string") throw refuse(strange, "a run must be a list of rows, got a string.");
    if (entries.length === 0) throw refuse(given, "no runs were given.");
    return splitByKey(entries, by);
  }
  for (const [index, entry] of entries.entries())
    if (!isList(entry)) throw refuse(entry, `run ${index + 1} must be a list of rows, got ${shown(entry)}.`);
  const lists = entries as readonly Iterable<unknown>[];
  if (lists.length === 1) return splitByKey(lists[0] as Iterable<unknown>, by);
  return { runs: lists.map((list, index) => ({ name: `run_${index + 1}`, rows: [...list] as Row[] })), nUnkeyed: 0 };
}
