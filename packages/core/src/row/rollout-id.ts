import { sha1Hex } from "../hash/hash.js";
import { contentText } from "./content.js";
import { looseRow } from "./loose-row.js";
import type { Row } from "./row.js";

/** Separates the fields of the text that an id is hashed from. */
const UNIT_SEPARATOR = "\u001f";
/** Hex digits kept of the hash. */
const ID_DIGITS = 16;

const present = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";

/**
 * What tells one rollout from another when two scorings of the same rows are matched: `rollout_id`, else
 * `scenario_id#rollout_index` when both are there, else 16 hex digits of the SHA-1 over prompt and final text.
 *
 * @example
 * rolloutId({ scenario_id: "s1", rollout_index: 2 }); // "s1#2"
 */
export function rolloutId(row: Readonly<Row>): string {
  const { rollout_id, scenario_id, rollout_index, prompt, final_text } = looseRow(row);
  if (present(rollout_id)) return String(rollout_id);
  if (present(scenario_id) && present(rollout_index)) return `${scenario_id}#${rollout_index}`;
  return sha1Hex(`${contentText(prompt)}${UNIT_SEPARATOR}${contentText(final_text)}`).slice(0, ID_DIGITS);
}
