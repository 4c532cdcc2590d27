import { isRecord, OptionError } from "@whileai/core";

/** Throws an OptionError for what is no list of tools. */
export function requireToolList(call: string, tools: unknown): void {
  if (!Array.isArray(tools)) throw noTools(call, tools, "an array of tools");
}

/** Throws an OptionError for what is no set of tools by name. */
export function requireToolSet(call: string, tools: unknown): void {
  if (!isRecord(tools)) throw noTools(call, tools, "an object of tools by name");
}

const noTools = (call: string, received: unknown, wanted: string): OptionError =>
  new OptionError({
    option: "tools",
    received,
    message: `${call}: \`tools\` must be ${wanted}.`,
    fix: "Give the tools as the framework's agent takes them.",
  });
