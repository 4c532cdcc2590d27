import { ToolSchemaError } from "../errors/tool-schema-error.js";
import { isRecord } from "../json/json.js";
import { describeError } from "../judging/describe-error.js";
import type { StandardSchema } from "./standard-schema.js";

/** True for a schema that validates: Zod, Valibot, ArkType and others. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    (typeof value === "object" || typeof value === "function") &&
    value !== null &&
    isRecord((value as { "~standard"?: unknown })["~standard"]) &&
    typeof (value as StandardSchema)["~standard"].validate === "function"
  );
}

/**
 * The JSON Schema that a validating schema of a tool gives of itself, as it gives it.
 *
 * @param options.target - The dialect, such as `draft-2020-12`.
 * @param options.fix - What to do about a schema that cannot describe itself at all.
 * @throws ToolSchemaError for such a schema, and for types that JSON Schema has no word for.
 */
export function describedSchema(
  schema: StandardSchema,
  options: { readonly tool: string; readonly side: "input" | "output"; readonly target: string; readonly fix: string },
): Record<string, unknown> {
  const { tool, side, target, fix } = options;
  const convert = schema["~standard"].jsonSchema?.[side];
  if (typeof convert !== "function") {
    throw new ToolSchemaError({
      tool,
      path: side,
      message: `Tool ${JSON.stringify(tool)}: the ${schema["~standard"].vendor} schema of \`${side}\` cannot describe itself as JSON Schema.`,
      fix,
    });
  }
  try {
    return convert({ target });
  } catch (cause) {
    throw new ToolSchemaError({
      tool,
      path: side,
      message: `Tool ${JSON.stringify(tool)}: \`${side}\` has no JSON Schema (${cause instanceof Error ? cause.message : describeError(cause)}).`,
      fix: "Use types that JSON can hold, such as a string for a date.",
      cause,
    });
  }
}
