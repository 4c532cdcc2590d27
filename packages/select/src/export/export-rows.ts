import { countText, isRecord, leakReport, type Note, type Row, rolloutId } from "@whileai/core";
import { DEFAULT_LEAK_RULE, findLeak } from "../privileged/find-leak.js";
import { shownLeaksText, UNSEEN_FIX } from "../privileged/shown-leaks.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { withOneTypePerColumn } from "./column-types.js";
import { exportNotes } from "./export-notes.js";
import { checkRowOptions, type ExportRowsOptions, messageRulesOf, type RowFormat } from "./export-options.js";
import { gateProblem, type RowPosition } from "./export-problem.js";
import type { ExportRecord } from "./export-record.js";
import { type ExportReport, exportReport } from "./export-report.js";
import { ExportTally } from "./export-tally.js";
import { grpoPrompts } from "./grpo-records.js";
import { refusePair } from "./refuse-pair.js";
import { sampleRecords } from "./sample-records.js";
import type { MaskedRecord } from "./sft-records.js";
import { withWholeCharacters } from "./well-formed.js";
import { witnessesFirst } from "./witnesses-first.js";

/** Records ready for a file, and what was done to make them. */
export interface ExportResult {
  readonly records: ExportRecord[];
  readonly report: ExportReport;
}

/** The formats that teach by imitation. */
const SFT_FORMATS: ReadonlySet<RowFormat> = new Set(["openai", "trl", "fireworks"]);

/**
 * Turns rows into the records of a training file. Nothing is read or written, and the rows stay as they are.
 *
 * | format | record |
 * | --- | --- |
 * | `openai` | `{messages, loss_mask, tools?, …}`, arguments as JSON text |
 * | `trl` | `{messages, tools?, prompt_text, …}`; with `mask: "final"` or `unroll` `{prompt, completion, tools?, …}` |
 * | `trl-kto` | `{prompt, completion, label, tools?, scenario_id}` from the graded rows |
 * | `trl-grpo` | `{prompt, task_id, reference?, info}`, one for each task |
 * | `rollouts` | `{messages, loss_mask, reward, turns?, sampling_plan?, …}` from the graded rows, for off-policy trainers |
 * | `fireworks` | `{messages, tools?}` with a weight on each turn of the agent |
 *
 * Records carry what joins them back to their rollout (`rollout_id`, `task_id`, …) and, when a task occurs more than
 * once, statistics of its group in this file. Columns have one type each.
 *
 * @throws RowError for a row that the format cannot hold, with a `code` and the row's position.
 * @throws GateError for data that would train something wrong: `privileged_leak`, `tools_missing`, `kto_one_label`,
 * `no_rows`, `no_records`.
 *
 * @example
 * const { records, report } = exportRows(rows, { format: "trl", unroll: true, systemPrompt, tools });
 * console.log(`${report}`);
 */
export function exportRows(rows: Iterable<unknown>, options: ExportRowsOptions = {}): ExportResult {
  checkRowOptions(options);
  return withRowErrors("exportRows", rows as Iterable<Row>, (given) => exportOf([...given], options));
}

function exportOf(given: readonly unknown[], options: ExportRowsOptions): ExportResult {
  const tally = new ExportTally();
  const positions = rowPositions(given, tally);
  if (positions.length === 0 && options.allowEmpty !== true)
    throw gateProblem("no_rows", "export: there are no rows to write.", "Give rows, or set allowEmpty.");
  for (const position of positions) refusePair(position);
  const known = positions.map((position) => position.row);
  const leaks = leakReport(known, { rule: options.leakRule });
  // A prompt set holds nothing the agent said.
  if (options.format !== "trl-grpo") checkLeaks(positions, options, tally);
  const masked =
    options.format === "trl-grpo" ? promptRecords(positions, options, tally) : sampleRecords(positions, options, tally);
  for (const { mask } of masked) tally.masked(mask);
  if (masked.length === 0 && options.allowEmpty !== true)
    throw gateProblem(
      "no_records",
      `export: none of ${countText(given.length, "row")} could be written.`,
      "Look at why rows were dropped, or set allowEmpty.",
    );
  const whole = withWholeCharacters(masked.map(({ record }) => record));
  const typed = withOneTypePerColumn(whole.records);
  const { records, moved } = witnessesFirst(typed.records);
  const format = options.format ?? "openai";
  const notes = exportNotes({
    rows: known,
    tally,
    leaks,
    isSft: SFT_FORMATS.has(format),
    columnsAsText: typed.columnsAsText,
    mended: whole.mended,
    moved,
  });
  const report = exportReport(
    {
      format,
      nGiven: given.length,
      ...tally.fields(records),
      mask: maskName(options),
      unrolled: options.unroll === true,
      privilegedLeaks: { checked: leaks.checked, nChecked: leaks.nChecked, nLeaked: leaks.nLeaked },
    },
    [...notes, ...formatNotes(options)],
  );
  return { records, report };
}

function rowPositions(given: readonly unknown[], tally: ExportTally): RowPosition[] {
  const positions: RowPosition[] = [];
  for (const [index, row] of given.entries()) {
    if (isRecord(row)) positions.push({ row: row as Row, index });
    else tally.dropped.push({ index, rolloutId: "", code: "not_a_row" });
  }
  return positions;
}

function checkLeaks(positions: readonly RowPosition[], options: ExportRowsOptions, tally: ExportTally): void {
  const leaking = positions.flatMap(({ row, index }) => {
    const { field, wasShown } = findLeak(row, options.leakRule ?? DEFAULT_LEAK_RULE);
    return field === null ? [] : [{ index, field, wasShown }];
  });
  for (const { index, wasShown } of leaking) tally.leak(index, wasShown);
  const first = leaking[0];
  if (first === undefined || options.validate === false) return;
  throw gateProblem(
    "privileged_leak",
    `export: ${leaking.length} ${leaking.length === 1 ? "row repeats" : "rows repeat"} what only the judge may know; row ${first.index + 1} quotes \`privileged.${first.field}\`${tally.leaksShown > 0 ? `; ${shownLeaksText(tally.leaksShown, leaking.length)}` : ""}.`,
    `Leave these rows out (select drops them); a model trained on them learns to know what it cannot know.${tally.leaksShown > 0 ? ` ${UNSEEN_FIX}` : ""}`,
  );
}

function maskName(options: ExportRowsOptions): "assistant" | "final" | "turn" | null {
  if (options.format === "trl-grpo") return null;
  if (options.format === "rollouts") return "assistant";
  if (options.format === "trl-kto") return "final";
  if (options.unroll === true && options.format !== "fireworks") return "turn";
  return options.mask ?? "assistant";
}

function promptRecords(
  positions: readonly RowPosition[],
  options: ExportRowsOptions,
  tally: ExportTally,
): MaskedRecord[] {
  const reference =
    options.reference ?? ((row: Readonly<Row>) => (typeof row.reference === "string" ? row.reference : undefined));
  const made = grpoPrompts(positions, messageRulesOf(options, "object"), reference);
  for (const { row, index } of made.withoutPrompt)
    tally.dropped.push({ index, rolloutId: rolloutId(row), code: "no_agent_turn" });
  for (const { row, index } of positions) tally.row(row, index);
  for (const { opening, position } of made.prompts) tally.conversation(opening, position.index, []);
  if (made.furtherPrompts > 0)
    tally.notes.push({
      code: "further_prompts",
      severity: "info",
      message: `${countText(made.furtherPrompts, "prompt is a further wording", "prompts are further wordings")} of a task; ${made.furtherPrompts === 1 ? "its" : "their"} task_id ends in ~ and a hash.`,
    });
  const hidden = positions.filter(({ row }) => typeof row.privileged?.reference === "string").length;
  if (hidden > 0 && made.prompts.every(({ record }) => record.reference === undefined))
    tally.notes.push({
      code: "references_left_out",
      severity: "info",
      message: `${countText(hidden, "row has", "rows have")} a privileged reference, which is not written.`,
      fix: "For a reward function that needs it, give reference: (row) => row.privileged.reference.",
    });
  return made.prompts.map(({ record }) => ({ record, mask: [] }));
}

function formatNotes(options: ExportRowsOptions): Note[] {
  if (options.format !== "trl" || options.unroll === true || options.mask === "final") return [];
  return [
    {
      code: "assistant_only_loss",
      severity: "info",
      message: "TRL trains on every token of these records unless the trainer is told otherwise.",
      fix: "Set assistant_only_loss=True in SFTConfig, or export with unroll: true, which is exact under any chat template.",
    },
  ];
}
