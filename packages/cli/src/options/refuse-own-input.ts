import { resolve } from "node:path";
import { OptionError } from "@whileai/core";
import { flagOf } from "../terminal/command-words.js";

/**
 * Refuses to write over a file that is read, or two files over each other.
 *
 * @param outputs - By option: its file, and those that the work makes beside it.
 * @param inputs - The files that are read.
 */
export function refuseOwnInput(
  outputs: Readonly<Record<string, string | readonly string[] | undefined>>,
  inputs: readonly (string | undefined)[],
): void {
  const taken = new Map<string, string>();
  for (const input of inputs) if (input !== undefined) taken.set(resolve(input), `${input} is what is read`);
  const written = Object.entries(outputs).flatMap(([option, paths = []]) =>
    [paths].flat().map((path): [option: string, path: string] => [option, path]),
  );
  for (const [option, path] of written) {
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
