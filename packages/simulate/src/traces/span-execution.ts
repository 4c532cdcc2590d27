import { isRecord } from "@whileai/core";
import { parsedJson } from "./parsed-json.js";
import type { Span } from "./span.js";

/** A tool that ran in a span of its own. */
export interface ToolExecution {
  readonly tool: string;
  readonly id: string | undefined;
  /** Undefined when it was not recorded, as contents are by default. */
  readonly result: unknown;
  readonly error: string | null;
}

const NAMES = ["gen_ai.tool.name", "ai.toolCall.name"] as const;
const IDS = ["gen_ai.tool.call.id", "ai.toolCall.id"] as const;
const RESULTS = ["gen_ai.tool.call.result", "ai.toolCall.result", "traceloop.entity.output"] as const;
const OPERATION = "execute_tool";

/** Errors that have a name among faults; any other is `error`. */
const KNOWN_ERRORS: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/time[-_ ]?out|deadline/i, "timeout"],
  [/permission|forbidden|unauthori[sz]ed|access.?denied|^40[13]$/i, "deny"],
  [/not.?found|^404$/i, "not_found"],
];

/** The tool execution that a span records, or null: `execute_tool` of the conventions, a tool of OpenLLMetry or the AI SDK. */
export function executionOf({ attributes, events, name, isError }: Span): ToolExecution | null {
  const text = (keys: readonly string[]): string | undefined =>
    keys.map((key) => attributes.get(key)).find((value): value is string => typeof value === "string" && value !== "");
  const isTraceloop = attributes.get("traceloop.span.kind") === "tool";
  const isOperation = attributes.get("gen_ai.operation.name") === OPERATION;
  const named = isTraceloop ? text(["traceloop.entity.name"]) : text(NAMES);
  const spoken = isOperation && name.startsWith(`${OPERATION} `) ? name.slice(OPERATION.length + 1) : undefined;
  const tool = named ?? spoken;
  const isExecution = isTraceloop || isOperation || attributes.has("ai.toolCall.name");
  if (!isExecution || tool === undefined) return null;
  const given = RESULTS.map((key) => attributes.get(key)).find((value) => value !== undefined);
  const choice = events.find((event) => event.name === "gen_ai.choice")?.attributes.get("message");
  const result = given ?? choice;
  const type = text(["error.type"]);
  const hasFailed = isError || type !== undefined || events.some((event) => event.name === "exception");
  return {
    tool,
    id: text(IDS),
    result: isRecord(parsedJson(result)) ? parsedJson(result) : result,
    error: hasFailed ? errorFault(type ?? "") : null,
  };
}

const errorFault = (type: string): string => KNOWN_ERRORS.find(([pattern]) => pattern.test(type))?.[1] ?? "error";
