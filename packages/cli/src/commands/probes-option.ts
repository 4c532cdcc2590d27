import type { ProbeSelection } from "@whileai/judges";
import type { Command } from "commander";
import { nameList } from "./list-option.js";

/** Adds the option that says which probes are run. */
export const addProbesOption = (command: Command, otherwise: string): Command =>
  command.option(
    "--probes <names>",
    `all (the seven classic ones), extended (thirteen), or names with commas between (default: ${otherwise})`,
    nameList,
  );

/** The probes of `--probes`. */
export function probesFrom(names: readonly string[] | undefined): ProbeSelection | undefined {
  const [only] = names ?? [];
  // Unread: the library says which names there are.
  return names?.length === 1 && (only === "all" || only === "extended") ? only : (names as ProbeSelection | undefined);
}
