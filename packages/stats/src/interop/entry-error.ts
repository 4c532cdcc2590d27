import { RowError } from "@whileai/core";
import type { EntryPlace } from "./results-tally.js";

const kindOf = (value: unknown): string => {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object") return `a ${typeof value}`;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return kind === "Object" ? "an object" : `a ${kind}`;
};

/** An error that says what was expected at a place of a file, and what stands there. */
export function entryError(
  expected: string,
  found: unknown,
  place: EntryPlace & { readonly name?: string | undefined; readonly fix?: string | undefined },
): RowError {
  const { name, line, field, fix = "Check that the file is whole and of the format it was read as." } = place;
  return new RowError({
    path: name,
    line,
    field,
    message: `${field === undefined ? "" : `\`${field}\`: `}expected ${expected}, got ${kindOf(found)}.`,
    fix,
  });
}
