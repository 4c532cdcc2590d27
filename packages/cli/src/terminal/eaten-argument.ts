import type { Command } from "commander";

/**
 * What to do when the file of a command is missing because an option before it took it: options such as `--endorsed` take
 * every word up to the next option. Undefined when no such option was given.
 */
export function eatenArgumentHint(command: Command, argv: readonly string[]): string | undefined {
  const greedy = command.options.find(({ variadic, long }) => variadic && argv.includes(long ?? ""));
  if (greedy === undefined) return undefined;
  const [file] = command.registeredArguments;
  return `${greedy.long} takes every word after it: put <${file?.name()}> first, as in whileai ${command.name()} FILE ${greedy.long} …`;
}
