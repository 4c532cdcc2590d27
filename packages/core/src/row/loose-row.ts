import { isRecord, recordsOf } from "../json/json.js";
import type { Row } from "./row.js";

/** A row to read from, whatever came: anything that is not an object reads as a row without fields. */
export function looseRow(value: unknown): Readonly<Row> {
  return isRecord(value) ? (value as Row) : {};
}

/** The steps of a row that are objects. */
export function looseSteps(row: Readonly<Row>): Record<string, unknown>[] {
  return recordsOf(row.steps);
}

/** Whether a step calls a tool. */
export function callsTool(step: Readonly<Record<string, unknown>> | undefined): boolean {
  return typeof step?.tool === "string" && step.tool !== "";
}
