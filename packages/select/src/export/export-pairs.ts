import { countText, isRecord, leakReport, type Row, rolloutId } from "@whileai/core";
import { DEFAULT_LEAK_RULE, findLeak } from "../privileged/find-leak.js";
import { shownLeaksText, UNSEEN_FIX } from "../privileged/shown-leaks.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { promptText } from "../signal/ask-key.js";
import { withOneTypePerColumn } from "./column-types.js";
import { exportNotes } from "./export-notes.js";
import { checkPairOptions, type ExportPairsOptions, messageRulesOf } from "./export-options.js";
import { gateProblem } from "./export-problem.js";
import type { ExportRecord, ToolEnvelope } from "./export-record.js";
import { exportReport } from "./export-report.js";
import type { ExportResult } from "./export-rows.js";
import { callsOf, ExportTally } from "./export-tally.js";
import { pairColumns } from "./pair-columns.js";
import { type PreferenceTurn, preferenceTurn } from "./preference-turn.js";
import { type RowSample, refuseNotJson, rowSample } from "./row-sample.js";
import { ktoRecord, type MaskedRecord } from "./sft-records.js";
import { toolEnvelopes } from "./tool-envelopes.js";
import { withWholeCharacters } from "./well-formed.js";
import { witnessesFirst } from "./witnesses-first.js";

interface PairSamples {
  readonly pair: Readonly<Record<string, unknown>>;
  readonly index: number;
  readonly chosen: RowSample;
  readonly rejected: RowSample;
}

/**
 * Turns preference pairs (as `buildPreferencePairs` makes them: `{chosen: row, rejected: row, margin, …}`) into the
 * records of a preference file. Nothing is read or written.
 *
 * | format | record |
 * | --- | --- |
 * | `trl-dpo` | `{prompt, chosen, rejected, tools?, margin, …}`, one turn of the agent on each side |
 * | `trl-rm` | `{prompt, chosen, rejected, margin, tools?}` |
 * | `trl-kto` | `{prompt, completion, label, tools?, scenario_id}`, two records for each pair |
 * | `openai` | `{prompt, chosen, rejected, tools?, …}`, whole conversations on each side |
 * | `fireworks` | `{input, preferred_output, non_preferred_output}` |
 *
 * Pairs that never part on a turn of the agent, and ties, are left out and counted.
 *
 * @throws GateError `no_preference_pairs` when nothing is left, `privileged_leak`, `tools_missing`.
 * @throws RowError for a side that the format cannot hold.
 *
 * @example
 * const { records, report } = exportPairs(pairs, { format: "trl-dpo", systemPrompt, tools });
 */
export function exportPairs(pairs: Iterable<unknown>, options: ExportPairsOptions = {}): ExportResult {
  checkPairOptions(options);
  return withRowErrors("exportPairs", pairs as Iterable<Row>, (given) => exportOf([...given], options), {
    what: "pair",
  });
}

function exportOf(given: readonly unknown[], options: ExportPairsOptions): ExportResult {
  const tally = new ExportTally("pair");
  const samples = pairSamples(given, options, tally);
  const sides = samples.flatMap(({ chosen, rejected }) => [chosen, rejected]);
  const rows = sides.map((side) => side.row);
  const leaks = leakReport(rows, { rule: options.leakRule });
  checkChosen(samples, options, tally);
  const masked = samples.flatMap((sample) => pairRecords(sample, options, tally));
  if (masked.length === 0 && options.allowEmpty !== true)
    throw gateProblem(
      "no_preference_pairs",
      `export: none of ${countText(given.length, "pair")} could be written.`,
      "Build pairs from rows with different verdicts, or set allowEmpty.",
    );
  const whole = withWholeCharacters(masked.map(({ record }) => record));
  const typed = withOneTypePerColumn(whole.records);
  const { records, moved } = witnessesFirst(typed.records);
  const notes = exportNotes({
    rows,
    tally,
    leaks,
    isSft: false,
    columnsAsText: typed.columnsAsText,
    mended: whole.mended,
    moved,
  });
  const report = exportReport(
    {
      format: options.format ?? "trl-dpo",
      nGiven: given.length,
      ...tally.fields(records),
      mask: null,
      unrolled: false,
      privilegedLeaks: { checked: leaks.checked, nChecked: leaks.nChecked, nLeaked: leaks.nLeaked },
    },
    notes,
  );
  return { records, report };
}

function pairSamples(given: readonly unknown[], options: ExportPairsOptions, tally: ExportTally): PairSamples[] {
  const rules = messageRulesOf(
    options,
    options.format === "openai" || options.format === "fireworks" ? "text" : "object",
  );
  const tools = options.tools === undefined ? null : toolEnvelopes(options.tools);
  const samples: PairSamples[] = [];
  for (const [index, pair] of given.entries()) {
    if (!isRecord(pair) || !isRecord(pair.chosen) || !isRecord(pair.rejected)) {
      tally.dropped.push({ index, rolloutId: "", code: "not_a_pair" });
      continue;
    }
    const chosen = pair.chosen as Row;
    if (pair.tie && options.keepTies !== true) {
      tally.dropped.push({ index, rolloutId: rolloutId(chosen), code: "tie" });
      continue;
    }
    samples.push({
      pair,
      index,
      chosen: rowSample({ row: chosen, index }, rules, tools),
      rejected: rowSample({ row: pair.rejected as Row, index }, rules, tools),
    });
    refuseNotJson({ row: pairColumns(pair), index });
  }
  return samples;
}

/** What is preferred must not teach a leak, and calls need schemas on either side. */
function checkChosen(samples: readonly PairSamples[], options: ExportPairsOptions, tally: ExportTally): void {
  const leaking = samples.flatMap(({ chosen, index }) => {
    const { field, wasShown } = findLeak(chosen.row, options.leakRule ?? DEFAULT_LEAK_RULE);
    return field === null ? [] : [{ index, wasShown }];
  });
  for (const { index, wasShown } of leaking) tally.leak(index, wasShown);
  const bare = samples.filter(({ chosen, rejected }) =>
    [chosen, rejected].some((side) => side.tools.length === 0 && callsOf(side.messages).length > 0),
  );
  for (const { index } of bare) tally.saw("no_tools", index);
  if (options.validate === false) return;
  if (leaking[0] !== undefined)
    throw gateProblem(
      "privileged_leak",
      `export: the chosen side of ${countText(leaking.length, "pair")} says something privileged; first pair ${leaking[0].index + 1}${tally.leaksShown > 0 ? `; ${shownLeaksText(tally.leaksShown, leaking.length)}` : ""}.`,
      `Leave these pairs out.${tally.leaksShown > 0 ? ` ${UNSEEN_FIX}` : ""}`,
    );
  if (bare[0] !== undefined)
    throw gateProblem(
      "tools_missing",
      `export: ${bare.length} pairs call tools and the file would have no tool schemas; first pair ${bare[0].index + 1}.`,
      "Give the agent's tools, or set validate: false.",
    );
}

function pairRecords(sample: PairSamples, options: ExportPairsOptions, tally: ExportTally): MaskedRecord[] {
  const { index, chosen, rejected } = sample;
  const tools = toolsColumn(chosen.tools.length > 0 ? chosen.tools : rejected.tools, options);
  const format = options.format ?? "trl-dpo";
  const records =
    format === "trl-kto"
      ? ktoRecords(sample, tools)
      : format === "openai"
        ? [wholeRecord(sample, tools)]
        : turnRecord(sample, tools, options, tally);
  if (records.length === 0) tally.dropped.push({ index, rolloutId: rolloutId(chosen.row), code: "no_contrast" });
  else
    for (const side of [chosen, rejected]) {
      tally.row(side.row, index);
      tally.conversation(side.conversation, index, side.tools);
    }
  return records.map((record) => ({ record, mask: [] }));
}

function toolsColumn(tools: readonly ToolEnvelope[], options: ExportPairsOptions): ExportRecord {
  if (tools.length === 0) return {};
  return { tools: options.toolsEncoding === "json" ? JSON.stringify(tools) : tools };
}

function ktoRecords({ chosen, rejected }: PairSamples, tools: ExportRecord): ExportRecord[] {
  if (chosen.turns.length === 0 || rejected.turns.length === 0) return [];
  const context = { mask: "final" as const, tools: tools.tools, stamp: undefined };
  return [ktoRecord(chosen, context, true).record, ktoRecord(rejected, context, false).record];
}

function wholeRecord({ pair, chosen, rejected }: PairSamples, tools: ExportRecord): ExportRecord {
  return {
    prompt: typeof pair.prompt === "string" ? pair.prompt : promptText(chosen.row),
    chosen: chosen.messages,
    rejected: rejected.messages,
    ...tools,
    ...pairColumns(pair),
    schema_version: "1",
  };
}

function turnRecord(
  { pair, index, chosen, rejected }: PairSamples,
  tools: ExportRecord,
  options: ExportPairsOptions,
  tally: ExportTally,
): ExportRecord[] {
  const found = preferenceTurn(chosen.messages, rejected.messages, options.turn ?? "first");
  if (found === null) return [];
  if (found.cut > 0) tally.saw("turns_cut", index);
  if (options.format === "fireworks") return [fireworksPair(found, tools)];
  const sides = { prompt: found.prompt, chosen: [found.chosen], rejected: [found.rejected] };
  if (options.format === "trl-rm")
    return [{ ...sides, ...(typeof pair.margin === "number" ? { margin: pair.margin } : {}), ...tools }];
  return [{ ...sides, ...tools, ...pairColumns(pair), schema_version: "1" }];
}

function fireworksPair(found: PreferenceTurn, tools: ExportRecord): ExportRecord {
  return {
    input: { messages: found.prompt, ...tools },
    preferred_output: [found.chosen],
    non_preferred_output: [found.rejected],
  };
}
