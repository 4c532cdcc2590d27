import { contentText, conversation, isRecord, type Row, recordsOf } from "@whileai/core";
import { messageCalls } from "./message-calls.js";
import { type CallArguments, pathsOf } from "./step-arguments.js";

/** One call of a tool in a rollout, whichever of a row's fields it was read from. */
export interface TraceStep extends CallArguments {
  readonly tool: string;
  /** The files it names. */
  readonly paths: readonly string[];
  readonly result?: unknown;
  readonly failed?: unknown;
  readonly error?: unknown;
}

const CALL_START = "<tool_call>";
const CALL_END = "</tool_call>";
/** Calls written into a reply that are read at most. */
const MOST_WRITTEN_CALLS = 1000;

/**
 * The tool calls of a rollout in order: from `steps`, else `tool_trace`, else the calls of its messages with the turns
 * that answer them, in OpenAI's shape or in Anthropic's, else `<tool_call>` blocks in what the agent said. JSON in texts is parsed.
 *
 * @example
 * traceSteps({ steps: [{ tool: "bash", arguments: { command: "ls" } }] })[0]?.tool; // "bash"
 */
export function traceSteps(row: Readonly<Row>): TraceStep[] {
  if (!isRecord(row)) return [];
  for (const list of [row.steps, row.tool_trace] as unknown[]) {
    const steps = recordsOf(list).filter((step) => isName(step.tool));
    if (steps.length > 0) return steps.map(readStep);
  }
  const called = messageCalls(row).map(({ tool, args, answer, failed }) => makeStep(tool, args, answer, { failed }));
  return called.length > 0 ? called : writtenSteps(row);
}

/** A step of `steps` or `tool_trace` as the flags read it. */
export function readStep(step: Readonly<Record<string, unknown>>): TraceStep {
  const raw = step.arguments_raw;
  const given = isEmpty(step.arguments) && typeof raw === "string" ? raw : (step.arguments ?? step.input);
  return makeStep(isName(step.tool) ? step.tool : "", given, step.result ?? step.output, step);
}

function writtenSteps(row: Readonly<Row>): TraceStep[] {
  const texts = conversation(row).filter(({ role }) => role === "assistant");
  const steps: TraceStep[] = [];
  const said = [...texts.map(({ content }) => contentText(content)), row.final_text];
  for (const text of new Set(said)) {
    if (typeof text !== "string") continue;
    for (let at = text.indexOf(CALL_START); at >= 0 && steps.length < MOST_WRITTEN_CALLS; ) {
      const end = text.indexOf(CALL_END, at);
      if (end < 0) break;
      const call = parsed(text.slice(at + CALL_START.length, end));
      if (isRecord(call) && isName(call.name))
        steps.push(makeStep(call.name, call.arguments ?? call.parameters, undefined));
      at = text.indexOf(CALL_START, end);
    }
  }
  return steps;
}

function makeStep(
  tool: string,
  given: unknown,
  result: unknown,
  { failed, error }: { readonly failed?: unknown; readonly error?: unknown } = {},
): TraceStep {
  const value = parsed(given);
  const args = isRecord(value) ? value : {};
  const rawArguments = typeof value === "string" && value !== "" ? value : undefined;
  const paths = pathsOf({ arguments: args, rawArguments });
  return { tool, arguments: args, rawArguments, paths, result: parsed(result), failed, error };
}

/** JSON objects and lists in a text as what they say; everything else as it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0);
}
