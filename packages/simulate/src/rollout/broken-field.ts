import { isRecord, type Row } from "@whileai/core";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isListOf =
  (is: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(is);
const isRecords = isListOf(isRecord);

/** The fields that a run reads of its rows, and what they must be. */
const FIELDS: Readonly<Record<string, Check>> = {
  scenario_id: isText,
  prompt: (value) => isText(value) || isRecords(value),
  steps: isRecords,
  final_text: isText,
  messages: isRecords,
  scenario_dimensions: isRecord,
  tier: isText,
  faults_planned: isRecords,
  faults_fired: isListOf((fault) => isRecord(fault) && isText(fault.mode)),
  behavior_signature: isText,
  finish_reason: isText,
  tools_used: isListOf(isText),
  lineage: isRecord,
};

/** The first field of a row that a run could not read; undefined for a row that is whole. Somebody may have edited it. */
export const brokenField = (row: Row): string | undefined =>
  Object.keys(FIELDS).find((field) => !FIELDS[field]?.(row[field]));
