import { type AnyTool, isRecord, OptionError } from "@whileai/core";
import { readFileOption } from "./read-text-option.js";

/** The tools of an option: a JSON file with a list of schemas (or `{"tools": […]}`), in OpenAI's or Anthropic's form. */
export async function readToolsOption(option: string, value: string): Promise<AnyTool[]> {
  const text = /^\s*[[{]/.test(value)
    ? value
    : await readFileOption(option, value.replace(/^@/, ""), "Give the path of a JSON file with the tools' schemas.");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new OptionError({
      option,
      received: value,
      message: `--${option}: ${value} is not JSON.`,
      fix: 'Give a file with a list of tool schemas: [{"name": …, "description": …, "parameters": {…}}].',
      cause,
    });
  }
  const list = isRecord(parsed) && Array.isArray(parsed.tools) ? parsed.tools : parsed;
  if (!Array.isArray(list)) {
    throw new OptionError({
      option,
      received: value,
      message: `--${option}: ${value} holds no list of tools.`,
      fix: 'Give a JSON list of tool schemas, or an object with "tools".',
    });
  }
  return list as AnyTool[];
}
