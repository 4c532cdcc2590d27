import { OptionError } from "@whileai/core";
import type { Command } from "commander";
import { flagOf } from "../terminal/command-words.js";

/**
 * Refuses options that mean nothing beside something else that was given.
 *
 * @throws OptionError naming the first option that was given and is refused.
 */
export function refuseTogether(
  command: Command,
  isRefused: (name: string) => boolean,
  { beside, because, instead }: { beside: string; because?: string; instead?: string },
): void {
  const given = Object.keys(command.opts()).filter((name) => command.getOptionValueSource(name) === "cli");
  const option = given.find(isRefused);
  if (option === undefined) return;
  throw new OptionError({
    option,
    message: `${flagOf(option)} and ${beside} do not go together${because === undefined ? "" : `: ${because}`}.`,
    fix: `Leave ${flagOf(option)} out${instead === undefined ? "" : `, or ${instead}`}.`,
  });
}
