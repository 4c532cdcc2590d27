import { isRecord, isStandardSchema, type Tool, ToolSchemaError } from "@whileai/core";
import { adaptedTool, describedBy, type FoundTool, hostedTool } from "../shared/adapted-tool.js";
import { worldTool as markedTool } from "../shared/checked-factory.js";
import { closedObjects } from "../shared/closed-objects.js";
import { requireToolList } from "../shared/require-tools.js";
import { shownBeside, shownOwn } from "../shared/shown-tools.js";
import type { WorldCalls } from "../shared/world-calls.js";

/** The parts of a `StructuredTool` that are read here. */
interface LooseTool {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly description?: unknown;
  readonly schema?: unknown;
  readonly invoke?: unknown;
}

/**
 * LangChain tools (`@langchain/core` 1) as ours, with the JSON Schema that LangChain sends to models; an argument with a
 * default may be left out. Zod 4 and other schemas that describe themselves, and JSON Schemas, are read.
 *
 * The bodies run only through `execute: Tool.dispatch(tools)`. Throws ToolSchemaError for a tool that the model's provider
 * runs and for a schema that cannot be read.
 *
 * @example
 * import { langChainTools } from "@whileai/simulate/langchain";
 * import { tool } from "langchain";
 * import { z } from "zod";
 * const getOrder = tool(() => "shipped", {
 *   name: "get_order",
 *   description: "Look up an order.",
 *   schema: z.object({ order_id: z.string() }),
 * });
 * langChainTools([getOrder])[0].name; // "get_order"
 */
export function langChainTools(tools: readonly object[]): Tool[] {
  requireToolList("langChainTools", tools);
  return tools.map((tool) => adaptedTool(foundTool(tool)));
}

/** Own tools as a rollout shows them, answered by its world. */
export function langChainWorldTools(own: readonly object[], calls: WorldCalls): object[] {
  return shownOwn(own, nameOf, calls).map((tool) => worldTool(tool, nameOf(tool), calls));
}

/** The tools that a rollout shows beside all own ones. They are made after the first own one, which LangChain knows for a tool. */
export function langChainOtherTools(all: readonly object[], calls: WorldCalls): object[] {
  const [model] = all;
  if (model === undefined) return [];
  return shownBeside(all, nameOf, calls).map(({ name, description, parameters }) => {
    const about = { name, description, schema: parameters, returnDirect: false };
    return Object.defineProperties(worldTool(model, name, calls), fields(about));
  });
}

/** The same object to LangChain, with another way to be called. */
function worldTool(tool: object, name: string, calls: WorldCalls): object {
  const call = async (input: unknown): Promise<string> => {
    const isCall = isRecord(input) && input.type === "tool_call";
    const id = isCall && typeof input.id === "string" ? input.id : undefined;
    return JSON.stringify(await calls.call(name, isCall ? input.args : input, id));
  };
  const swapped: object = Object.create(tool, fields({ invoke: call, call, _call: call, func: call }));
  return markedTool(swapped, call);
}

function fields(values: Readonly<Record<string, unknown>>): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      return [key, { value, writable: true, configurable: true, enumerable: true }];
    }),
  );
}

const nameOf = (tool: object): string => foundTool(tool).name;

function foundTool(tool: LooseTool): FoundTool {
  const { name, type, description, schema, invoke } = tool;
  if (typeof invoke !== "function") throw hostedTool(String(name ?? type), String(type ?? "no function"));
  if (typeof name !== "string") {
    throw new ToolSchemaError({
      path: "tools",
      message: "This is not a tool of LangChain: it has no name.",
      fix: "Make it with tool(function, { name, description, schema }).",
    });
  }
  return {
    name,
    description,
    parameters: parametersOf(name, schema),
    // LangChain checks and completes the arguments itself when a tool is invoked.
    body: (args, { signal }) => invoke.call(tool, args, { signal }),
  };
}

function parametersOf(name: string, schema: unknown): Record<string, unknown> {
  if (isStandardSchema(schema)) {
    const described = describedBy(schema, name, "input");
    return schema["~standard"].vendor === "zod" ? closedObjects(described) : described;
  }
  if (isRecord(schema)) return schema;
  throw new ToolSchemaError({
    tool: name,
    path: "schema",
    message: `Tool ${JSON.stringify(name)}: \`schema\` is not a schema.`,
    fix: "Use a Zod 4 object or a JSON Schema.",
  });
}
