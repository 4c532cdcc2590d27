import { isRecord, resultFault } from "@whileai/core";
import { readStep, type TraceStep } from "./trace-step.js";

const FAILED_STATUSES = new Set([
  "error",
  "failed",
  "failure",
  "timeout",
  "permission_denied",
  "denied",
  "not_found",
  "rejected",
  "unknown_tool",
  "unauthorized",
  "forbidden",
  "blocked",
  "invalid",
  "deny",
]);
/** A status that is a number is one of HTTP. */
const FAILED_NUMBER = /^(?:[45]\d\d|exit_[1-9]\d*)$/u;
/** "Failed: 0" counts failures and is none. */
const FAILED_TEXT = /^\s*(?:error|traceback|failed|denied|timeout|exception)\b(?!\s*[:=]?\s*0\b)/iu;
/** How core names a result that came back garbled. */
const MALFORMED = "malformed";
/** Where programs and HTTP clients put how they ended. */
const CODES = ["exit_code", "returncode", "code"] as const;

/**
 * Whether a call failed: it is marked so, carries an error, or its result says so by a status, an error, an exit code
 * other than 0, or a text that opens with a word of failure, or it is garbled. A result that was not kept is no failure,
 * and neither is one that is old or says that the thing was done before.
 *
 * @param step - A step of a row: `{tool, arguments, result}`.
 *
 * @example
 * stepFailed({ tool: "get_order", arguments: {}, result: { status: "timeout" } }); // true
 */
export function stepFailed(step: Readonly<Record<string, unknown>>): boolean {
  return isRecord(step) && hasFailed(readStep(step));
}

/** As `stepFailed`, for a step that is already read. */
export function hasFailed(step: TraceStep): boolean {
  return failureOf(step) !== null;
}

/** What a failed call says of its failure, in a word or so; null for a call that did not fail. */
export function failureOf({ failed, error, result }: TraceStep): string | null {
  if (typeof result === "string") {
    const opening = FAILED_TEXT.exec(result);
    if (opening !== null) return result.trim();
  } else if (isRecord(result)) {
    const { status } = result;
    const word = typeof status === "string" || typeof status === "number" ? String(status).toLowerCase() : "";
    if (FAILED_STATUSES.has(word) || FAILED_NUMBER.test(word)) return word;
    if (isError(result.error)) return wordOf(result.error);
    const code = CODES.find((name) => isFailureCode(name, result[name]));
    if (code !== undefined) return `${code} ${String(result[code])}`;
    if (result.isError === true || result.is_error === true) return "error";
    if (result.ok === false || result.success === false) return "no success";
    if (resultFault(result) === MALFORMED) return MALFORMED;
  }
  if (isError(error)) return wordOf(error);
  return failed === true ? "failed" : null;
}

/** How a program ended; undefined where its result does not say. */
export function exitCode({ result }: TraceStep): unknown {
  return isRecord(result) ? (result.exit_code ?? result.returncode ?? result.code) : undefined;
}

/** `code: 200` is how HTTP says that all is well. */
function isFailureCode(name: string, code: unknown): boolean {
  if (!Number.isInteger(code) || code === 0) return false;
  return name !== "code" || (code as number) < 100 || (code as number) >= 400;
}

function isError(error: unknown): boolean {
  return Boolean(error) && !(Array.isArray(error) && error.length === 0);
}

function wordOf(error: unknown): string {
  return typeof error === "string" ? error : "error";
}
