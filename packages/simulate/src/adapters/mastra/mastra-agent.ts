import { isRecord, OptionError } from "@whileai/core";
import type { AgentContext } from "../../rollout/agent.js";
import { aiSdkMessages } from "../ai-sdk/ai-sdk-messages.js";
import { type AdaptedAgent, adaptedAgent } from "../shared/adapted-agent.js";
import { replyFromTurns } from "../shared/agent-turns.js";
import { factoryTools, refuseRealTools, unreadableAgent } from "../shared/checked-factory.js";
import { type WorldCalls, worldCalls } from "../shared/world-calls.js";
import { type MastraToolSet, mastraTools, mastraWorldTools } from "./mastra-tools.js";
import { mastraTurns } from "./mastra-turns.js";

/** An `Agent` of Mastra. */
export interface MastraAgent {
  generate(messages: never, options: never): Promise<unknown>;
}

/** The parts of an agent that are read here. */
interface LooseAgent extends MastraAgent {
  readonly id?: unknown;
  listTools?(): MastraToolSet | Promise<MastraToolSet>;
  listAgents?(): object | Promise<object>;
  listWorkflows?(): object | Promise<object>;
  hasOwnWorkspace?(): boolean;
  hasOwnBrowser?(): boolean;
  getDefaultOptions?(): unknown;
  getInstructions?(): unknown;
  getModel?(): unknown;
  __fork?(): LooseAgent;
  __setTools?(tools: object): void;
}

/** The name of an agent whose model is not named. */
const NAMELESS = "mastra_agent";

/**
 * An agent of Mastra 1 for `simulate()`: an `Agent` as it is, or a function that makes one from the tools it is handed.
 *
 * Each rollout gets a copy whose tools the mock world answers, and only those are offered to the model. No thread is named, so
 * nothing is remembered. Earlier messages, the rollout's signal, parallel calls, reasoning and usage are carried through;
 * what Mastra throws is thrown on.
 *
 * @throws OptionError for an agent that cannot be copied and for one with agents, workflows, a workspace, a browser or default toolsets of its
 * own, which would be real; ToolSchemaError as {@link mastraTools}.
 *
 * @example
 * import { simulate } from "@whileai/simulate";
 * import { mastraAgent } from "@whileai/simulate/mastra";
 * import { Agent } from "@mastra/core/agent";
 * import { createTool } from "@mastra/core/tools";
 * import { z } from "zod";
 * const get_order = createTool({
 *   id: "get_order",
 *   description: "Look up an order.",
 *   inputSchema: z.object({ order_id: z.string() }),
 *   execute: async () => ({ state: "shipped" }),
 * });
 * const support = new Agent({
 *   id: "support",
 *   name: "support",
 *   instructions: "Help customers with orders.",
 *   model: "openai/gpt-4.1-mini",
 *   tools: { get_order },
 * });
 * const data = await simulate({ ...(await mastraAgent(support)), simulator: false, budget: 16 });
 */
export async function mastraAgent(agent: MastraAgent): Promise<AdaptedAgent>;
export async function mastraAgent<Tools extends MastraToolSet>(
  makeAgent: (tools: Tools) => MastraAgent | PromiseLike<MastraAgent>,
  options: { readonly tools: Tools },
): Promise<AdaptedAgent>;
export async function mastraAgent(
  given: MastraAgent | ((tools: never) => MastraAgent | PromiseLike<MastraAgent>),
  options?: { readonly tools: MastraToolSet },
): Promise<AdaptedAgent> {
  if (typeof given === "function") {
    const tools = factoryTools("mastraAgent", options);
    const make = given as unknown as (tools: object) => MastraAgent | PromiseLike<MastraAgent>;
    return adapted({ tools, name: NAMELESS, systemPrompt: undefined }, (calls) => make(mastraWorldTools(tools, calls)));
  }
  const agent = given as LooseAgent;
  if (!agent?.listTools || !agent.__fork || !agent.__setTools)
    throw unreadableAgent("mastraAgent", "an Agent of Mastra 1");
  await refuseReal(agent);
  const tools = { ...(await agent.listTools()) };
  const name = modelName(await agent.getModel?.()) ?? (typeof agent.id === "string" ? agent.id : NAMELESS);
  return adapted({ tools, name, systemPrompt: await agent.getInstructions?.() }, async (calls) => {
    const swapped = mastraWorldTools(tools, calls);
    const copy = agent.__fork?.() as LooseAgent;
    copy.__setTools?.(swapped);
    const offered = Object.entries((await copy.listTools?.()) ?? {});
    if (offered.length === Object.keys(swapped).length && offered.every(([key, tool]) => swapped[key] === tool))
      return copy;
    throw unreadableAgent("mastraAgent", "an agent whose tools can be replaced");
  });
}

function adapted(
  parts: { readonly tools: MastraToolSet; readonly name: string; readonly systemPrompt: unknown },
  make: (calls: WorldCalls) => MastraAgent | PromiseLike<MastraAgent>,
): AdaptedAgent {
  const { tools, name, systemPrompt } = parts;
  return adaptedAgent({
    name,
    tools: mastraTools(tools),
    systemPrompt,
    async play(context: AgentContext) {
      const calls = worldCalls(context);
      const agent = await make(calls);
      refuseRealTools("mastraAgent", await (agent as LooseAgent).listTools?.());
      await refuseReal(agent as LooseAgent);
      const generate = agent.generate.bind(agent) as (messages: object[], options: object) => Promise<unknown>;
      const told = { abortSignal: context.signal, activeTools: calls.tools.map(({ name }) => name) };
      return replyFromTurns(mastraTurns(await generate(aiSdkMessages(context.messages), told)), calls);
    },
  });
}

async function refuseReal(agent: LooseAgent): Promise<void> {
  const real = [
    ["agents", Object.keys((await agent.listAgents?.()) ?? {}).length > 0],
    ["workflows", Object.keys((await agent.listWorkflows?.()) ?? {}).length > 0],
    ["a workspace", agent.hasOwnWorkspace?.()],
    ["a browser", agent.hasOwnBrowser?.()],
    ["toolsets", await hasToolsets(agent)],
  ].find(([, isThere]) => isThere === true);
  if (real === undefined) return;
  throw new OptionError({
    option: "agent",
    message: `mastraAgent: the agent has ${real[0]} of its own, which the mock world cannot answer for.`,
    fix: "Give a function that makes the agent without them: mastraAgent((tools) => new Agent({ …, tools }), { tools }).",
  });
}

// Tools of a toolset take the place of the agent's own of the same name.
async function hasToolsets(agent: LooseAgent): Promise<boolean> {
  const options = await agent.getDefaultOptions?.();
  const { toolsets, clientTools } = isRecord(options) ? options : {};
  return [toolsets, clientTools].some((given) => isRecord(given) && Object.keys(given).length > 0);
}

function modelName(model: unknown): string | undefined {
  const { modelId } = isRecord(model) ? model : {};
  return typeof modelId === "string" ? modelId : undefined;
}
