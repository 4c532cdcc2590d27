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

/** Refuses an agent that a function made with the real tools instead of those it was handed. */
export function refuseRealTools(call: string, made: unknown, real: readonly object[]): void {
  const tools = typeof made === "object" && made !== null ? Object.values(made) : [];
  if (!tools.some((tool) => real.includes(tool))) return;
  throw new OptionError({
    option: "makeAgent",
    message: `${call}: the function made an agent with a real tool, which would run.`,
    fix: `Use the tools that the function is handed: ${call}((tools) => …, { tools }).`,
  });
}
