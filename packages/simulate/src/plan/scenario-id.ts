import { sha256Hex } from "@whileai/core";
import type { Assignment } from "./situation.js";

/** JSON as Python's `json.dumps(sort_keys=True)` writes it, for flat objects of text and numbers. */
const pythonJson = (fields: Readonly<Record<string, string | number>>): string => {
  const ascii = (text: string): string =>
    JSON.stringify(text).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  const keys = Object.keys(fields).sort();
  return `{${keys.map((key) => `${ascii(key)}: ${typeof fields[key] === "string" ? ascii(fields[key]) : fields[key]}`).join(", ")}}`;
};

/**
 * The id of a cell, the same in every language: `sc-` and ten hex digits of the assignment's hash. A later situation in the
 * same cell is another task, so its pass is hashed along.
 */
export function scenarioId(assignment: Assignment, pass = 0): string {
  return `sc-${sha256Hex(pythonJson(pass === 0 ? assignment : { ...assignment, pass })).slice(0, 10)}`;
}

/** Hex digits of a prompt's id, as the Python package has them. */
const PROMPT_DIGITS = 6;

/** The id of a prompt that belongs to no cell; with more digits of the hash where another prompt has the short one. */
export function promptId(prompt: string, taken: ReadonlySet<string>): string {
  const hash = sha256Hex(prompt);
  let digits = PROMPT_DIGITS;
  while (taken.has(`probe_${hash.slice(0, digits)}`) && digits < hash.length) digits++;
  return `probe_${hash.slice(0, digits)}`;
}
