import { clipText, notJson, type Row, RowError, type RowLike, requireRows, WhileaiError } from "@whileai/core";

/** Code of the error for a row that cannot be read to its end. */
const CODE = "not_json";
/** Characters of a field's name and of what reading it says. */
const SHOWN = 80;

/** How rows are walked. */
interface Walk {
  /** The work is done with a row before it takes the next one, so rows from a stream are not held. */
  readonly once?: boolean;
  /** What the entries are, for the message. */
  readonly what?: "row" | "pair" | "step";
}

interface Unreadable {
  readonly field: string;
  readonly found: string;
}

/**
 * Runs what reads rows. Rows are plain JSON: where one throws when it is read, contains itself or is nested without end, the
 * error names it and not the place of the computation that met it. Rows that are well cost nothing: they are looked at
 * once more only after an error.
 *
 * @throws RowError `not_json` that names the row, its field and the call; its `cause` is what was thrown.
 */
export function withRowErrors<R extends RowLike, T>(
  call: string,
  rows: Iterable<R>,
  work: (rows: Iterable<R & Row>) => T,
  { once = false, what = "row" }: Walk = {},
): T {
  const given = requireRows(call, rows);
  const list = Array.isArray(given) ? given : once ? null : [...given];
  let at = -1;
  let inHand: unknown;
  function* walked(): Generator<R & Row> {
    for (const row of given) {
      at++;
      inHand = row;
      yield row;
    }
  }
  try {
    return work(list ?? walked());
  } catch (error) {
    // What another call says of these rows counts them by its own list.
    if (WhileaiError.isInstance(error) && error.code !== CODE) throw error;
    const suspects: Iterable<[number, unknown]> = list?.entries() ?? [[at, inHand]];
    for (const [index, row] of suspects) {
      const why = whyUnreadable(row);
      if (why !== null) throw rowError(`${call}: ${what} ${index + 1}`, index, row, why, error);
    }
    throw error;
  }
}

/** `withRowErrors` for what looks at one row alone. */
export function withRowError<T>(call: string, row: RowLike, work: (row: Row) => T, walk?: Walk): T {
  return withRowErrors(call, [row], ([only]) => work(only as Row), walk);
}

function rowError(place: string, index: number, row: unknown, why: Unreadable, cause: unknown): RowError {
  const { field, found } = why;
  const id = tried(() => (row as Row).rollout_id).value;
  return new RowError({
    code: CODE,
    line: index + 1,
    field,
    cause,
    isPlaced: true,
    message: `${place}${typeof id === "string" && id !== "" ? ` (${clipText(id, SHOWN)})` : ""} is no plain JSON: ${field === "" ? "it" : `\`${clipText(field, SHOWN)}\``} ${found}.`,
    fix: "Keep rows plain data, as JSON.parse gives them, or leave this one out.",
  });
}

/** What keeps a row from being read to its end; null where nothing does. NaN and functions do not: they are merely no data. */
function whyUnreadable(row: unknown): Unreadable | null {
  if (typeof row !== "object" || row === null) return null;
  const looked = tried(() => notJson(row));
  if (looked.error !== undefined) return throwing(row);
  const isTooDeep = looked.value?.found.startsWith("nested deeper") === true;
  const written = tried(() => JSON.stringify(row));
  if (written.error === undefined && !isTooDeep) return null;
  return looked.value === undefined || looked.value.isNumber
    ? { field: "", found: `cannot be written (${said(written.error)})` }
    : { field: looked.value.field, found: `is ${looked.value.found}` };
}

/** The first field of a row that throws when it is read; the row itself where it gives no fields. */
function throwing(row: object): Unreadable {
  for (const field of tried(() => Object.keys(row)).value ?? []) {
    const { error } = tried(() => notJson((row as Record<string, unknown>)[field]));
    if (error !== undefined) return { field, found: `throws when it is read (${said(error)})` };
  }
  return { field: "", found: "throws when it is read" };
}

function tried<T>(read: () => T): { readonly value?: T; readonly error?: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error ?? "nothing was said" };
  }
}

const said = (error: unknown): string => clipText(error instanceof Error ? error.message : String(error), SHOWN);
