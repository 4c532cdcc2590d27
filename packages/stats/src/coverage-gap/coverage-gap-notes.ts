import { countText, type Note, UNSPECIFIED } from "@whileai/core";
import { dueNotes, type NoteParts } from "../notes/note-parts.js";
import { isForeign, wordsOf } from "./ask-words.js";
import type { CoverageGapFields } from "./coverage-gap-types.js";
import type { WorldView } from "./world-view.js";

/** Share of the asks that must be without common English words before it is told. Convention: few may be brief. */
const FOREIGN_SHARE = 0.5;

/** What the reader of a gap should mind, in a fixed order. */
export function coverageGapNotes(fields: CoverageGapFields, nTools: number, world: WorldView | null): Note[] {
  const { nAsks, nReadable, nSkipped, nRulesTotal, rules, unreadableRules, pressureAsks, singleShot } = fields;
  const unreadable = nAsks - nReadable;
  const nForeign = fields.perAsk.filter(({ ask, tools }) => tools !== null && isForeign(wordsOf(ask))).length;
  const which =
    unreadable === nAsks
      ? "No ask is"
      : `${countText(unreadable, "ask")} of ${nAsks} ${unreadable === 1 ? "is" : "are"} not`;
  const meaning =
    unreadable === nAsks
      ? "nothing is said of tools, rules and stances"
      : "what is untested is so for the others alone";
  const parts: NoteParts[] = [
    [nAsks === 0, "no_asks", "There are no asks, so everything is untested."],
    [
      unreadable > 0,
      "unreadable_asks",
      `${which} in Latin script. Word overlap with tool names and rules cannot be read there: ${meaning}.`,
      "Look through those asks by hand, or give translations.",
    ],
    [
      nForeign > 0 && nForeign >= FOREIGN_SHARE * nReadable,
      "not_english",
      `No common English word in ${countText(nForeign, "ask")} of ${nReadable}. Tools, rules and stances are looked for in English words, so what such asks touch is not seen.`,
      "Look through those asks by hand, or give translations.",
    ],
    [
      unreadableRules.length > 0,
      "unreadable_rules",
      `Not in Latin script: ${countText(unreadableRules.length, "rule")}, so whether asks touch them cannot be read.`,
    ],
    [nTools === 0, "no_tools", "No tools were given.", "Give `tools` to see which of them asks touch.", "info"],
    [
      nRulesTotal === 0,
      "no_rules",
      `The policy states no rule. "${UNSPECIFIED}" stands for that in the list of rules and is no gap.`,
      "Give `systemPrompt` to see which rules asks touch.",
      "info",
    ],
    [
      fields.rulesTruncated,
      "rules_truncated",
      `Only the first ${rules.length} of ${nRulesTotal} rules were looked at.`,
      "Raise `ruleCap`.",
    ],
    [nSkipped > 0, "skipped_asks", `${nSkipped} ${nSkipped === 1 ? "entry holds" : "entries hold"} no ask.`],
    [
      singleShot,
      "single_shot",
      "No ask is repeated, and one rollout of an ask does not show how often it would pass.",
      "Run each several times (`repeats`).",
      "info",
    ],
    [
      nReadable > 0 && pressureAsks === 0,
      "no_pressure",
      "No ask reads as hurried, repeated after a failure, or against the rules.",
      undefined,
      "info",
    ],
    [
      world !== null && world.nRowsWithoutRule > 0,
      "rows_without_rule",
      `Left out of the counts by rule, as they name none: ${countText(world?.nRowsWithoutRule ?? 0, "row")}.`,
      undefined,
      "info",
    ],
    [
      world !== null && world.strangeRules.length > 0,
      "rules_not_in_policy",
      `Rows were made for ${countText(world?.strangeRules.length ?? 0, "rule")} that the policy does not have.`,
      "Give the `systemPrompt` that the rows were made with.",
    ],
  ];
  return dueNotes(parts);
}
