import { isRecord, resultFault } from "@whileai/core";
import { withRowError } from "../../rows/with-row-errors.js";
import { commandSegments } from "./command-segments.js";
import { failedSummary, OUTPUT_END } from "./failed-summary.js";
import { nameWords } from "./name-words.js";
import { runsTests } from "./runs-tests.js";
import { commandOf } from "./step-arguments.js";
import { kindOf } from "./step-kind.js";
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
/**
 * A text that opens with a word of failure, and goes on as messages do: "Error: no such file", "Denied by policy". A guide
 * to "Error handling" says nothing of the call, and "Failed: 0" counts failures and is none.
 */
const FAILED_TEXT =
  /^\s*(?:(?:fatal|runtime|internal|tool|command|api|http|type|value|key|index|syntax|reference|assertion|import|permission|access|request|connection|operation|process|call|execution|(?:[a-z_]{1,30}\.){0,5}[a-z]{1,40}(?=error\b|exception\b)|(?!(?:none|nothing|nobody|never|not|tests?|what|who|how|that|which|it|and|or)\b)[a-z]{3,30} (?=failed\b))[ -]?)?(?:error|traceback|failed|failure|denied|timeout|timed out|exception|exited)\b(?!\s*(?:[:=]\s*)?0\b)(?=\s*$|\s*[:!.,;([\u2014-]|\s+(?:\d{1,3}\b(?!:)|to|by|with|while|when|in|at|on|after|code|executing|during|occurred|from|because|due|calling|running|reading|writing|fetching|opening|connecting|parsing|processing|loading|invoking|getting)\b)/iu;
const FATAL_TEXT =
  /^\s*(?:fatal: |npm ERR! |(?:bash|sh|zsh): .{1,200}: (?:command not found|No such file|Permission denied))/u;
/** What git, a package manager and Python say further down: that a push was refused, or that a script broke off. */
const FATAL_LINE =
  /^(?:error: failed to push some refs\b| ! \[(?:remote )?rejected\]|npm (?:ERR!|error) )|^Traceback \(most recent call last\):\n(?:[ \t].*\n|\n){0,200}[\w.]{1,80}(?:Error|Exception|Exit|Interrupt)\b.{0,400}\s*$/mu;
/** States that a thing may have which is looked up, and fields of a result that is about the call instead. */
const STATES_OF_THINGS = new Set(["blocked", "rejected", "failed", "failure", "invalid"]);
const ABOUT_CALL = new Set(
  "status error errors message reason code detail details data note stale retry retry_after hint".split(" "),
);
/** Programs that print what a file or a log holds. */
const SHOWS =
  /^(?:sudo\s+)?(?:(?:awk|bat|cat|grep|head|jq|journalctl|less|more|rg|sed|tail|zcat)\b|git\s+(?:log|show|diff|blame|grep)\b|(?:docker|podman|kubectl|gh)\s.{0,200}\blogs?\b|gh\s.{0,200}--log)/u;
/** A second line that is none of a stack: what a call says of its failure has none. */
const MORE_LINES = /\n(?=\S)/u;
const LOOKUPS = new Set([
  "read",
  "open",
  "view",
  "cat",
  "show",
  "load",
  "fetch",
  "browse",
  "search",
  "grep",
  "logs",
  "log",
  "get",
  "list",
]);
/** How core names a result that came back garbled. */
const MALFORMED = "malformed";
/** Where programs and HTTP clients put how they ended. */
const CODES = ["exit_code", "returncode", "code"] as const;

/**
 * Whether a call failed: it is marked so, carries an error, or its result says so by a status, an error, an exit code
 * other than 0, or a text that opens with a word of failure, or it is garbled, or it ran tests or a check and their summary
 * counts failures. A result that was not kept is no failure, and neither is one that is old or says that the thing was done
 * before.
 *
 * @param step - A step of a row: `{tool, arguments, result}`.
 *
 * @example
 * stepFailed({ tool: "get_order", arguments: {}, result: { status: "timeout" } }); // true
 */
export function stepFailed(step: Readonly<Record<string, unknown>>): boolean {
  return withRowError("stepFailed", step, () => isRecord(step) && hasFailed(readStep(step)), { what: "step" });
}

/** As `stepFailed`, for a step that is already read. */
export function hasFailed(step: TraceStep): boolean {
  return failureOf(step) !== null;
}

/** What a failed call says of its failure, in a word or so; null for a call that did not fail. */
export function failureOf(step: TraceStep): string | null {
  const { failed, error, result } = step;
  if (typeof result === "string") {
    if ((FAILED_TEXT.test(result) || FATAL_TEXT.test(result)) && !isContent(step, result)) return result.trim();
    const line =
      commandOf(step) === "" || showsContent(step) ? undefined : FATAL_LINE.exec(result.slice(-OUTPUT_END))?.[0];
    if (line !== undefined) return line.trim();
  } else if (isRecord(result)) {
    const { status } = result;
    const word = typeof status === "string" || typeof status === "number" ? String(status).toLowerCase() : "";
    if ((FAILED_STATUSES.has(word) || FAILED_NUMBER.test(word)) && !isStateOfThing(step, word, result)) return word;
    if (isError(result.error)) return wordOf(result.error);
    const code = CODES.find((name) => isFailureCode(name, result[name]));
    if (code !== undefined) return `${code} ${String(result[code])}`;
    if (result.isError === true || result.is_error === true) return "error";
    if (result.ok === false || result.success === false) return "no success";
    if (resultFault(result) === MALFORMED) return MALFORMED;
  }
  if (isError(error)) return wordOf(error);
  return failed === true ? "failed" : failedTests(step);
}

/** A program that runs tests may end well though some failed; what only reads how a run ended did not fail itself. */
function failedTests(step: TraceStep): string | null {
  const summary = failedSummary(step.result);
  if (summary === null || nameWords(step.tool).some((word) => LOOKUPS.has(word))) return null;
  return runsTests(step, kindOf(step, {})) ? summary : null;
}

/** What was read or found may open with any word: a log, a page, the hits of a search. */
function isContent(step: TraceStep, result: string): boolean {
  if (showsContent(step)) return !FATAL_TEXT.test(result);
  const isLookup = step.paths.length > 0 || nameWords(step.tool).some((word) => LOOKUPS.has(word));
  return isLookup && MORE_LINES.test(result.trim()) && !/^\s*traceback/iu.test(result);
}

/** "This ticket is blocked, by that one": told of the thing that was asked for, among its other fields. */
function isStateOfThing(step: TraceStep, word: string, result: Readonly<Record<string, unknown>>): boolean {
  if (!STATES_OF_THINGS.has(word) || isError(result.error)) return false;
  const isLookup = nameWords(step.tool).some((part) => LOOKUPS.has(part));
  return isLookup && Object.keys(result).some((name) => !ABOUT_CALL.has(name));
}

/** Whether a command ends with a program that prints a file or a log. */
function showsContent(step: TraceStep): boolean {
  const command = commandOf(step);
  const last = command === "" ? undefined : commandSegments(command).at(-1);
  return last !== undefined && SHOWS.test(last.written);
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
