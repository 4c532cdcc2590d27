import {
  describedSchema,
  type StandardSchema,
  type Tool,
  type ToolContext,
  ToolSchemaError,
  tool,
} from "@whileai/core";

/** What an adapter found out about a tool. */
export interface FoundTool {
  readonly name: string;
  readonly description: unknown;
  /** JSON Schema of the arguments, as the framework sends it. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** JSON Schema of the answer. */
  readonly output?: Readonly<Record<string, unknown>> | undefined;
  /** The framework's own check of the arguments, before the body gets them. */
  readonly check?: ((args: unknown) => Promise<Checked>) | undefined;
  /** The real body; absent for a tool that must not run unattended. */
  readonly body?: ((input: unknown, context: ToolContext) => unknown) | undefined;
}

type Checked = { readonly value: unknown } | { readonly issues: readonly { readonly message: string }[] };

/** A framework's tool as one of ours. Throws ToolSchemaError for a schema that cannot be read. */
export function adaptedTool({ name, description, parameters, output, check, body }: FoundTool): Tool {
  const { $schema: _, ...schema } = parameters;
  const base = { name, description: typeof description === "string" ? description : "", parameters: schema };
  return tool({
    ...base,
    ...(output === undefined ? {} : { output }),
    ...(check === undefined ? {} : { input: { "~standard": { version: 1, vendor: "adapter", validate: check } } }),
    ...(body === undefined ? {} : { execute: body }),
  } as unknown as Parameters<typeof tool>[0]) as Tool;
}

/** The dialect that agent frameworks describe arguments in. */
const TARGET = "draft-07";

/** The JSON Schema that a validating schema gives of itself. */
export const describedBy = (schema: StandardSchema, tool: string, side: "input" | "output"): Record<string, unknown> =>
  describedSchema(schema, { tool, side, target: TARGET, fix: "Use Zod 4, or give the tool a JSON Schema." });

/** How a validating schema checks arguments. */
export const checkedBy =
  (schema: StandardSchema) =>
  async (value: unknown): Promise<Checked> =>
    schema["~standard"].validate(value);

/** The error for a tool that runs on a vendor's side: no rollout could keep it from being real. */
export function hostedTool(name: string, kind: string): ToolSchemaError {
  return new ToolSchemaError({
    tool: name,
    path: `tools.${name}`,
    message: `Tool ${JSON.stringify(name)} (${kind}) runs outside this process, where the mock world cannot answer for it.`,
    fix: "Leave it out of the simulated agent, or write it as a function tool.",
  });
}
