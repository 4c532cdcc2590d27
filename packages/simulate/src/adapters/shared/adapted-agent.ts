import type { Tool } from "@whileai/core";
import type { AgentContext, AgentFunction, AgentReply } from "../../rollout/agent.js";

/**
 * An agent of another framework as `simulate()` takes it: spread it into the options.
 *
 * In every rollout the mock world answers the agent's tool calls. The tools keep their real bodies for one purpose:
 * `execute: Tool.dispatch(tools)` runs them, behind the same planned faults.
 */
export interface AdaptedAgent {
  readonly agent: AgentFunction;
  /** The agent's tools, described as the framework describes them to its model. */
  readonly tools: readonly Tool[];
  /** The agent's instructions, where they are a plain text. */
  readonly systemPrompt?: string;
}

/** Gives the function the name that rows carry as `model_version`, and leaves an unknown system prompt out. */
export function adaptedAgent(parts: {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly systemPrompt: unknown;
  readonly play: (context: AgentContext) => Promise<AgentReply>;
}): AdaptedAgent {
  const { name, tools, systemPrompt, play } = parts;
  const agent: AgentFunction = (_message, context) => play(context);
  Object.defineProperty(agent, "name", { value: name });
  return { agent, tools, ...(typeof systemPrompt === "string" && systemPrompt !== "" ? { systemPrompt } : {}) };
}
