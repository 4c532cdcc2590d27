import { isRecord } from "@whileai/core";
import type { AgentContext } from "../../rollout/agent.js";
import { type AdaptedAgent, adaptedAgent } from "../shared/adapted-agent.js";
import { replyFromCalls, replyFromTurns } from "../shared/agent-turns.js";
import { factoryTools, refuseRealTools, unreadableAgent } from "../shared/checked-factory.js";
import { type WorldCalls, worldCalls } from "../shared/world-calls.js";
import { langChainMessages, langChainTurns } from "./langchain-messages.js";
import { langChainOtherTools, langChainTools, langChainWorldTools } from "./langchain-tools.js";

/** What is invoked with messages and gives messages: an agent of `createAgent`, or a LangGraph graph. */
export interface LangChainAgent {
  invoke(state: never, config: never): Promise<unknown>;
}

type Options = Readonly<Record<string, unknown>>;

/** The name of an agent whose model is not named. */
const NAMELESS = "langchain_agent";

/**
 * An agent of LangChain 1 or LangGraph.js 1 for `simulate()`: one made by `createAgent`, or a function that makes any graph
 * that is invoked with `{ messages }` from the tools it is handed (LangGraph's `createReactAgent`, a graph of your own).
 *
 * Each rollout gets an agent of its own whose tools, those of middleware too, the mock world answers; it keeps no checkpoints
 * and no store. Earlier messages, the rollout's signal, parallel calls, reasoning and usage are carried through. A run that
 * reaches the recursion limit is a rollout that ended in its tools; any other error is thrown on.
 *
 * @throws OptionError for a graph that cannot be made again with other tools; ToolSchemaError as {@link langChainTools}.
 *
 * @example
 * import { simulate } from "@whileai/simulate";
 * import { langChainAgent } from "@whileai/simulate/langchain";
 * import { createAgent, tool } from "langchain";
 * import { z } from "zod";
 * const getOrder = tool(() => "shipped", {
 *   name: "get_order",
 *   description: "Look up an order.",
 *   schema: z.object({ order_id: z.string() }),
 * });
 * const support = createAgent({ model: "openai:gpt-4.1-mini", tools: [getOrder], systemPrompt: "Help with orders." });
 * const data = await simulate({ ...langChainAgent(support), simulator: false, budget: 16 });
 */
export function langChainAgent(agent: LangChainAgent): AdaptedAgent;
export function langChainAgent<Tools extends readonly object[]>(
  makeAgent: (tools: Tools) => LangChainAgent | PromiseLike<LangChainAgent>,
  options: { readonly tools: Tools },
): AdaptedAgent;
export function langChainAgent(
  given: LangChainAgent | ((tools: never) => LangChainAgent | PromiseLike<LangChainAgent>),
  options?: { readonly tools: readonly object[] },
): AdaptedAgent {
  if (typeof given === "function") {
    const tools = factoryTools("langChainAgent", options);
    const make = given as unknown as (tools: object[]) => LangChainAgent | PromiseLike<LangChainAgent>;
    return adapted(tools, {}, (calls) =>
      make([...langChainWorldTools(tools, calls), ...langChainOtherTools(tools, calls)]),
    );
  }
  const { options: settings } = (given ?? {}) as { readonly options?: unknown };
  if (!isRecord(settings) || settings.model === undefined) {
    throw unreadableAgent("langChainAgent", "an agent of createAgent()");
  }
  const Agent = given.constructor as new (options: Options) => LangChainAgent;
  const tools = [...toolsOf(settings), ...middlewareOf(settings).flatMap(toolsOf)];
  return adapted(tools, settings, (calls) => new Agent(inWorld(settings, tools, calls)));
}

function adapted(
  tools: readonly object[],
  settings: Options,
  make: (calls: WorldCalls) => LangChainAgent | PromiseLike<LangChainAgent>,
): AdaptedAgent {
  return adaptedAgent({
    name: modelName(settings.model) ?? (typeof settings.name === "string" ? settings.name : NAMELESS),
    tools: langChainTools(tools),
    systemPrompt: settings.systemPrompt,
    async play(context: AgentContext) {
      const calls = worldCalls(context);
      const agent = await make(calls);
      refuseRealTools("langChainAgent", toolsIn(agent));
      const invoke = agent.invoke.bind(agent) as (state: object, config: object) => Promise<unknown>;
      try {
        const state = await invoke({ messages: langChainMessages(context.messages) }, { signal: context.signal });
        return replyFromTurns(langChainTurns(isRecord(state) ? state.messages : undefined), calls);
      } catch (error) {
        if (isRecord(error) && error.lc_error_code === "GRAPH_RECURSION_LIMIT") return replyFromCalls(calls);
        throw error;
      }
    },
  });
}

/** The tools of an agent of createAgent, of its middleware, and of a graph's nodes for tools, in graphs within it too. */
function toolsIn(agent: unknown, seen = new Set<unknown>()): unknown[] {
  if (!isRecord(agent) || seen.has(agent)) return [];
  seen.add(agent);
  const { options, nodes } = agent as { readonly options?: unknown; readonly nodes?: unknown };
  const inNodes = isRecord(nodes)
    ? Object.values(nodes).flatMap((node) => {
        const { bound } = isRecord(node) ? node : {};
        return isRecord(bound) ? [...toolsOf(bound), ...toolsIn(bound, seen)] : [];
      })
    : [];
  if (!isRecord(options)) return inNodes;
  return [...toolsOf(options), ...middlewareOf(options).flatMap(toolsOf), ...inNodes];
}

const toolsOf = ({ tools }: Options): object[] => (Array.isArray(tools) ? tools : []);

const middlewareOf = ({ middleware }: Options): Options[] => (Array.isArray(middleware) ? middleware : []);

function inWorld(settings: Options, all: readonly object[], calls: WorldCalls): Options {
  const { checkpointer: _checkpointer, store: _store, ...rest } = settings;
  return {
    ...rest,
    tools: [...langChainWorldTools(toolsOf(settings), calls), ...langChainOtherTools(all, calls)],
    middleware: middlewareOf(settings).map((each) => {
      return { ...each, ...("tools" in each ? { tools: langChainWorldTools(toolsOf(each), calls) } : {}) };
    }),
  };
}

function modelName(model: unknown): string | undefined {
  if (typeof model === "string") return model;
  const { model: named, modelName: older } = (model ?? {}) as {
    readonly model?: unknown;
    readonly modelName?: unknown;
  };
  return [named, older].find((name) => typeof name === "string") as string | undefined;
}
