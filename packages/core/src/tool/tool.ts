import { ToolSchemaError } from "../errors/tool-schema-error.js";
import { isRecord, type JsonObject } from "../json/json.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { describedSchema, isStandardSchema } from "./described-schema.js";
import { dispatch } from "./dispatch.js";
import { normalizeSchema } from "./normalize-schema.js";
import { checkName, normalizeParameters } from "./normalize-tools.js";
import type { InferOutput, StandardSchema } from "./standard-schema.js";
import type { ToolContext, ToolInputCheck, Tool as ToolType } from "./tool-types.js";

/** The JSON Schema dialect that tools are described in. */
const TARGET = "draft-2020-12";

const DEFINITION_FIELDS = ["name", "description", "input", "parameters", "output", "execute"];

interface ToolBase<Name extends string> {
  readonly name: Name;
  /** What the tool does, in words that a model reads. */
  readonly description: string;
  /** What the tool answers; the mock world keeps to it. A schema that describes itself, or a JSON Schema. */
  readonly output?: StandardSchema | Readonly<Record<string, unknown>> | undefined;
}

/** A tool whose arguments are described by a Standard Schema that knows its JSON Schema, such as a Zod 4 object. */
export interface ToolDefinition<Name extends string, Schema extends StandardSchema, Output> extends ToolBase<Name> {
  readonly input: Schema;
  /** Also give this when `input` cannot describe itself as JSON Schema. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** The real body; it runs only through `execute: Tool.dispatch(tools)`. */
  readonly execute?: ((input: InferOutput<Schema>, context: ToolContext) => Output | Promise<Output>) | undefined;
}

/** A tool whose arguments are described by a JSON Schema. */
export interface SchemaToolDefinition<Name extends string, Output> extends ToolBase<Name> {
  readonly input?: undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly execute?: ((input: JsonObject, context: ToolContext) => Output | Promise<Output>) | undefined;
}

/**
 * Makes a tool: what a model sees of it (name, description, JSON Schema of the arguments) and, optionally, its real body.
 *
 * The body never runs by accident: the mock world answers calls unless a run is given `execute: Tool.dispatch(tools)`.
 * Throws {@link ToolSchemaError}, naming the place, when the schema cannot be described as JSON Schema (2020-12), and an
 * OptionError for a field that is not one of a tool's.
 *
 * @example
 * const getOrder = tool({
 *   name: "get_order",
 *   description: "Look up an order by id.",
 *   input: z.object({ order_id: z.string() }),
 *   execute: ({ order_id }) => orders.get(order_id),
 * });
 */
export function tool<const Name extends string, Schema extends StandardSchema, Output = unknown>(
  definition: ToolDefinition<Name, Schema, Output>,
): ToolType<Name, InferOutput<Schema>, Awaited<Output>>;
export function tool<const Name extends string, Output = unknown>(
  definition: SchemaToolDefinition<Name, Output>,
): ToolType<Name, JsonObject, Awaited<Output>>;
export function tool(
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all input types come through here, and inputs are contravariant.
  definition: ToolDefinition<string, any, any> | SchemaToolDefinition<string, any>,
  // biome-ignore lint/suspicious/noExplicitAny: as above.
): ToolType<string, any, any> {
  if (!isRecord(definition)) {
    throw new ToolSchemaError({
      path: "tool",
      message: "tool() needs an object.",
      fix: "Call tool({ name, description, input, execute? }).",
    });
  }
  checkOptions("tool", definition, Object.fromEntries(DEFINITION_FIELDS.map((field) => [field, optionRule.any])));
  const name = checkName(definition.name, "name");
  const { description, input, parameters, output, execute } = definition;
  if (typeof description !== "string") {
    throw new ToolSchemaError({
      tool: name,
      path: "description",
      message: `Tool ${JSON.stringify(name)}: \`description\` must be a string.`,
      fix: "Say in a sentence what the tool does.",
    });
  }
  if (execute !== undefined && typeof execute !== "function") {
    throw new ToolSchemaError({
      tool: name,
      path: "execute",
      message: `Tool ${JSON.stringify(name)}: \`execute\` must be a function.`,
      fix: "Leave it out when the mock world answers.",
    });
  }
  const schema = normalizeParameters(argumentsSchema(name, input, parameters), "parameters", name);
  const described = output === undefined ? undefined : outputSchema(name, output);
  const made = {
    name,
    description,
    parameters: schema,
    ...(described ? { output: described } : {}),
    ...(isStandardSchema(input) ? { validate: (args: unknown) => validate(input, args) } : {}),
    ...(execute ? { execute: execute as ToolType["execute"] } : {}),
  };
  Object.defineProperty(made, "toJSON", {
    enumerable: false,
    value: () => ({ type: "function", function: { name, description, parameters: schema } }),
  });
  return Object.freeze(made) as unknown as ToolType;
}

/** The type of a tool, and as a value the helpers that work on tools. */
export type Tool<Name extends string = string, Input = unknown, Output = unknown> = ToolType<Name, Input, Output>;
export const Tool = /* @__PURE__ */ Object.freeze({ dispatch });

function argumentsSchema(name: string, input: unknown, parameters: unknown): unknown {
  if (parameters !== undefined) return parameters;
  if (isStandardSchema(input)) return describe(name, input, "input");
  throw new ToolSchemaError({
    tool: name,
    path: "input",
    message: `Tool ${JSON.stringify(name)}: ${input === undefined ? "neither `input` nor `parameters` was given" : "`input` is not a schema that validates"}.`,
    fix: "Give `input: z.object({ … })`, or `parameters` as a JSON Schema.",
  });
}

function outputSchema(name: string, output: unknown): Record<string, unknown> {
  return normalizeSchema(isStandardSchema(output) ? describe(name, output, "output") : output, "output", name);
}

function describe(tool: string, schema: StandardSchema, side: "input" | "output"): Record<string, unknown> {
  const fix = side === "input" ? "Give `parameters` (a JSON Schema) beside it." : "Give `output` as a JSON Schema.";
  const { $schema: _, ...described } = describedSchema(schema, { tool, side, target: TARGET, fix });
  return described;
}

async function validate(schema: StandardSchema, args: unknown): Promise<ToolInputCheck<unknown>> {
  const result = await schema["~standard"].validate(args);
  if (result.issues === undefined) return { ok: true, value: result.value };
  return {
    ok: false,
    issues: result.issues.map((issue) => ({
      path: (issue.path ?? []).map((part) => String(isRecord(part) ? part.key : part)).join("."),
      message: issue.message,
    })),
  };
}
