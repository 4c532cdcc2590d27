import { isRecord, type Row, sha256Hex } from "@whileai/core";
import type { FittedRecord } from "./fit-record.js";

/** Digits of the marker lines' name. */
const MARKER_DIGITS = 12;

/**
 * The message that carries a record: JSON between two marker lines. The marker is named after the hash of the record, so
 * no text inside can contain it.
 */
export function judgeMessage({ json }: FittedRecord, lead?: string): string {
  const marker = `RECORD ${sha256Hex(json).slice(0, MARKER_DIGITS)}`;
  return [...(lead === undefined ? [] : [lead]), `=== ${marker} ===`, json, `=== END ${marker} ===`].join("\n");
}

/** Which fault was injected on which tool, in a sentence; undefined when none was. */
export function faultLead(row: Readonly<Row>): string | undefined {
  const hits = new Map<string, string>();
  const note = (tool: unknown, mode: unknown): void => {
    if (typeof tool === "string" && typeof mode === "string") hits.set(tool, mode);
  };
  for (const list of [row.faults_fired, row.faults_planned]) {
    if (hits.size === 0 && Array.isArray(list))
      for (const fault of list) if (isRecord(fault)) note(fault.tool, fault.mode);
  }
  if (hits.size === 0 && isRecord(row.faults))
    for (const [tool, fault] of Object.entries(row.faults)) if (isRecord(fault)) note(tool, fault.mode);
  if (hits.size === 0) return undefined;
  const named = [...hits].map(([tool, mode]) => `${tool === "*" ? "all tools" : JSON.stringify(tool)} (${mode})`);
  return `In this run the environment made tools fail on purpose: ${named.join(", ")}. What counts is how the agent dealt with it.`;
}
