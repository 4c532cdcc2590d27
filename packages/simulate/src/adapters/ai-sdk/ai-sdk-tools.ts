import { isRecord, isStandardSchema, type Tool, type ToolContext, ToolSchemaError } from "@whileai/core";
import { adaptedTool, checkedBy, describedBy, type FoundTool, hostedTool } from "../shared/adapted-tool.js";
import { worldTool } from "../shared/checked-factory.js";
import { closedObjects } from "../shared/closed-objects.js";
import { NEEDS_APPROVAL } from "../shared/needs-approval.js";
import { requireToolSet } from "../shared/require-tools.js";
import type { WorldCalls } from "../shared/world-calls.js";

/** The tools of the AI SDK, by name: a `ToolSet`. */
export type AiSdkToolSet = Readonly<Record<string, object>>;

/** The parts of an AI SDK tool that are read here; versions 5 to 7 agree on them. */
interface LooseTool {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly needsApproval?: unknown;
  readonly execute?: unknown;
}

/** How the AI SDK marks its own schema objects; version 5 asks for both marks. */
const SCHEMA_MARK = Symbol.for("vercel.ai.schema");
const VALIDATOR_MARK = Symbol.for("vercel.ai.validator");

/**
 * The tools of a Vercel AI SDK `ToolSet` (`ai` 5, 6 or 7) as ours, with the JSON Schema that the SDK sends to models.
 * Zod 4 and other schemas that describe themselves, `jsonSchema()` and `zodSchema()` are read. Version 5 leaves objects inside
 * unions open to more properties; here they are closed, as versions 6 and 7 close them.
 *
 * The bodies run only through `execute: Tool.dispatch(tools)`; a call that needs approval is answered with
 * `permission_denied`, because nobody is there to approve. Throws ToolSchemaError for a tool that the provider runs and for a schema that cannot be read.
 *
 * @example
 * import { aiSdkTools } from "@whileai/simulate/ai-sdk";
 * import { tool } from "ai";
 * import { z } from "zod";
 * const tools = aiSdkTools({
 *   get_order: tool({ description: "Look up an order.", inputSchema: z.object({ order_id: z.string() }) }),
 * });
 * tools[0].name; // "get_order"
 */
export function aiSdkTools(tools: AiSdkToolSet): Tool[] {
  requireToolSet("aiSdkTools", tools);
  return Object.entries(tools).map(([name, tool]) => adaptedTool(foundTool(name, tool)));
}

/** The tools that a rollout shows, answered by its world. What the SDK would do around a body is left out with it. */
export function aiSdkWorldTools(tools: AiSdkToolSet, calls: WorldCalls): Record<string, object> {
  return Object.fromEntries(
    calls.tools.map((shown) => {
      const { name } = shown;
      const own = Object.hasOwn(tools, name) ? (tools[name] as Record<string, unknown>) : undefined;
      const { description, strict, providerOptions, inputExamples } = own ?? { description: shown.description };
      const execute = (input: unknown, call?: { readonly toolCallId?: string }) =>
        calls.call(name, input, call?.toolCallId);
      const swapped = {
        description,
        ...(strict === undefined ? {} : { strict }),
        ...(providerOptions === undefined ? {} : { providerOptions }),
        ...(inputExamples === undefined ? {} : { inputExamples }),
        // No check of its own: arguments that break the schema are for the world to refuse.
        inputSchema: uncheckedSchema(own === undefined ? shown.parameters : foundTool(name, own).parameters),
        execute,
      };
      return [name, worldTool(swapped, execute)];
    }),
  );
}

const uncheckedSchema = (jsonSchema: object): object => {
  return { [SCHEMA_MARK]: true, [VALIDATOR_MARK]: true, jsonSchema, validate: undefined };
};

function foundTool(name: string, tool: LooseTool): FoundTool {
  const { type, description, needsApproval, execute } = tool;
  if (type !== undefined && type !== "function" && type !== "dynamic") throw hostedTool(name, String(type));
  const input = schemaOf(name, tool.inputSchema);
  return {
    name,
    description,
    parameters: input.jsonSchema,
    check: input.check,
    ...(tool.outputSchema === undefined ? {} : { output: schemaOf(name, tool.outputSchema, "output").jsonSchema }),
    ...(typeof execute === "function"
      ? { body: (args: unknown, context: ToolContext) => run(execute, needsApproval, args, context) }
      : {}),
  };
}

interface ReadSchema {
  readonly jsonSchema: Record<string, unknown>;
  readonly check?: FoundTool["check"];
}

function schemaOf(name: string, given: unknown, side: "input" | "output" = "input"): ReadSchema {
  const schema = typeof given === "function" && !isStandardSchema(given) ? given() : given;
  if (schema === undefined || schema === null) {
    return { jsonSchema: { type: "object", properties: {}, additionalProperties: false } };
  }
  if (isRecord(schema) && SCHEMA_MARK in schema) {
    const { jsonSchema, validate } = schema as { readonly jsonSchema?: unknown; readonly validate?: unknown };
    if (isRecord(jsonSchema) && !("then" in jsonSchema && typeof jsonSchema.then === "function")) {
      return { jsonSchema, ...(typeof validate === "function" ? { check: checkedLikeSdk(validate) } : {}) };
    }
  } else if (isStandardSchema(schema)) {
    return { jsonSchema: closedObjects(describedBy(schema, name, side)), check: checkedBy(schema) };
  }
  throw new ToolSchemaError({
    tool: name,
    path: `${side}Schema`,
    message: `Tool ${JSON.stringify(name)}: \`${side}Schema\` is not a schema that can be read at once.`,
    fix: "Use a Zod 4 schema, or jsonSchema() with the schema itself.",
  });
}

const checkedLikeSdk =
  (validate: CallableFunction): NonNullable<FoundTool["check"]> =>
  async (value) => {
    const result = (await validate(value)) as { success?: boolean; value?: unknown; error?: { message?: string } };
    if (result.success === true) return { value: result.value };
    return { issues: [{ message: result.error?.message ?? "does not fit the schema" }] };
  };

/** Runs a body as the SDK does. A body that streams answers with its last value. */
async function run(
  execute: CallableFunction,
  needsApproval: unknown,
  args: unknown,
  { signal }: ToolContext,
): Promise<unknown> {
  // The conversation is the rollout's: a body run through dispatch is told of none.
  const call = { toolCallId: "", messages: [], abortSignal: signal };
  const asks = typeof needsApproval === "function" ? await needsApproval(args, call) : needsApproval;
  if (asks) return NEEDS_APPROVAL;
  const answer: unknown = await execute(args, call);
  if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer)) return answer;
  let last: unknown;
  for await (const value of answer as AsyncIterable<unknown>) last = value;
  return last;
}
