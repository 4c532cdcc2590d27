import { isRecord, type JsonObject, jsonText, type Step } from "@whileai/core";

/** A text of a model with its calls taken out. */
export interface TextWithCalls {
  /** What is left for the reader. */
  readonly text: string;
  readonly steps: readonly Step[];
}

/** Calls as chat templates write them. A block that is never closed was cut off and runs to the end. */
const BLOCKS =
  /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)|<tool_response>([\s\S]*?)(?:<\/tool_response>|$)|\[TOOL_CALLS\]\s*(\[[\s\S]*?\](?=\s*(?:$|<\/s>))|\[[\s\S]*$)|<\|python_tag\|>([\s\S]*?)(?:<\|e[om][a-z]*_id\|>|$)/g;
/** Text that cannot hold a block needs no search. */
const MARKS = /<tool_call>|<tool_response>|\[TOOL_CALLS\]|<\|python_tag\|>/;
// A name without `<` keeps the search linear, whatever a model repeats.
const FUNCTION = /<function=([^<>\s]+)>([\s\S]*?)(?:<\/function>|$)/g;
const PARAMETER = /<parameter=([^<>\s]+)>([\s\S]*?)(?:<\/parameter>|$)/g;
/** The name in a call whose JSON cannot be read. */
const NAME = /"name"\s*:\s*"((?:[^"\\]|\\.)+)"/;

/**
 * Takes tool calls out of what a model wrote: `<tool_call>` blocks of JSON or of `<function=…>`, `[TOOL_CALLS]` lists and
 * `<|python_tag|>`. A `<tool_response>` is the result of the first call without one. A call that cannot be read but has a
 * name counts, with its text as `arguments_raw`.
 *
 * @example
 * callsInText('On it.<tool_call>{"name": "track", "arguments": {"id": 7}}</tool_call>');
 * // { text: "On it.", steps: [{ tool: "track", arguments: { id: 7 } }] }
 */
export function callsInText(written: string): TextWithCalls {
  if (!MARKS.test(written)) return { text: written, steps: [] };
  const steps: Step[] = [];
  let answered = 0;
  const text = written.replace(BLOCKS, (whole, call, response, list, tagged) => {
    if (response !== undefined) {
      const open = steps[answered];
      if (open !== undefined) {
        open.result = String(response).trim();
        answered++;
      }
      return "";
    }
    const found = readCalls(String(call ?? list ?? tagged));
    steps.push(...found);
    return found.length > 0 ? "" : whole;
  });
  return { text: text.trim(), steps };
}

function readCalls(block: string): Step[] {
  const functions = [...block.matchAll(FUNCTION)].map(([, name, body]) => functionStep(name as string, body as string));
  if (functions.length > 0) return functions;
  const parsed = parseJson(block);
  const calls = Array.isArray(parsed) ? parsed : [parsed];
  const steps = calls.map((call) => callStep(call)).filter((step) => step !== null);
  if (steps.length > 0) return steps;
  const name = NAME.exec(block)?.[1];
  return name === undefined ? [] : [{ tool: name, arguments_raw: block.trim() }];
}

function functionStep(name: string, body: string): Step {
  const entries = [...body.matchAll(PARAMETER)].map(([, key, value]) => [key, (value as string).trim()]);
  return { tool: name, arguments: Object.fromEntries(entries) as JsonObject };
}

/**
 * A call as APIs and templates spell it (`{name, arguments}`, `{function: {name, arguments}}`, `parameters` for
 * `arguments`); null for what names no tool.
 */
export function callStep(call: unknown): Step | null {
  if (!isRecord(call)) return null;
  const inner = isRecord(call.function) ? call.function : call;
  const name = inner.name;
  if (typeof name !== "string" || name === "") return null;
  const given = inner.arguments ?? inner.parameters;
  const parsed = typeof given === "string" ? parseJson(given) : given;
  const id = typeof call.id === "string" ? { call_id: call.id } : {};
  if (isRecord(parsed)) return { tool: name, arguments: parsed as JsonObject, ...id };
  if (given === undefined || given === null) return { tool: name, arguments: {}, ...id };
  return { tool: name, arguments_raw: typeof given === "string" ? given : jsonText(given), ...id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
