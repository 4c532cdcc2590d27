import { isRecord, type JsonObject } from "../json/json.js";
import { describeError } from "../judging/describe-error.js";
import { normalizeTools } from "./normalize-tools.js";
import type { AnyTool, Execute, Tool, ToolContext } from "./tool-types.js";

/**
 * Answers calls with the tools' real bodies: the value of `execute` in `simulate()`.
 *
 * An unknown tool, or one without a body, gives `{status: "not_found", error}`; arguments that the tool's schema refuses
 * give `{status: "rejected", reason: "invalid_arguments", issues}`; a body that throws gives
 * `{status: "error", error: "Type: message"}`. Anything else is what the body answered. An abort passes through.
 *
 * @throws ToolSchemaError for what is no list of tools, and for two tools with one name.
 *
 * @example
 * await simulate({ agent, tools: [getOrder], execute: Tool.dispatch([getOrder]) });
 */
export function dispatch(tools: readonly AnyTool[]): Execute {
  normalizeTools(tools);
  const byName = new Map<string, Tool>();
  for (const tool of tools) if (typeof tool.name === "string") byName.set(tool.name, tool as Tool);
  return (name, args, context) => answer(byName.get(name), name, args, context);
}

async function answer(tool: Tool | undefined, name: string, args: JsonObject, context: ToolContext): Promise<unknown> {
  if (tool === undefined) return { status: "not_found", error: `There is no tool called ${name}.` };
  if (typeof tool.execute !== "function") return { status: "not_found", error: `The tool ${name} has no body.` };
  try {
    const checked = tool.validate ? await tool.validate(args) : checkRequired(tool, args);
    if (!checked.ok) return { status: "rejected", reason: "invalid_arguments", issues: checked.issues };
    return await tool.execute(checked.value, context);
  } catch (error) {
    if (context?.signal?.aborted) throw error;
    return { status: "error", error: describeError(error) };
  }
}

// A tool that is only a JSON Schema has no validator of its own here; the mock world checks the whole schema.
function checkRequired(tool: Tool, args: unknown) {
  if (!isRecord(args)) return { ok: false, issues: [{ path: "", message: "expected an object" }] } as const;
  const required = Array.isArray(tool.parameters.required) ? tool.parameters.required : [];
  const issues = required
    .filter((name) => !Object.hasOwn(args, name))
    .map((name) => ({ path: String(name), message: "is required" }));
  return issues.length > 0 ? ({ ok: false, issues } as const) : ({ ok: true, value: args } as const);
}
