import {
  isRecord,
  isStandardSchema,
  type Tool,
  type ToolContext,
  type ToolSchema,
  ToolSchemaError,
} from "@whileai/core";
import { adaptedTool, describedBy, type FoundTool, hostedTool } from "../shared/adapted-tool.js";
import { worldTool } from "../shared/checked-factory.js";
import { closedObjects } from "../shared/closed-objects.js";
import { NEEDS_APPROVAL } from "../shared/needs-approval.js";
import { requireToolSet } from "../shared/require-tools.js";
import type { WorldCalls } from "../shared/world-calls.js";

/** The tools of a Mastra agent, by the name its model sees. */
export type MastraToolSet = Readonly<Record<string, object>>;

/** The parts of a Mastra tool that are read here. */
interface LooseTool {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly requireApproval?: unknown;
  readonly needsApprovalFn?: unknown;
  readonly execute?: unknown;
}

/**
 * Tools of Mastra 1 (`createTool`) as ours, under the names they have in the agent's `tools`.
 *
 * The bodies run only through `execute: Tool.dispatch(tools)`; a call that needs approval is answered with
 * `permission_denied`, because nobody is there to approve. Throws ToolSchemaError for a tool that the model's provider runs
 * and for a schema that cannot be read.
 *
 * @example
 * import { mastraTools } from "@whileai/simulate/mastra";
 * import { createTool } from "@mastra/core/tools";
 * import { z } from "zod";
 * const getOrder = createTool({
 *   id: "get_order",
 *   description: "Look up an order.",
 *   inputSchema: z.object({ order_id: z.string() }),
 *   execute: async () => ({ state: "shipped" }),
 * });
 * mastraTools({ get_order: getOrder })[0].name; // "get_order"
 */
export function mastraTools(tools: MastraToolSet): Tool[] {
  requireToolSet("mastraTools", tools);
  return Object.entries(tools).map(([name, tool]) => adaptedTool(foundTool(name, tool)));
}

/** What Mastra would do around a body; it is left out with it. */
const AROUND_A_BODY = {
  outputSchema: undefined,
  requireApproval: false,
  needsApprovalFn: undefined,
  requestContextSchema: undefined,
  toModelOutput: undefined,
  transform: undefined,
  background: undefined,
  onInputStart: undefined,
  onInputDelta: undefined,
  onInputAvailable: undefined,
  onOutput: undefined,
};

/** The tools that a rollout shows, answered by its world. Those that are not the agent's own are made after the first that is. */
export function mastraWorldTools(tools: MastraToolSet, calls: WorldCalls): Record<string, object> {
  const [model] = Object.values(tools);
  if (model === undefined) return {};
  return Object.fromEntries(
    calls.tools.map((shown) => {
      const { name } = shown;
      const about = Object.hasOwn(tools, name) ? tools[name] : madeUp(shown);
      const execute = (input: unknown, context?: { readonly agent?: { readonly toolCallId?: string } }) =>
        calls.call(name, input, context?.agent?.toolCallId);
      const kind: object | null = Object.getPrototypeOf(model);
      const swapped: object = Object.assign(Object.create(kind), model, about, { execute }, AROUND_A_BODY);
      return [name, worldTool(swapped, execute)];
    }),
  );
}

/** A tool that is nobody's: its schema says what it is, and leaves the checking to the world. */
function madeUp({ name, description, parameters }: ToolSchema): object {
  const jsonSchema = { input: () => parameters, output: () => parameters };
  const validate = (value: unknown) => ({ value });
  return {
    id: name,
    description,
    inputSchema: { "~standard": { version: 1, vendor: "whileai", validate, jsonSchema } },
  };
}

function foundTool(name: string, tool: LooseTool): FoundTool {
  const { type, description, inputSchema, outputSchema, execute } = tool;
  if (type === "provider" || type === "provider-defined") throw hostedTool(name, type);
  return {
    name,
    description,
    parameters: schemaOf(name, inputSchema, "input") ?? { type: "object", properties: {} },
    output: schemaOf(name, outputSchema, "output"),
    ...(typeof execute === "function"
      ? { body: (args: unknown, context: ToolContext) => run(tool, execute, args, context) }
      : {}),
  };
}

// Mastra checks the arguments itself when a tool is executed.
async function run(tool: LooseTool, execute: CallableFunction, args: unknown, told: ToolContext): Promise<unknown> {
  const { requireApproval, needsApprovalFn } = tool;
  const asks = typeof needsApprovalFn === "function" ? await needsApprovalFn(args) : requireApproval;
  if (typeof asks === "function" ? await asks(args) : asks) return NEEDS_APPROVAL;
  return (execute as (...given: unknown[]) => unknown).call(tool, args, { abortSignal: told.signal });
}

function schemaOf(name: string, schema: unknown, side: "input" | "output"): Record<string, unknown> | undefined {
  if (schema === undefined || schema === null) return undefined;
  if (isStandardSchema(schema)) return closedObjects(describedBy(schema, name, side));
  if (isRecord(schema)) return isRecord(schema.jsonSchema) ? schema.jsonSchema : schema;
  throw new ToolSchemaError({
    tool: name,
    path: `${side}Schema`,
    message: `Tool ${JSON.stringify(name)}: \`${side}Schema\` is not a schema.`,
    fix: "Use a Zod 4 object or a JSON Schema.",
  });
}
