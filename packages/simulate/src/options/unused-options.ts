import type { Note } from "@whileai/core";
import type { SimulateOptions } from "./simulate-options.js";

const says = (group: object | undefined): boolean =>
  group !== undefined && Object.values(group).some((value) => value !== undefined);

/** Notes on options that were given and changed nothing beside others; all of them are right on their own. */
export function unusedOptions(options: SimulateOptions, isModel: boolean): Note[] {
  const { tasks, branchFrom, coverage, faults = {}, turns = {}, sampling } = options;
  const source = tasks === undefined ? (branchFrom === undefined ? undefined : "branchFrom") : "tasks";
  const notes: Note[] = [];
  const add = (names: readonly string[], why: string): void => {
    if (names.length === 0) return;
    const list = names.map((name) => `\`${name}\``).join(" and ");
    notes.push({ code: "options_unused", severity: "warning", message: `${list} changed nothing: ${why}` });
  };
  if (source !== undefined) {
    const planning = [...(says(coverage) ? ["coverage"] : []), ...(faults.share === undefined ? [] : ["faults.share"])];
    add(planning, `\`${source}\` brings its situations along.`);
  } else if (faults.plan !== undefined && faults.share !== undefined) {
    add(["faults.share"], "`faults.plan` gives every situation its faults.");
  }
  if (typeof turns.user === "function" && turns.patience !== undefined) {
    add(["turns.patience"], "`turns.user` is a function and leaves when it wants to.");
  }
  if (!isModel && says(sampling)) add(["sampling"], "the agent is a function and samples for itself.");
  return notes;
}
