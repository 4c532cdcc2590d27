import { resolve } from "node:path";
import { OptionError } from "@whileai/core";
import { flagOf } from "./command-words.js";

/**
 * Refuses to write over a file that is read, or two files over each other.
 *
 * @param outputs - The paths of options that write, by option.
 * @param inputs - The files that are read.
 */
export function refuseOwnInput(
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly (string | undefined)[],
): void {
  const taken = new Map<string, string>();
  for (const input of inputs) if (input !== undefined) taken.set(resolve(input), `${input} is what is read`);
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    const reason = taken.get(resolve(path));
    if (reason !== undefined)
      throw new OptionError({
        option,
        received: path,
        message: `${flagOf(option)}: ${reason}.`,
        fix: "Write to another file.",
      });
    taken.set(resolve(path), `${path} is what ${flagOf(option)} writes`);
  }
}
