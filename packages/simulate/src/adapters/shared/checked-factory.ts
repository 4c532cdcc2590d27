import { checkOptions, OptionError, optionRule } from "@whileai/core";

/** Checks the second argument of an adapter that was given a factory. */
export function factoryTools<Tools>(call: string, options: { readonly tools: Tools } | undefined): Tools {
  checkOptions(call, options ?? {}, { tools: optionRule.any });
  if (options?.tools !== undefined && options.tools !== null) return options.tools;
  throw new OptionError({
    option: "tools",
    message: `${call}: a function that makes the agent needs the tools it is made with.`,
    fix: `Write ${call}((tools) => …, { tools }).`,
  });
}

/** The error for an agent object that cannot be made again with other tools. */
export function unreadableAgent(call: string, wanted: string): OptionError {
  return new OptionError({
    option: "agent",
    message: `${call}: this is not ${wanted}.`,
    fix: `Give a function that makes the agent: ${call}((tools) => …, { tools }).`,
  });
}

/** Tools that the world answers, and what they are called by. */
const answered = new WeakSet<object>();

/** Marks a tool as one that the world answers; `call` is the function that frameworks call it by. */
export function worldTool<T extends object>(tool: T, call: object): T {
  answered.add(tool);
  answered.add(call);
  return tool;
}

/**
 * Refuses an agent that was made with a tool which the world does not answer: one of the real tools, one that was made anew,
 * one that a provider runs. A tool of another spelling around a world tool's call is as good as the tool.
 */
export function refuseRealTools(call: string, made: unknown): void {
  const tools = typeof made === "object" && made !== null ? Object.values(made) : [];
  if (tools.every(isHarmless)) return;
  throw new OptionError({
    option: "makeAgent",
    message: `${call}: the function made an agent with a real tool, which would run.`,
    fix: `Use the tools that the function is handed: ${call}((tools) => …, { tools }).`,
  });
}

function isHarmless(tool: unknown): boolean {
  if (typeof tool !== "object" || tool === null) return false;
  const { execute, invoke, inputSchema, type } = tool as Readonly<Record<string, unknown>>;
  if ([tool, execute, invoke].some((part) => isObject(part) && answered.has(part))) return true;
  // A tool without a body ends the agent's turn; nothing runs.
  return inputSchema !== undefined && execute === undefined && (type === undefined || type === "function");
}

const isObject = (value: unknown): value is object =>
  typeof value === "function" || (typeof value === "object" && value !== null);
