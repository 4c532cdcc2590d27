import { clipText, isRecord, type Row, sha256Hex } from "@whileai/core";
import type { FittedRecord } from "./fit-record.js";
import { recordJson } from "./record-json.js";

/** Digits of the marker lines' name. */
const MARKER_DIGITS = 12;
/** Injected faults that are named; a plan has a handful. */
const NAMED_FAULTS = 8;
/** Longest name of a tool or a fault in a sentence outside the record. */
const NAME_CHARS = 60;
/** What the simulator's fault modes look like. */
const MODE_WORD = /^[a-z][a-z0-9_-]{0,39}$/i;

/**
 * The message that carries a record: JSON between two marker lines. The marker is named after the hash of the record, so
 * no text inside can contain it.
 */
export function judgeMessage({ json }: Pick<FittedRecord, "json">, lead?: string): string {
  return [...(lead === undefined ? [] : [lead]), recordBlock("RECORD", json)].join("\n");
}

/** JSON between two marker lines that it cannot hold. */
export function recordBlock(title: string, json: string): string {
  const marker = `${title} ${sha256Hex(json).slice(0, MARKER_DIGITS)}`;
  return `=== ${marker} ===\n${json}\n=== END ${marker} ===`;
}

/** Which fault was injected on which tool, in a sentence; undefined when none was. */
export function faultLead(row: Readonly<Row>): string | undefined {
  const hits = new Map<string, string>();
  const note = (tool: unknown, mode: unknown): void => {
    if (typeof tool === "string" && typeof mode === "string" && hits.size < NAMED_FAULTS) hits.set(tool, mode);
  };
  for (const list of [row.faults_fired, row.faults_planned]) {
    if (hits.size === 0 && Array.isArray(list))
      for (const fault of list) if (isRecord(fault)) note(fault.tool, fault.mode);
  }
  if (hits.size === 0 && isRecord(row.faults))
    for (const [tool, fault] of Object.entries(row.faults)) if (isRecord(fault)) note(tool, fault.mode);
  if (hits.size === 0) return undefined;
  return faultLeadText(
    [...hits]
      .map(
        ([tool, mode]) =>
          `${tool === "*" ? "all tools" : quoted(tool)} (${MODE_WORD.test(mode) ? mode : quoted(mode)})`,
      )
      .join(", "),
  );
}

/** The sentence about injected faults. */
export const faultLeadText = (faults: string): string =>
  `In this run the environment made tools fail on purpose: ${faults}. What counts is how the agent dealt with it.`;

/** Rows may come from anywhere, and this sentence stands outside the record: names stay on the line and short. */
const quoted = (name: string): string => recordJson(clipText(name, NAME_CHARS));
