import { frozenCopy, type Row, setOwn } from "@whileai/core";

/** A row as it is judged and as it is kept. */
export interface ReadableRow<R extends Row> {
  /** What judges get: a copy that cannot be changed; the row itself where it cannot be copied, which ends in an error verdict. */
  readonly shown: Readonly<R>;
  /** The row itself; where reading it throws somewhere, a copy without the fields that cannot be read. */
  readonly kept: R;
}

/** Looks once through a row, so that no getter of it throws later and takes other rows with it. */
export function readableRow<R extends Row>(row: R): ReadableRow<R> {
  try {
    return { shown: frozenCopy(row), kept: row };
  } catch {
    return { shown: row, kept: isReadable(row) ? row : readableFields(row) };
  }
}

function readableFields<R extends Row>(row: R): R {
  const kept: Row = {};
  let keys: string[] = [];
  try {
    keys = Object.keys(row);
  } catch {
    // A proxy that does not even name its fields has none.
  }
  for (const key of keys) {
    try {
      const value = row[key];
      if (isReadable(value)) setOwn(kept, key, value);
    } catch {
      // The verdict of such a row is an error that names the cause; the field cannot be carried.
    }
  }
  return kept as R;
}

/** Whether everything inside a value can be read, however deep it is nested. */
function isReadable(value: unknown): boolean {
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  try {
    while (open.length > 0) {
      const next = open.pop();
      if (typeof next !== "object" || next === null || seen.has(next)) continue;
      seen.add(next);
      for (const inner of Object.values(next)) open.push(inner);
    }
    return true;
  } catch {
    return false;
  }
}
