import type { Column } from "./column.js";

/** Columns that measure the reply as a whole rather than one thing in it. */
const GENERAL = /^(reply_length|tool_calls|assistant_turns|truncated|n:|frac:|logprob_mean$)/;

/**
 * How closely a column names what it measures: 0 a phrase, a tool, a marker or a column of the caller, 1 a conjunction,
 * 2 a measure of the whole reply. Ties go to the lower: a person can act on a phrase, not on a turn count.
 */
export function specificity({ name, aliases, parents }: Pick<Column, "name" | "aliases" | "parents">): number {
  const named = parents === undefined && !GENERAL.test(name);
  if (named || aliases.some((alias) => !GENERAL.test(alias.name) && !alias.name.includes(CONJUNCTION))) return 0;
  return parents === undefined ? 2 : 1;
}

/** What stands between the two names of a conjunction. */
export const CONJUNCTION = " AND ";
