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
