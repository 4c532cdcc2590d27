import { isRecord } from "../json/json.js";
import { jsonText } from "../json/json-text.js";
import { callsTool, looseRow, looseSteps } from "./loose-row.js";
import type { Row } from "./row.js";

/** What a row without a fault is called. */
export const NO_FAULT = "no fault";

/** What the world puts where a result was garbled. */
const GARBLED_MARK = "<<garbled";
const ALREADY_DONE = "already_done";

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["permission_denied", "deny"],
  ["denied", "deny"],
  ["unauthorized", "deny"],
  ["blocked", "deny"],
  ["malformed_result", "malformed"],
  ["stale_result", "stale"],
  ["entity missing", "not_found"],
  ["missing", "not_found"],
  ["already_acted_on", ALREADY_DONE],
]);

const CLEAN = new Set(["", "ok", "created", "deleted", "success", "exit_0", NO_FAULT, "clean"]);

/** Statuses that are faults by name, beside the aliases. */
const FAULT_STATUSES = new Set([
  "deny",
  "malformed",
  "stale",
  "already_done",
  "rejected",
  "not_found",
  "error",
  "failed",
  "invalid",
  "timeout",
  "garbled",
]);

const canonical = (status: string): string => ALIASES.get(status) ?? status;

/** A tool result as an object: itself, or the object its text holds as JSON; otherwise an empty one. */
export function resultObject(result: unknown): Record<string, unknown> {
  if (isRecord(result)) return result;
  if (typeof result !== "string" || !result.trimStart().startsWith("{")) return {};
  try {
    const parsed: unknown = JSON.parse(result);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const lowered = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).toLowerCase() : "";

function isFaultStatus(status: string): boolean {
  if (CLEAN.has(status)) return false;
  if (ALIASES.has(status) || FAULT_STATUSES.has(status) || status.startsWith("exit_")) return true;
  return /^[45]\d\d$/.test(status) || status.includes("permission");
}

/**
 * The fault a tool result shows, or null when it shows none: `malformed`, `stale`, `already_done`, `deny`, `not_found`,
 * or the status itself (`timeout`, `404`, `exit_1`, …). Results that are text count when they hold a JSON object.
 */
export function resultFault(result: unknown): string | null {
  const fields = resultObject(result);
  if (Object.keys(fields).length === 0) return null;
  if (jsonText(fields).toLowerCase().includes(GARBLED_MARK)) return "malformed";
  const status = lowered(fields.status);
  if (fields.stale) return "stale";
  if ([status, lowered(fields.reason)].some((word) => canonical(word) === ALREADY_DONE)) return ALREADY_DONE;
  if (isFaultStatus(status)) return canonical(status);
  if (!Object.hasOwn(fields, "error")) return null;
  if (status === "") return "error";
  return !fields.error && !CLEAN.has(status) ? status : null;
}

/**
 * The fault one step ran into, or null: steps without a tool or without a result have none.
 *
 * @example
 * stepFault({ tool: "refund", arguments: {}, result: { status: "denied" } }); // "deny"
 */
export function stepFault(step: unknown): string | null {
  return isRecord(step) && callsTool(step) ? resultFault(step.result) : null;
}

/**
 * The fault of a rollout: that of the first tool step whose result shows one. A row in which no tool step has a result
 * answers with the first planned fault of `faults` instead. `"no fault"` when there is none.
 *
 * @example
 * traceFault({ steps: [{ tool: "get", arguments: {}, result: { status: 404 } }] }); // "404"
 */
export function traceFault(row: Readonly<Row>): string {
  const known = looseRow(row);
  const answered = looseSteps(known).filter(
    (step) => callsTool(step) && step.result !== undefined && step.result !== null,
  );
  for (const step of answered) {
    const fault = stepFault(step);
    if (fault !== null) return fault;
  }
  if (answered.length > 0 || !isRecord(known.faults)) return NO_FAULT;
  for (const planned of Object.values(known.faults)) {
    const mode = isRecord(planned) ? lowered(planned.mode) : "";
    if (mode !== "") return canonical(mode);
  }
  return NO_FAULT;
}
