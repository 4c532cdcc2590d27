import { contentText, isRecord, jsonText, type Row, taskKey } from "@whileai/core";

/** The same row from two gradings. */
export interface RowPair {
  readonly a: Row;
  readonly b: Row;
}

/** Which rows of two gradings are the same. */
export interface MatchedRows {
  readonly pairs: readonly RowPair[];
  /** Rows that only one side has. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Rows whose name several rows of a side share: which belongs to which cannot be told. */
  readonly ambiguousA: number;
  readonly ambiguousB: number;
  /** Entries that are no rows. */
  readonly skipped: number;
}

/**
 * Finds the rows that two gradings share, in the order of the first: by `rollout_id`, and where a side has none by task,
 * rollout index and final text. A name that comes twice on a side matches nothing.
 */
export function matchRows(rowsA: Iterable<Row>, rowsB: Iterable<Row>): MatchedRows {
  const a = [...rowsA];
  const b = [...rowsB];
  const open = { a: a.filter(isRecord), b: b.filter(isRecord) };
  const pairs = new Map<Row, Row>();
  const ambiguous = { a: 0, b: 0 };
  for (const nameOf of [idOf, contentNameOf]) {
    const named = { a: byName(open.a, nameOf), b: byName(open.b, nameOf) };
    const leave = { a: new Set<Row>(), b: new Set<Row>() };
    for (const side of ["a", "b"] as const) {
      for (const rows of named[side].values()) {
        if (rows.length === 1) continue;
        ambiguous[side] += rows.length;
        for (const row of rows) leave[side].add(row);
      }
    }
    for (const [name, [row, ...others]] of named.a) {
      const [match, ...more] = named.b.get(name) ?? [];
      if (row === undefined || match === undefined || others.length > 0) continue;
      // Two ids that differ are two rows, whatever else they share.
      if (more.length === 0 && nameOf !== idOf && idOf(row) !== undefined && idOf(match) !== undefined) continue;
      leave.a.add(row);
      if (more.length > 0) {
        ambiguous.a++;
        continue;
      }
      leave.b.add(match);
      pairs.set(row, match);
    }
    // A row whose name several rows of the other side have cannot be matched either.
    for (const [name, [match, ...more]] of named.b) {
      if (match === undefined || more.length > 0 || (named.a.get(name)?.length ?? 0) < 2) continue;
      ambiguous.b++;
      leave.b.add(match);
    }
    open.a = open.a.filter((row) => !leave.a.has(row));
    open.b = open.b.filter((row) => !leave.b.has(row));
  }
  const ordered = a.flatMap((row) => {
    const match = pairs.get(row);
    return match === undefined ? [] : [{ a: row, b: match }];
  });
  return {
    pairs: ordered,
    onlyA: open.a.length,
    onlyB: open.b.length,
    ambiguousA: ambiguous.a,
    ambiguousB: ambiguous.b,
    skipped: [...a, ...b].filter((row) => !isRecord(row)).length,
  };
}

const idOf = (row: Row): string | undefined => {
  const { rollout_id } = row;
  return (typeof rollout_id === "string" && rollout_id !== "") || typeof rollout_id === "number"
    ? String(rollout_id)
    : undefined;
};

const contentNameOf = (row: Row): string =>
  jsonText([taskKey(row), row.rollout_index ?? null, contentText(row.final_text)]);

function byName(rows: readonly Row[], nameOf: (row: Row) => string | undefined): Map<string, Row[]> {
  const named = new Map<string, Row[]>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name === undefined) continue;
    const known = named.get(name);
    if (known === undefined) named.set(name, [row]);
    else known.push(row);
  }
  return named;
}
