import { isRecord, type JsonObject } from "../../json/json.js";

/** A call's arguments, and the text when it is not a JSON object. */
export interface ReadArguments {
  readonly arguments: JsonObject;
  readonly argumentsRaw?: string;
}

/**
 * Reads the arguments of a call: an object as it is, a string as JSON. Nothing, and blank text, mean no arguments; anything
 * else that is not an object keeps its text beside empty arguments and is never repaired.
 */
export function readArguments(value: unknown): ReadArguments {
  if (value === undefined || value === null) return { arguments: {} };
  if (isRecord(value)) return { arguments: value as JsonObject };
  if (typeof value !== "string") return { arguments: {}, argumentsRaw: JSON.stringify(value) };
  if (value.trim() === "") return { arguments: {} };
  try {
    const parsed: unknown = JSON.parse(value);
    if (isRecord(parsed)) return { arguments: parsed as JsonObject };
  } catch {
    // Falls through: the text is kept.
  }
  return { arguments: {}, argumentsRaw: value };
}
