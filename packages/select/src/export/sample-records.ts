import { binaryLabel, countText, type GroupStamp, groupStamps, rolloutId, scalarReward } from "@whileai/core";
import { type ExportRowsOptions, messageRulesOf, type RowFormat } from "./export-options.js";
import { gateProblem, type RowPosition, rowProblem } from "./export-problem.js";
import type { ToolEnvelope } from "./export-record.js";
import { callsOf, type ExportTally } from "./export-tally.js";
import { type RowSample, refuseNotJson, rowSample, sampleFacts } from "./row-sample.js";
import {
  fireworksRecord,
  ktoRecord,
  type MaskedRecord,
  openAiRecord,
  rolloutRecord,
  trlFinalRecord,
  trlMessagesRecord,
  unrolledRecords,
} from "./sft-records.js";
import { toolEnvelopes } from "./tool-envelopes.js";
import { hasStepFacts } from "./turn-facts.js";

/** The formats whose calls carry their arguments as JSON text. */
const TEXT_ARGUMENTS: ReadonlySet<RowFormat> = new Set(["openai", "fireworks"]);

/** The records of every format that holds whole conversations; counts what is written, refuses what must not be. */
export function sampleRecords(
  positions: readonly RowPosition[],
  options: ExportRowsOptions,
  tally: ExportTally,
): MaskedRecord[] {
  const format = options.format ?? "openai";
  const rules = messageRulesOf(options, TEXT_ARGUMENTS.has(format) ? "text" : "object");
  const tools = options.tools === undefined ? null : toolEnvelopes(options.tools);
  const graded = needsReward(format) ? positions.filter((position) => isGraded(position, format, tally)) : positions;
  const samples: RowSample[] = [];
  for (const position of graded) {
    const sample = rowSample(position, rules, tools);
    if (isTrainable(sample, options, tally)) samples.push(sample);
  }
  checkTools(samples, options, tally);
  const stamps = options.unroll === true ? [] : groupStamps(samples.map((sample) => sample.row));
  const anyTools = samples.some((sample) => sample.tools.length > 0);
  const masked = samples.flatMap((sample, index) => {
    tally.row(sample.row, sample.index);
    tally.conversation(sample.conversation, sample.index, sample.tools);
    noteTurns(sample, options, tally);
    return recordsOf(sample, options, stamps[index], anyTools ? sample.tools : undefined);
  });
  if (format === "trl-kto") checkLabels(masked, options);
  return masked;
}

const needsReward = (format: RowFormat): boolean => format === "trl-kto" || format === "rollouts";

function isGraded(position: RowPosition, format: RowFormat, tally: ExportTally): boolean {
  refuseNotJson(position);
  const graded = (format === "trl-kto" ? binaryLabel(position.row) : scalarReward(position.row)) !== null;
  if (!graded) tally.dropped.push({ index: position.index, rolloutId: rolloutId(position.row), code: "ungraded" });
  return graded;
}

/** A conversation in which the agent never spoke is dropped; one whose turns are all empty is refused. */
function isTrainable(sample: RowSample, options: ExportRowsOptions, tally: ExportTally): boolean {
  if (sample.turns.length > 0) return true;
  const { row, index, messages } = sample;
  tally.dropped.push({ index, rolloutId: rolloutId(row), code: "no_agent_turn" });
  if (!messages.some((message) => message.role === "assistant")) return false;
  if (options.validate !== false)
    throw rowProblem(sample, "nothing_to_train", {
      field: "final_text",
      message: "the agent's turns neither say nor call anything, so no token would be trained.",
      fix: "Leave the row out.",
    });
  tally.saw("untrained", index);
  return false;
}

function checkTools(samples: readonly RowSample[], options: ExportRowsOptions, tally: ExportTally): void {
  const bare = samples.filter((sample) => sample.tools.length === 0 && callsOf(sample.messages).length > 0);
  const first = bare[0];
  if (first === undefined) return;
  if (options.validate !== false)
    throw gateProblem(
      "tools_missing",
      `export: ${countText(bare.length, "row calls", "rows call")} tools and the file would have no tool schemas; row ${first.index + 1} calls \`${callsOf(first.messages)[0]}\`.`,
      "Give the agent's tools, or set validate: false.",
    );
  for (const { index } of bare) tally.saw("no_tools", index);
}

function noteTurns(sample: RowSample, options: ExportRowsOptions, tally: ExportTally): void {
  const assistants = sample.messages.filter((message) => message.role === "assistant").length;
  const { given } = sample.conversation;
  if (assistants - given.size > sample.turns.length) tally.saw("empty_turn", sample.index);
  const isMaskedByTrainer = options.format === "trl" && options.unroll !== true && options.mask !== "final";
  if (given.size > 0) tally.saw(isMaskedByTrainer ? "given_trained" : "given", sample.index);
  const cutsTail =
    options.unroll === true || options.format === "trl-kto" || (options.format === "trl" && options.mask === "final");
  if (cutsTail && (sample.turns.at(-1) ?? 0) < sample.messages.length - 1) tally.saw("tail", sample.index);
  const usesFacts = options.unroll === true || options.format === "rollouts";
  if (usesFacts && hasStepFacts(sample.row) && sampleFacts(sample) === null) tally.saw("step_facts", sample.index);
}

function recordsOf(
  sample: RowSample,
  options: ExportRowsOptions,
  stamp: GroupStamp | undefined,
  tools: readonly ToolEnvelope[] | undefined,
): MaskedRecord[] {
  const encoded = tools === undefined || options.toolsEncoding !== "json" ? tools : JSON.stringify(tools);
  const context = { mask: options.mask ?? ("assistant" as const), tools: encoded, stamp };
  switch (options.format ?? "openai") {
    case "trl":
      if (options.unroll === true) return unrolledRecords(sample, context, "trl");
      return [options.mask === "final" ? trlFinalRecord(sample, context) : trlMessagesRecord(sample, context)];
    case "trl-kto":
      return [ktoRecord(sample, context, binaryLabel(sample.row) === 1)];
    case "rollouts":
      return [rolloutRecord(sample, context)];
    case "fireworks":
      return [fireworksRecord(sample, context)];
    default:
      return options.unroll === true ? unrolledRecords(sample, context, "openai") : [openAiRecord(sample, context)];
  }
}

function checkLabels(masked: readonly MaskedRecord[], options: ExportRowsOptions): void {
  const labels = new Set(masked.map(({ record }) => record.label));
  if (labels.size !== 1 || options.validate === false) return;
  throw gateProblem(
    "kto_one_label",
    `export: all rows are ${labels.has(true) ? "wanted" : "unwanted"}; KTO needs both.`,
    "Export rows that passed and rows that failed together.",
  );
}
