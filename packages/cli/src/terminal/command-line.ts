import type { Command } from "commander";
import { shellWord } from "./shell-word.js";

/**
 * The command as it was typed, to be pasted: its arguments, the options that were given, and those that differ the next time.
 */
export function commandLine(command: Command, changed: Readonly<Record<string, string | boolean>> = {}): string {
  const words = command.options.flatMap((option) => {
    const name = option.attributeName();
    const isGiven = command.getOptionValueSource(name) === "cli";
    const value: unknown = changed[name] ?? (isGiven ? command.getOptionValue(name) : false);
    if (value === false || option.long === undefined) return [];
    return value === true ? [option.long] : [option.long, shellWord(String(value))];
  });
  return ["whileai", command.name(), ...command.args.map(shellWord), ...words].join(" ");
}
