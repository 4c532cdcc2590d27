import { sha256Hex } from "@whileai/core";
import type { Assignment } from "./situation.js";

/** Hex digits of a cell's id, as the Python package has them. */
const CELL_DIGITS = 10;
/** From this pass on, ids have more digits: runs that use their cells so often have enough of them for short ones to meet. */
const LATE_PASS = 64;
const LATE_DIGITS = 16;

/** Text as Python's `json.dumps` writes it. */
const ascii = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * The ids of a cell by pass, the same in every language: `sc-` and ten hex digits of the hash of the assignment as Python's
 * `json.dumps(sort_keys=True)` writes it. A later situation in the same cell is another task, so its pass is hashed along.
 */
export function cellIds(assignment: Assignment): (pass: number) => string {
  const fields = Object.entries(assignment).sort(([a], [b]) => (a < b ? -1 : 1));
  const json = (part: readonly [string, string][]): string[] =>
    part.map(([key, text]) => `${ascii(key)}: ${ascii(text)}`);
  const before = json(fields.filter(([key]) => key < "pass"));
  const after = json(fields.filter(([key]) => key > "pass"));
  const whole = (...own: readonly string[]): string => `{${[...before, ...own, ...after].join(", ")}}`;
  const first = whole();
  const [head, tail] = whole('"pass": #').split('"pass": #') as [string, string];
  return (pass) => {
    const text = pass === 0 ? first : `${head}"pass": ${pass}${tail}`;
    return `sc-${sha256Hex(text, pass < LATE_PASS ? CELL_DIGITS : LATE_DIGITS)}`;
  };
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
