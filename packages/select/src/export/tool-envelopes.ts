import { type AnyTool, isRecord, OptionError } from "@whileai/core";
import type { ToolEnvelope } from "./export-record.js";

const EMPTY_PARAMETERS = { type: "object", properties: {} };

/**
 * Tools of any usual form (made by `tool()`, OpenAI's envelope or bare function, Anthropic's `input_schema`) in OpenAI's
 * envelope, which is what trainers and chat templates read.
 *
 * @throws OptionError for an entry without a name, and for two entries with one name.
 */
export function toolEnvelopes(tools: readonly AnyTool[] | readonly unknown[]): ToolEnvelope[] {
  const seen = new Map<string, number>();
  return tools.map((tool, index) => {
    const plain: unknown = hasToJson(tool) ? tool.toJSON() : tool;
    const made = isRecord(plain) && isRecord(plain.function) ? plain.function : plain;
    if (!isRecord(made) || typeof made.name !== "string" || made.name === "")
      throw new OptionError({
        option: "tools",
        received: tool,
        message: `export: \`tools[${index}]\` has no name.`,
        fix: "Give tools made by tool(), or JSON Schema tools with a name and parameters.",
      });
    const first = seen.get(made.name);
    if (first !== undefined)
      throw new OptionError({
        option: "tools",
        received: tool,
        message: `export: \`tools[${first}]\` and \`tools[${index}]\` are both called ${JSON.stringify(made.name)}.`,
        fix: "Give every tool a name of its own.",
      });
    seen.set(made.name, index);
    const { name, description, parameters, input_schema: inputSchema, type: _, ...rest } = made;
    return {
      type: "function",
      function: {
        name,
        ...(typeof description === "string" ? { description } : {}),
        parameters: parameters ?? inputSchema ?? EMPTY_PARAMETERS,
        ...(plain === made ? {} : rest),
      },
    };
  });
}

const hasToJson = (value: unknown): value is { toJSON(): unknown } =>
  isRecord(value) && typeof value.toJSON === "function";
