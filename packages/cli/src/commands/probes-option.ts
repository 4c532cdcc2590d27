import { CLASSIC_PROBES, EXTENDED_PROBES, type ProbeSelection } from "@whileai/judges";
import type { Command } from "commander";
import { nameList, requireKnown } from "./list-option.js";

/** Adds the option that says which probes are run. */
export const addProbesOption = (command: Command, otherwise: string): Command =>
  command.option(
    "--probes <names>",
    `all (the seven classic ones), extended (thirteen), or names with commas between (default: ${otherwise})`,
    nameList,
  );

/**
 * The probes of `--probes`.
 *
 * @throws OptionError for a name that no probe has.
 */
export function probesFrom(names: readonly string[] | undefined): ProbeSelection | undefined {
  if (names === undefined) return undefined;
  const [only] = names;
  if (names.length === 1 && (only === "all" || only === "extended")) return only;
  requireKnown("probes", names, [...CLASSIC_PROBES, ...EXTENDED_PROBES]);
  return names as ProbeSelection;
}
