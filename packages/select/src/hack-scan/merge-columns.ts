import { centreInto } from "./centred-column.js";
import { type Column, type ColumnAlias, dot, strength } from "./column.js";
import { compareColumns } from "./column-order.js";
import type { GradedRows } from "./graded-rows.js";
import { specificity } from "./specificity.js";

/** Columns whose values correlate this strongly inside asks (either sign) are one behaviour seen twice. Convention. */
export const COLLINEAR = 0.999;
/** Two unit vectors that correlate at `COLLINEAR` are at most this far apart, and so are their correlations with anything. */
const LARGEST_GAP = Math.sqrt(2 * (1 - COLLINEAR)) + 1e-9;
/** Rows on which two columns are compared first: most that differ show it there. */
const FIRST_LOOK = 256;

/** Merges columns with the same entries: the first keeps its name, the others become aliases. */
export function mergeIdentical(columns: readonly Column[]): Column[] {
  const classes = new Map<number, number[]>();
  const merged: Column[] = [];
  for (const column of columns.toSorted(compareColumns)) {
    const print = fingerprint(column);
    const candidates = classes.get(print) ?? [];
    const twin = candidates.find((index) => sameEntries(merged[index] as Column, column));
    if (twin !== undefined) {
      const first = merged[twin] as Column;
      merged[twin] = { ...first, aliases: [...first.aliases, { name: column.name, sign: 1 }, ...column.aliases] };
      continue;
    }
    classes.set(print, [...candidates, merged.length]);
    merged.push(column);
  }
  return merged;
}

interface Member {
  readonly column: Column;
  readonly sign: 1 | -1;
}

interface ColumnClass {
  readonly leader: Column;
  readonly look: Look;
  readonly members: Member[];
}

/**
 * Merges columns that agree up to scale, offset and sign inside asks, whatever order they come in. Of a class the
 * endorsed member gives the name, else the most specific; of several that is one that is paid, else the first. The others
 * become aliases with the sign they have beside it.
 */
export function mergeCollinear(
  columns: readonly Column[],
  graded: GradedRows,
  isEndorsed: (column: Column) => boolean,
): Column[] {
  const classes: ColumnClass[] = [];
  const looked = firstAsks(graded);
  const vector = new Float64Array(graded.reward.length);
  for (const column of columns.toSorted(compareColumns)) {
    const look = firstLook(column, graded, looked);
    const near = classes.filter((other) => couldAgree(other.leader, column) && couldMatch(other.look, look));
    if (near.length > 0) centreInto(column, graded, vector);
    let home: ColumnClass | undefined;
    for (const candidate of near) {
      // The centred vector sums to zero in every ask, so the other side needs no centring.
      const correlation = dot(candidate.leader, vector) / (candidate.leader.norm * column.norm);
      if (Math.abs(correlation) < COLLINEAR) continue;
      candidate.members.push({ column, sign: correlation < 0 ? -1 : 1 });
      home = candidate;
      break;
    }
    if (home === undefined) classes.push({ leader: column, look, members: [{ column, sign: 1 }] });
  }
  return classes.map(({ members }) => nameClass(members, isEndorsed));
}

function nameClass(members: readonly Member[], isEndorsed: (column: Column) => boolean): Column {
  const rank = ({ column }: Member) => {
    const isPaid = (column.rho ?? 0) > 0;
    if (isEndorsed(column) && column.parents === undefined) return (isPaid ? 0 : 10) + specificity(column);
    return 20 + 2 * specificity(column) + (isPaid ? 0 : 1);
  };
  const [first, ...others] = members.toSorted((left, right) => rank(left) - rank(right)) as [Member, ...Member[]];
  if (others.length === 0) return first.column;
  const aliases: ColumnAlias[] = [...first.column.aliases];
  for (const { column, sign } of others) {
    const relative = (sign * first.sign) as 1 | -1;
    aliases.push({ name: column.name, sign: relative });
    for (const alias of column.aliases) aliases.push({ name: alias.name, sign: (alias.sign * relative) as 1 | -1 });
  }
  return { ...first.column, aliases };
}

function couldAgree(left: Column, right: Column): boolean {
  if (left.norm === 0 || right.norm === 0) return false;
  return Math.abs(strength(left) - strength(right)) <= LARGEST_GAP;
}

/** A column of length 1 around its ask means, on the first rows, and how much of its length lies beyond them. */
interface Look {
  readonly part: Float64Array;
  readonly rest: number;
}

/** How many rows the first whole asks hold that are enough for a first look. */
function firstAsks({ starts }: GradedRows): number {
  return starts.find((start) => start >= FIRST_LOOK) ?? starts.at(-1) ?? 0;
}

function firstLook(column: Column, graded: GradedRows, rows: number): Look {
  const part = new Float64Array(rows);
  if (column.norm === 0) return { part, rest: 0 };
  centreInto(column, graded, part);
  let seen = 0;
  for (let row = 0; row < rows; row++) {
    const value = (part[row] as number) / column.norm;
    part[row] = value;
    seen += value * value;
  }
  return { part, rest: Math.sqrt(Math.max(0, 1 - seen)) };
}

/** False where the first rows alone rule out that two columns agree (Cauchy and Schwarz bound the others). */
function couldMatch(left: Look, right: Look): boolean {
  let product = 0;
  for (let row = 0; row < left.part.length; row++) product += (left.part[row] as number) * (right.part[row] as number);
  return Math.abs(product) + left.rest * right.rest >= COLLINEAR - 1e-9;
}

function fingerprint({ rows, values }: Column): number {
  let hash = rows.length;
  for (let entry = 0; entry < rows.length; entry++) {
    hash = (Math.imul(hash, 31) + (rows[entry] as number)) | 0;
    if (values !== null) hash = (Math.imul(hash, 31) + Math.trunc((values[entry] as number) * 2 ** 20)) | 0;
  }
  return hash;
}

function sameEntries(left: Column, right: Column): boolean {
  if (left.rows.length !== right.rows.length || (left.values === null) !== (right.values === null)) return false;
  for (let entry = 0; entry < left.rows.length; entry++) {
    if (left.rows[entry] !== right.rows[entry]) return false;
    if (left.values !== null && left.values[entry] !== right.values?.[entry]) return false;
  }
  return true;
}
