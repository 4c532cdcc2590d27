import type { ToolSchema } from "@whileai/core";
import type { WorldCalls } from "./world-calls.js";

/** The own tools that a rollout shows under their own names; all of them, unless names are scrambled. */
export function shownOwn<T>(own: readonly T[], nameOf: (tool: T) => string, { tools }: WorldCalls): T[] {
  const shown = new Set(tools.map(({ name }) => name));
  return own.filter((tool) => shown.has(nameOf(tool)));
}

/** What a rollout shows beside the own tools: distractors, and where names are scrambled everything. */
export function shownBeside<T>(own: readonly T[], nameOf: (tool: T) => string, { tools }: WorldCalls): ToolSchema[] {
  const names = new Set(own.map(nameOf));
  return tools.filter(({ name }) => !names.has(name));
}
