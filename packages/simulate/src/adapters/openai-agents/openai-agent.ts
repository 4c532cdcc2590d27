import { checkOptions, isRecord, OptionError, optionRule } from "@whileai/core";
import type { AgentContext } from "../../rollout/agent.js";
import { type AdaptedAgent, adaptedAgent } from "../shared/adapted-agent.js";
import { replyFromCalls, replyFromTurns } from "../shared/agent-turns.js";
import { refuseRealTools, unreadableAgent } from "../shared/checked-factory.js";
import { type WorldCalls, worldCalls } from "../shared/world-calls.js";
import { agentInWorld, type LooseAgent, reachableAgents } from "./agent-in-world.js";
import { openAIItems } from "./openai-messages.js";
import { openAIOtherTools, openAITools, openAIWorldTools } from "./openai-tools.js";
import { openAITurns } from "./openai-turns.js";

/** An `Agent` of the OpenAI Agents SDK. */
export interface OpenAIAgent {
  readonly name: string;
  clone(config: never): unknown;
}

/** The SDK's `run`, or a `Runner`'s. */
export type OpenAIRun = (agent: never, input: never, options: never) => Promise<unknown>;

export interface OpenAIAgentOptions {
  /** What runs the agent: `{ run }` of `@openai/agents`. */
  readonly run: OpenAIRun;
  /** Most model calls of one answer; the SDK's own limit when absent. */
  readonly maxTurns?: number | undefined;
  /** The context that the run, and real bodies, are given. */
  readonly context?: unknown;
}

interface FactoryOptions<Tools> extends OpenAIAgentOptions {
  readonly tools: Tools;
}

/** The name of an agent whose model is not named. */
const NAMELESS = "openai_agent";

/**
 * An agent of the OpenAI Agents SDK for `simulate()`: an `Agent` as it is, with all that it hands over to, or a function
 * that makes one from the tools it is handed. `run` is given, so that your runner's model provider and tracing are used.
 *
 * Each rollout gets copies of the agents whose tools the mock world answers; callbacks of handoffs are left out. Earlier
 * messages, the rollout's signal, parallel calls, reasoning and usage are carried through. A run that reaches `maxTurns` is
 * a rollout that ended in its tools; any other error of the SDK is thrown on.
 *
 * @throws OptionError for what is no agent and for one with `mcpServers`; ToolSchemaError as {@link openAITools}.
 *
 * @example
 * import { simulate } from "@whileai/simulate";
 * import { openAIAgent } from "@whileai/simulate/openai-agents";
 * import { Agent, run, tool } from "@openai/agents";
 * import { z } from "zod";
 * const getOrder = tool({
 *   name: "get_order",
 *   description: "Look up an order.",
 *   parameters: z.object({ order_id: z.string() }),
 *   execute: () => "shipped",
 * });
 * const support = new Agent({ name: "support", instructions: "Help customers with orders.", tools: [getOrder] });
 * const data = await simulate({ ...openAIAgent(support, { run }), simulator: false, budget: 16 });
 */
export function openAIAgent(agent: OpenAIAgent, options: OpenAIAgentOptions): AdaptedAgent;
export function openAIAgent<Tools extends readonly object[]>(
  makeAgent: (tools: Tools) => OpenAIAgent | PromiseLike<OpenAIAgent>,
  options: FactoryOptions<Tools>,
): AdaptedAgent;
export function openAIAgent(
  given: OpenAIAgent | ((tools: never) => OpenAIAgent | PromiseLike<OpenAIAgent>),
  options: OpenAIAgentOptions & { readonly tools?: readonly object[] },
): AdaptedAgent {
  checkRun(options);
  if (typeof given === "function") {
    const tools = options.tools ?? refuse("tools", "the tools that the agent is made with");
    const make = given as unknown as (tools: readonly object[]) => LooseAgent | PromiseLike<LooseAgent>;
    return adapted(undefined, tools, options, (calls) =>
      make([...openAIWorldTools(tools, calls), ...openAIOtherTools(tools, calls)]),
    );
  }
  const agent = given as unknown as LooseAgent;
  if (!isRecord(agent) || typeof agent.clone !== "function") {
    throw unreadableAgent("openAIAgent", "an Agent of the OpenAI Agents SDK");
  }
  const tools = new Map(
    reachableAgents(agent).flatMap((each) => (each.tools ?? []).map((tool) => [nameOf(tool), tool])),
  );
  return adapted(agent, [...tools.values()], options, (calls) => agentInWorld(agent, calls));
}

function adapted(
  agent: LooseAgent | undefined,
  tools: readonly object[],
  options: OpenAIAgentOptions,
  make: (calls: WorldCalls) => LooseAgent | PromiseLike<LooseAgent>,
): AdaptedAgent {
  const { maxTurns, context: runContext } = options;
  return adaptedAgent({
    name: modelName(agent?.model) ?? (typeof agent?.name === "string" ? agent.name : NAMELESS),
    tools: openAITools(tools, { context: runContext }),
    systemPrompt: agent?.instructions,
    async play(context: AgentContext) {
      const calls = worldCalls(context);
      const own = await make(calls);
      for (const each of reachableAgents(own)) refuseRealTools("openAIAgent", each.tools);
      const run = options.run.bind(options) as (agent: object, input: object, options: object) => Promise<unknown>;
      const told = {
        signal: context.signal,
        ...(maxTurns === undefined ? {} : { maxTurns }),
        ...(runContext === undefined ? {} : { context: runContext }),
      };
      try {
        let result = await run(own, openAIItems(context.messages), told);
        // The SDK asks before it hands over arguments that it cannot read. The world needs no approval.
        while (approveAll(result)) result = await run(own, result.state, told);
        return replyOf(result, calls);
      } catch (error) {
        // The SDK leaves the name of its errors at "Error".
        if (!isRecord(error) || error.constructor.name !== "MaxTurnsExceededError") throw error;
        const { _modelResponses: responses, _generatedItems: items } = isRecord(error.state) ? error.state : {};
        const turns = openAITurns(responses, items);
        return turns.length > 0 ? replyFromTurns(turns, calls) : replyFromCalls(calls);
      }
    },
  });
}

interface Interrupted {
  readonly interruptions: readonly object[];
  readonly state: { approve(interruption: object): void };
}

function approveAll(result: unknown): result is Interrupted {
  const { interruptions } = isRecord(result) ? result : {};
  if (!Array.isArray(interruptions) || interruptions.length === 0) return false;
  for (const interruption of interruptions) (result as unknown as Interrupted).state.approve(interruption);
  return true;
}

function replyOf(result: unknown, calls: WorldCalls): ReturnType<typeof replyFromTurns> {
  const { rawResponses, newItems, finalOutput } = isRecord(result) ? result : {};
  const turns = openAITurns(rawResponses, newItems);
  // An agent may end with a tool's answer instead of a word of its own.
  const isSpoken = turns.at(-1)?.calls.length === 0;
  return replyFromTurns(turns, calls, !isSpoken && typeof finalOutput === "string" ? finalOutput : undefined);
}

function checkRun(options: OpenAIAgentOptions | undefined): void {
  if (typeof options?.run !== "function") refuse("run", "what runs the agent");
  // A Runner in the place of options has fields of its own.
  if (Object.getPrototypeOf(options) !== Object.prototype) return;
  checkOptions("openAIAgent", options, {
    run: optionRule.callable,
    maxTurns: optionRule.integer(1),
    context: optionRule.any,
    tools: optionRule.listOf(optionRule.record),
  });
}

function refuse(option: string, what: string): never {
  throw new OptionError({
    option,
    message: `openAIAgent: \`${option}\` is missing: ${what}.`,
    fix: 'Write openAIAgent(agent, { run }) with `run` of "@openai/agents", or openAIAgent((tools) => …, { run, tools }).',
  });
}

const nameOf = (tool: object): unknown => (tool as { name?: unknown }).name;

function modelName(model: unknown): string | undefined {
  if (typeof model === "string") return model === "" ? undefined : model;
  const { model: named, _model: inner } = isRecord(model) ? model : {};
  return [named, inner].find((name) => typeof name === "string") as string | undefined;
}
