import { RowError } from "@whileai/core";
import type { EntryPlace } from "./results-tally.js";

const kindOf = (value: unknown): string => {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
};

/** An error that says what was expected at a place of a file, and what stands there. */
export function entryError(
  expected: string,
  found: unknown,
  place: EntryPlace & { readonly name?: string | undefined },
): RowError {
  const { name, line, field } = place;
  return new RowError({
    path: name,
    line,
    field,
    message: `${field === undefined ? "" : `\`${field}\`: `}expected ${expected}, got ${kindOf(found)}.`,
    fix: "Check that the file is whole and of the format it was read as.",
  });
}
