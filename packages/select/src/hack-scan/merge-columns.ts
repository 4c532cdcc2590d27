import type { Column, ColumnAlias } from "./column.js";
import { dot } from "./column.js";
import type { GradedRows } from "./graded-rows.js";
import { specificity } from "./specificity.js";

/** Columns whose values correlate this strongly inside asks (either sign) are one behaviour seen twice. Convention. */
export const COLLINEAR = 0.999;
/** Two unit vectors that correlate at `COLLINEAR` are at most this far apart, and so are their correlations with anything. */
const LARGEST_GAP = Math.sqrt(2 * (1 - COLLINEAR)) + 1e-9;

/** Merges columns with the same entries: the first keeps its name, the others become aliases. */
export function mergeIdentical(columns: readonly Column[]): Column[] {
  const classes = new Map<number, number[]>();
  const merged: Column[] = [];
  for (const column of columns) {
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

/**
 * Merges columns that agree up to scale, offset and sign inside asks. Of a class the endorsed member gives the name
 * (a positive one before a negative one), else the most specific, else the first; the others become aliases with the
 * sign they have beside it.
 */
export function mergeCollinear(
  columns: readonly Column[],
  graded: GradedRows,
  isEndorsed: (column: Column) => boolean,
): Column[] {
  const classes: { leader: Column; members: { column: Column; sign: 1 | -1 }[] }[] = [];
  const vector = new Float64Array(graded.reward.length);
  for (const column of columns) {
    const near = classes.filter(({ leader }) => couldAgree(leader, column));
    let home: (typeof classes)[number] | undefined;
    if (near.length > 0) {
      centreInto(column, graded, vector);
      for (const candidate of near) {
        // The centred vector sums to zero in every ask, so the other side needs no centring.
        const correlation = dot(candidate.leader, vector) / (candidate.leader.norm * column.norm);
        if (Math.abs(correlation) < COLLINEAR) continue;
        candidate.members.push({ column, sign: correlation < 0 ? -1 : 1 });
        home = candidate;
        break;
      }
    }
    if (home === undefined) classes.push({ leader: column, members: [{ column, sign: 1 }] });
  }
  return classes.map(({ members }) => nameClass(members, isEndorsed));
}

function nameClass(
  members: readonly { column: Column; sign: 1 | -1 }[],
  isEndorsed: (column: Column) => boolean,
): Column {
  const rank = ({ column }: { column: Column }) =>
    (isEndorsed(column) && column.parents === undefined ? ((column.rho ?? 0) > 0 ? 0 : 10) : 20) + specificity(column);
  const [first, ...others] = members.toSorted((left, right) => rank(left) - rank(right)) as [
    (typeof members)[number],
    ...typeof members,
  ];
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
  return Math.abs(Math.abs(left.rho ?? 0) - Math.abs(right.rho ?? 0)) <= LARGEST_GAP;
}

/** Writes the column minus its ask means into a vector over all rows. */
function centreInto(column: Column, { ask, starts }: GradedRows, vector: Float64Array): void {
  vector.fill(0);
  const { rows, values } = column;
  for (let entry = 0; entry < rows.length; ) {
    const group = ask[rows[entry] as number] as number;
    const from = starts[group] as number;
    const to = starts[group + 1] as number;
    let sum = 0;
    for (; entry < rows.length && (rows[entry] as number) < to; entry++) {
      const value = values === null ? 1 : (values[entry] as number);
      vector[rows[entry] as number] = value;
      sum += value;
    }
    const mean = sum / (to - from);
    for (let row = from; row < to; row++) vector[row] = (vector[row] as number) - mean;
  }
}

function fingerprint({ rows, values }: Column): number {
  let hash = rows.length;
  for (let entry = 0; entry < rows.length; entry++) {
    hash = (Math.imul(hash, 31) + (rows[entry] as number)) | 0;
    if (values !== null) hash = (Math.imul(hash, 31) + Math.trunc((values[entry] as number) * 1024)) | 0;
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
