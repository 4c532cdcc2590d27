import { checkOptions, isRecord, optionRule, type Row } from "@whileai/core";
import { messageRulesOf } from "../export/export-options.js";
import { gateProblem } from "../export/export-problem.js";
import type { ExportRecord } from "../export/export-record.js";
import { pairColumns } from "../export/pair-columns.js";
import { preferenceTurn } from "../export/preference-turn.js";
import { rowSample } from "../export/row-sample.js";
import { withWholeCharacters } from "../export/well-formed.js";
import { DEFAULT_LEAK_RULE, findLeak, LEAK_RULES, type LeakRule } from "../privileged/find-leak.js";
import { shownLeaksText, UNSEEN_FIX } from "../privileged/shown-leaks.js";
import { withRowErrors } from "../rows/with-row-errors.js";

/** Options of `toTrlPreference`. */
export interface TrlPreferenceOptions {
  /** What counts as a privileged leak, as in `buildPreferencePairs`. Default `"quoted"`. */
  leakRule?: LeakRule | undefined;
}

/** What became of pairs on their way to TRL. */
export interface TrlPreference {
  /** Records `{prompt, chosen, rejected, tools?, margin, …}` with one turn of the agent on each side. */
  readonly rows: readonly ExportRecord[];
  /** Pairs that lost turns after the one in which they part. */
  readonly turnsCut: number;
  /** Pairs that never part, or part on something that is no turn of the agent. */
  readonly noCompletionDropped: number;
  /** Pairs marked as ties. */
  readonly tiesDropped: number;
  /** Entries without two rows. */
  readonly notPairsDropped: number;
}

/**
 * Preference pairs in the form that TRL's DPO and reward trainers read: what both sides share as the prompt, and on each
 * side the one turn in which they part. What is known of a pair goes along as columns. For system prompts, tool schemas,
 * other formats and a report, use `exportPairs` of `@whileai/select/export`.
 *
 * @throws GateError `privileged_leak` when a chosen side says something privileged.
 * @throws RowError for a side that cannot be written as messages.
 *
 * @example
 * const { rows, noCompletionDropped } = toTrlPreference(buildPreferencePairs(graded).pairs);
 */
export function toTrlPreference(pairs: Iterable<unknown>, options: TrlPreferenceOptions = {}): TrlPreference {
  checkOptions("toTrlPreference", options, { leakRule: optionRule.oneOf(LEAK_RULES) });
  const rule = options.leakRule ?? DEFAULT_LEAK_RULE;
  return withRowErrors("toTrlPreference", pairs as Iterable<Row>, (given) => preferenceOf(given, rule), {
    what: "pair",
  });
}

function preferenceOf(pairs: Iterable<unknown>, leakRule: LeakRule): TrlPreference {
  const rules = messageRulesOf({}, "object");
  const records: ExportRecord[] = [];
  const counts = { turnsCut: 0, noCompletionDropped: 0, tiesDropped: 0, notPairsDropped: 0 };
  let index = -1;
  for (const pair of pairs) {
    index++;
    if (!isRecord(pair) || !isRecord(pair.chosen) || !isRecord(pair.rejected)) {
      counts.notPairsDropped++;
      continue;
    }
    if (pair.tie) {
      counts.tiesDropped++;
      continue;
    }
    refuseLeak(pair.chosen as Row, index, leakRule);
    const chosen = rowSample({ row: pair.chosen as Row, index }, rules, null);
    const rejected = rowSample({ row: pair.rejected as Row, index }, rules, null);
    const found = preferenceTurn(chosen.messages, rejected.messages, "first");
    if (found === null) {
      counts.noCompletionDropped++;
      continue;
    }
    if (found.cut > 0) counts.turnsCut++;
    const tools = chosen.tools.length > 0 ? chosen.tools : rejected.tools;
    records.push({
      prompt: found.prompt,
      chosen: [found.chosen],
      rejected: [found.rejected],
      ...(tools.length > 0 ? { tools } : {}),
      ...pairColumns(pair),
    });
  }
  return { rows: withWholeCharacters(records).records, ...counts };
}

function refuseLeak(chosen: Row, index: number, leakRule: LeakRule): void {
  const { field, wasShown } = findLeak(chosen, leakRule);
  if (field === null) return;
  throw gateProblem(
    "privileged_leak",
    `toTrlPreference: the chosen side of pair ${index + 1} says something privileged${wasShown ? `; ${shownLeaksText(1, 1)}` : ""}.`,
    wasShown ? `Leave this pair out. ${UNSEEN_FIX}` : "Leave this pair out.",
  );
}
