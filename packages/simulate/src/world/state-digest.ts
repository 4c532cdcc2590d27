import { canonicalJson, type Json, sha256Hex } from "@whileai/core";

/** What a rollout has changed: by kind and identifier the record as it is now, or null where it was deleted. */
export type WorldState = { [kind: string]: { [id: string]: Json } };

/**
 * A digest of a world's state for graders that compare outcomes: SHA-256 over the state's JSON with keys in order, as 64 hex
 * digits. Key order does not count, and 25.0 is 25; the text "25" is not the number 25, because a tool that stores the one
 * where the other is meant has stored something else. The order of a list counts.
 *
 * @example
 * stateDigest(world.state()) === stateDigest(expected); // did the agent leave the world as it should?
 */
export function stateDigest(state: Json): string {
  return sha256Hex(canonicalJson(state));
}
