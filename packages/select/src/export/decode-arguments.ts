import { isRecord, type JsonObject } from "@whileai/core";

/** How often arguments may have been encoded as text on top of one another. */
const ENCODINGS_UNDONE = 3;

/** The arguments of a call as an object, undoing text encodings; null when they are no object. */
export function decodeArguments(given: unknown): JsonObject | null {
  let value = given ?? {};
  for (let round = 0; round < ENCODINGS_UNDONE && typeof value === "string"; round++) {
    try {
      value = value.trim() === "" ? {} : JSON.parse(value);
    } catch {
      return null;
    }
  }
  return isRecord(value) ? (value as JsonObject) : null;
}
