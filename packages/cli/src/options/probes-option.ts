import type { JudgeProbeName, ProbeSelection } from "@whileai/judges";
import type { Command } from "commander";
import { nameList, requireKnown } from "./list-option.js";

/** The probes by name. The judges are loaded when one of their functions is called; until then none of their lists is there. */
const PROBES: Readonly<Record<JudgeProbeName, true>> = {
  filler: true,
  keyword_stuffing: true,
  success_claim: true,
  prompt_echo: true,
  sycophancy: true,
  empty_format: true,
  refusal: true,
  injection: true,
  fake_evidence: true,
  wrong_premise: true,
  markdown: true,
  authority: true,
  paraphrase: true,
};

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
  requireKnown("probes", names, Object.keys(PROBES));
  return names as ProbeSelection;
}
