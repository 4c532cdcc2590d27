import { isRecord, OptionError } from "@whileai/core";
import { type AdaptedAgent, adaptedAgent } from "../shared/adapted-agent.js";
import { replyFromTurns } from "../shared/agent-turns.js";
import { factoryTools, refuseRealTools, unreadableAgent } from "../shared/checked-factory.js";
import { worldCalls } from "../shared/world-calls.js";
import { aiSdkMessages } from "./ai-sdk-messages.js";
import { type AiSdkToolSet, aiSdkTools, aiSdkWorldTools } from "./ai-sdk-tools.js";
import { aiSdkTurns } from "./ai-sdk-turns.js";

/** What generates: a `ToolLoopAgent`, or an object around `generateText`. */
export interface AiSdkAgent {
  generate(options: never): PromiseLike<unknown>;
}

/** The name of an agent whose model says none. */
const NAMELESS = "ai_sdk_agent";

/** Settings of an agent that is made again for each rollout. */
type Settings = Readonly<Record<string, unknown>>;

/**
 * An agent of the Vercel AI SDK (`ai` 5, 6 or 7) for `simulate()`: a `ToolLoopAgent` as it is, or a function that makes
 * anything with `generate({ messages, abortSignal })` from the tools it is handed.
 *
 * Each rollout gets an agent of its own whose tools the mock world answers. Earlier messages of the conversation, the
 * rollout's signal, parallel calls, reasoning and usage are carried through; what the SDK throws is thrown on.
 *
 * @throws OptionError for an object whose settings cannot be read; ToolSchemaError as {@link aiSdkTools}.
 *
 * @example
 * import { simulate } from "@whileai/simulate";
 * import { aiSdkAgent } from "@whileai/simulate/ai-sdk";
 * import { ToolLoopAgent, tool } from "ai";
 * import { z } from "zod";
 * const support = new ToolLoopAgent({
 *   model: "openai/gpt-4.1-mini",
 *   instructions: "Help customers with orders.",
 *   tools: { get_order: tool({ description: "Look up an order.", inputSchema: z.object({ order_id: z.string() }) }) },
 * });
 * const data = await simulate({ ...aiSdkAgent(support), simulator: false, budget: 16 });
 */
export function aiSdkAgent(agent: AiSdkAgent): AdaptedAgent;
export function aiSdkAgent<Tools extends AiSdkToolSet>(
  makeAgent: (tools: Tools) => AiSdkAgent | PromiseLike<AiSdkAgent>,
  options: { readonly tools: Tools },
): AdaptedAgent;
export function aiSdkAgent(
  given: AiSdkAgent | ((tools: never) => AiSdkAgent | PromiseLike<AiSdkAgent>),
  options?: { readonly tools: AiSdkToolSet },
): AdaptedAgent {
  if (typeof given === "function") {
    const tools = factoryTools("aiSdkAgent", options);
    return adapted(tools, {}, given as unknown as (tools: object) => AiSdkAgent);
  }
  const { settings } = (given ?? {}) as { readonly settings?: unknown };
  if (!isRecord(settings) || typeof given.generate !== "function") {
    throw unreadableAgent("aiSdkAgent", "a ToolLoopAgent of the AI SDK");
  }
  const Agent = given.constructor as new (settings: Settings) => AiSdkAgent;
  const tools = withApproval((settings.tools ?? {}) as AiSdkToolSet, settings.toolApproval);
  return adapted(tools, settings, (swapped) => new Agent(withTools(settings, swapped)));
}

function adapted(
  tools: AiSdkToolSet,
  settings: Settings,
  make: (tools: object) => AiSdkAgent | PromiseLike<AiSdkAgent>,
): AdaptedAgent {
  return adaptedAgent({
    name: modelName(settings.model) ?? (typeof settings.id === "string" ? settings.id : NAMELESS),
    tools: aiSdkTools(tools),
    systemPrompt: settings.instructions ?? settings.system,
    async play(context) {
      const calls = worldCalls(context);
      const agent = await make(aiSdkWorldTools(tools, calls));
      refuseRealTools("aiSdkAgent", toolsIn(agent));
      const generate = agent.generate.bind(agent) as (options: object) => PromiseLike<unknown>;
      const result = await generate({ messages: aiSdkMessages(context.messages), abortSignal: context.signal });
      return replyFromTurns(aiSdkTurns(result), calls);
    },
  });
}

/** The tools of an agent of the SDK, or of one that keeps its settings in a field. */
function toolsIn(agent: AiSdkAgent): unknown {
  const { tools, settings } = agent as { readonly tools?: unknown; readonly settings?: { readonly tools?: unknown } };
  return tools ?? settings?.tools;
}

function modelName(model: unknown): string | undefined {
  if (typeof model === "string") return model;
  return isRecord(model) && typeof model.modelId === "string" ? model.modelId : undefined;
}

/** Settings with other tools. The world needs no approval; a call may not bring real tools back. */
function withTools(settings: Settings, tools: object): Settings {
  const { toolApproval: _, prepareCall, ...rest } = settings;
  if (typeof prepareCall !== "function") return { ...rest, tools };
  const prepared = async (call: unknown): Promise<object> => {
    const made = (await prepareCall(call)) as { readonly tools?: object } | undefined;
    const added = Object.keys(made?.tools ?? {}).find((name) => !Object.hasOwn(tools, name));
    if (added === undefined) return { ...made, tools };
    throw new OptionError({
      option: "agent",
      message: `aiSdkAgent: \`prepareCall\` adds the tool ${JSON.stringify(added)}, which the agent does not list.`,
      fix: "List it among the agent's tools, or give aiSdkAgent a function that makes the agent.",
    });
  };
  return { ...rest, tools, prepareCall: prepared };
}

/** Tools that ask for approval where the agent's own settings may. */
function withApproval(tools: AiSdkToolSet, approval: unknown): AiSdkToolSet {
  if (approval === undefined) return tools;
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const isFree = isRecord(approval) && !Object.hasOwn(approval, name);
      return [name, isFree ? tool : { ...tool, needsApproval: true }];
    }),
  );
}
