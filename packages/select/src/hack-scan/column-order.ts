import type { Column } from "./column.js";
import { handPlace, OWN_PLACES } from "./hand-features.js";
import { CONTAINS } from "./vocabulary.js";

/**
 * The order in which columns give their names to columns that say the same: measures of the reply, tools and what was
 * measured beside it, the caller's columns, words by how often they are seen, conjunctions.
 */
export function compareColumns(left: Column, right: Column): number {
  return place(left) - place(right) || right.nObs - left.nObs || (left.name < right.name ? -1 : 1);
}

function place({ name, parents }: Column): number {
  if (parents !== undefined) return OWN_PLACES + 2;
  const own = handPlace(name);
  if (own >= 0) return own;
  return name.startsWith(CONTAINS) ? OWN_PLACES + 1 : OWN_PLACES;
}
