import { isRecord } from "@whileai/core";
import type { ExportRecord } from "./export-record.js";

/**
 * How much of a file a loader looks at before it settles the types: `datasets` infers them from the first 10 MiB, and
 * this leaves room for what escaping adds.
 */
const INFERENCE_WINDOW = 8 * 1024 * 1024;

/** What is known about the types at each path of the records seen so far. */
class SeenTypes {
  readonly #facts = new Set<string>();
  readonly #shapes = new Map<string, string>();
  readonly #mixed = new Set<string>();

  /** Notes a record's types; true when it showed one that was not seen before. */
  add(record: ExportRecord): boolean {
    let isNew = false;
    for (const [column, value] of Object.entries(record)) isNew = this.#see(value, column) || isNew;
    return isNew;
  }

  #see(value: unknown, path: string): boolean {
    if (value === null || value === undefined || this.#mixed.has(path)) return false;
    if (Array.isArray(value))
      return value.reduce((isNew: boolean, entry) => this.#see(entry, `${path}[]`) || isNew, false);
    if (!isRecord(value)) return this.#fact(`${path}:${scalarKind(value)}`);
    const shape = Object.keys(value).sort().join("\u0000");
    const known = this.#shapes.get(path);
    if (known !== undefined && known !== shape) {
      // Objects of two shapes make the loader keep this place as free JSON; nothing below it matters any more.
      this.#mixed.add(path);
      return true;
    }
    this.#shapes.set(path, shape);
    const inside = Object.entries(value).reduce(
      (isNew, [key, entry]) => this.#see(entry, `${path}.${key}`) || isNew,
      false,
    );
    return known === undefined || inside;
  }

  #fact(fact: string): boolean {
    if (this.#facts.has(fact)) return false;
    this.#facts.add(fact);
    return true;
  }
}

function scalarKind(value: unknown): string {
  return typeof value === "number" && !Number.isInteger(value) ? "fraction" : typeof value;
}

/**
 * Puts records that show a type for the first time inside the part of the file that loaders infer types from. Without
 * it a fraction, a column or a shape that first occurs late makes `load_dataset` fail on the whole file. Files below
 * the size of that part keep their order; otherwise the few records that are needed move to the front.
 *
 * @returns the records and how many moved.
 */
export function witnessesFirst(records: readonly ExportRecord[]): { records: ExportRecord[]; moved: number } {
  const seen = new SeenTypes();
  const early: ExportRecord[] = [];
  const rest: ExportRecord[] = [];
  let size = 0;
  for (const record of records) {
    const isEarly = size < INFERENCE_WINDOW;
    if (isEarly) size += JSON.stringify(record).length;
    const showsNew = seen.add(record);
    if (!isEarly && showsNew) early.push(record);
    else rest.push(record);
  }
  return { records: [...early, ...rest], moved: early.length };
}
