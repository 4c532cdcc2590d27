import { isRecord, nearestName } from "@whileai/core";
import { constitutionError } from "./constitution-error.js";

/** An object of a document. */
export type WireObject = Readonly<Record<string, unknown>>;

/** An object whose keys are all known, when `known` is given. */
export function readObject(value: unknown, place: string, known?: readonly string[]): WireObject {
  if (!isRecord(value))
    throw constitutionError({
      place,
      problem: `is ${value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`}, not an object.`,
      fix: place === "" ? "Give a list of traits or an object with `traits`." : "Give an object.",
      received: value,
    });
  const unknown = known === undefined ? undefined : Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return value;
  const near = nearestName(unknown, known as readonly string[]);
  throw constitutionError({
    place,
    problem: `has an unknown key ${JSON.stringify(unknown.slice(0, 40))}.`,
    fix: `${near === undefined ? "" : `Did you mean "${near}"? `}Known keys: ${(known as readonly string[]).join(", ")}; your own notes go under metadata.`,
    received: unknown,
    didYouMean: near,
  });
}
