import { withoutPrivileged } from "@whileai/core";
import type { ExportRecord } from "./export-record.js";

/** Fields of a pair that go along as columns. */
const CARRIED = [
  ...["first_turn_differs", "chosen_score", "rejected_score", "margin", "chosen_model", "rejected_model"],
  ...["same_policy", "length_delta", "chosen_reason", "rejected_reason", "rejected_failure_class", "lineage"],
];

/** The columns that travel beside the two sides of a pair: what is known of it, nothing privileged. */
export function pairColumns(pair: Readonly<Record<string, unknown>>): ExportRecord {
  const open = withoutPrivileged(pair);
  const known = CARRIED.filter((name) => open[name] !== undefined && open[name] !== null);
  return Object.fromEntries(known.map((name) => [name, open[name]]));
}
