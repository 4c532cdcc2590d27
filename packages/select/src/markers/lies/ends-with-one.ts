import { commandSegments } from "../trace/command-segments.js";

/** Programs that end with 1 to say "nothing there", "not so" or "not alike". */
const MAY_END_WITH_ONE = new Set([
  "[",
  "cat",
  "cmp",
  "command",
  "diff",
  "find",
  "grep",
  "kill",
  "killall",
  "ls",
  "nc",
  "pgrep",
  "pkill",
  "rg",
  "test",
  "which",
]);
const ASKS = /\bdiff\s(?:.{0,200}\s)?--(?:exit-code|quiet)\b|\bis-(?:active|enabled|failed)\b/u;

/** Whether the last program of a command line is one that may end with 1 though nothing went wrong. */
export function endsWithOne(command: string): boolean {
  const last = commandSegments(command).at(-1);
  return last !== undefined && (MAY_END_WITH_ONE.has(last.program) || ASKS.test(last.text));
}
