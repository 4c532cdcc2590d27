import { checkOptions, isRecord, optionRule, type Tool, ToolSchemaError } from "@whileai/core";
import { adaptedTool, type FoundTool, hostedTool } from "../shared/adapted-tool.js";
import { INVALID_JSON, parsed } from "../shared/agent-turns.js";
import { worldTool } from "../shared/checked-factory.js";
import { NEEDS_APPROVAL } from "../shared/needs-approval.js";
import { requireToolList } from "../shared/require-tools.js";
import { shownBeside, shownOwn } from "../shared/shown-tools.js";
import type { WorldCalls } from "../shared/world-calls.js";

/** The parts of a function tool of the Agents SDK that are read here. */
interface LooseTool {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
  readonly parameters?: unknown;
  readonly outputSchema?: unknown;
  readonly invoke?: unknown;
  readonly needsApproval?: unknown;
}

/**
 * Function tools of the OpenAI Agents SDK as ours, with the JSON Schema that the SDK sends to models.
 *
 * The bodies run only through `execute: Tool.dispatch(tools)`; a call that needs approval is answered with
 * `permission_denied`, because nobody is there to approve. Throws ToolSchemaError for a hosted tool, which OpenAI would run.
 *
 * @param options.context - The context of the run that bodies are given.
 *
 * @example
 * import { openAITools } from "@whileai/simulate/openai-agents";
 * import { tool } from "@openai/agents";
 * import { z } from "zod";
 * const getOrder = tool({
 *   name: "get_order",
 *   description: "Look up an order.",
 *   parameters: z.object({ order_id: z.string() }),
 *   execute: () => "shipped",
 * });
 * openAITools([getOrder])[0].name; // "get_order"
 */
export function openAITools(tools: readonly object[], options: { readonly context?: unknown } = {}): Tool[] {
  checkOptions("openAITools", options, { context: optionRule.any });
  requireToolList("openAITools", tools);
  return tools.map((tool) => adaptedTool(foundTool(tool, options.context)));
}

/** An agent's own tools as a rollout shows them, answered by its world. */
export function openAIWorldTools(own: readonly object[], calls: WorldCalls): object[] {
  return shownOwn(own, nameOf, calls).map((tool) => answeredTool(tool, calls));
}

/** The tools that a rollout shows beside those of all agents. */
export function openAIOtherTools(all: readonly object[], calls: WorldCalls): object[] {
  return shownBeside(all, nameOf, calls).map(({ name, description, parameters }) => {
    const made = { type: "function", name, description, parameters, strict: false, isEnabled: async () => true };
    return answeredTool(made, calls);
  });
}

const nameOf = (tool: object): string => foundTool(tool).name;

// Guards and time limits belong to the body and go with it.
function answeredTool(tool: object, calls: WorldCalls): object {
  const { name } = tool as { readonly name: string };
  const invoke = async (_context: unknown, input: string, details?: { toolCall?: { callId?: string } }) => {
    const args = parsed(input);
    if (!isRecord(args)) return JSON.stringify(INVALID_JSON);
    return JSON.stringify(await calls.call(name, args, details?.toolCall?.callId));
  };
  const around = { inputGuardrails: undefined, outputGuardrails: undefined, timeoutMs: undefined };
  return worldTool({ ...tool, needsApproval: async () => false, invoke, ...around }, invoke);
}

function foundTool(tool: LooseTool, context?: unknown): FoundTool {
  const { type, name, description, parameters, outputSchema, invoke } = tool;
  if (type !== "function") throw hostedTool(String(name ?? type), String(type));
  if (typeof name !== "string" || !isRecord(parameters) || typeof invoke !== "function") {
    throw new ToolSchemaError({
      path: "tools",
      message: "This is not a function tool of the OpenAI Agents SDK.",
      fix: "Make it with tool({ name, description, parameters, execute }) of @openai/agents.",
    });
  }
  return {
    name,
    description,
    parameters,
    ...(isRecord(outputSchema) ? { output: outputSchema } : {}),
    body: (args, told) => run(tool, args, { context, signal: told.signal }),
  };
}

async function run(
  tool: LooseTool,
  args: unknown,
  { context, signal }: { readonly context: unknown; readonly signal: AbortSignal },
): Promise<unknown> {
  const { invoke, needsApproval } = tool as { invoke: CallableFunction; needsApproval?: unknown };
  const runContext = { context };
  if (typeof needsApproval === "function" && (await needsApproval(runContext, args))) return NEEDS_APPROVAL;
  return invoke(runContext, JSON.stringify(args), { signal });
}
