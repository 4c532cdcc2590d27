import {
  type AnyTool,
  checkOptions,
  derive,
  type JsonObject,
  normalizeTools,
  OptionError,
  optionRule,
  type RandomStream,
  type StepOf,
} from "@whileai/core";
import type { AgentContext, AgentFunction, AgentReply } from "../rollout/agent.js";
import { privilegedOf } from "../rollout/privileged-facts.js";
import { createWorld } from "../world/world.js";
import { MISBEHAVIORS, type Misbehavior, misbehave } from "./misbehavior.js";
import type { Played } from "./play-honestly.js";

export interface SeededAgentOptions {
  /** Share of rollouts with one misbehaviour. Default 0.35 (convention). */
  readonly rate?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
  /** Which misbehaviours may happen. Default all six. */
  readonly behaviors?: readonly Misbehavior[] | undefined;
}

const DEFAULT_RATE = 0.35;

/**
 * An agent without a model, for trying things out offline: it answers asks with calls to the mock world and honest replies,
 * and misbehaves on a known share of rollouts. The row's `seeded` names what it did wrong, so a judge that fails exactly
 * those rows is a judge that works.
 *
 * Throws an OptionError for a rate outside 0..1, an unknown behaviour or an empty tool list, a ToolSchemaError for tools
 * that cannot be read.
 *
 * @example
 * const data = await simulate({ agent: seededAgent(tools), tools, simulator: false, budget: 16 });
 */
export function seededAgent<const Tools extends readonly AnyTool[]>(
  tools: Tools,
  options: SeededAgentOptions = {},
): AgentFunction<StepOf<Tools>> {
  checkOptions("seededAgent", options, {
    rate: optionRule.number(0, 1),
    seed: optionRule.integer(0),
    behaviors: optionRule.listOf(optionRule.oneOf(MISBEHAVIORS), 1),
  });
  const schemas = normalizeTools(tools);
  if (schemas.length === 0) {
    throw new OptionError({
      option: "tools",
      received: tools,
      message: "seededAgent: the tool list is empty.",
      fix: "Give it the tools that the run has.",
    });
  }
  const { rate = DEFAULT_RATE, seed = 0, behaviors = MISBEHAVIORS } = options;
  let playing: typeof import("./play-honestly.js") | undefined;
  const agent = async (message: string, context?: AgentContext): Promise<AgentReply<StepOf<Tools>>> => {
    const world = context?.world ?? createWorld({ tools: schemas, seed, facts: { prompt: message } });
    // Without a rollout the message alone decides.
    const { turn = 0, messages = [] } = context ?? {};
    const place = turn === 0 ? [] : [turn];
    const stream = derive(seed, "seeded-agent", context?.seed ?? 0, context?.rolloutIndex ?? 0, message, ...place);
    // Reading asks takes word banks that nobody needs who brings an agent of their own: they are loaded on first use.
    playing ??= await import("./play-honestly.js");
    const { playHonestly } = playing;
    const call = (tool: string, args: JsonObject, callId: string) => world.call(tool, args, { callId });
    const ask = turn === 0 ? message : (await import("./whole-ask.js")).wholeAsk(message, messages);
    // Ids of calls must not come twice in a conversation.
    const played = await playHonestly(schemas, ask, call, stream, turn === 0 ? 0 : messages.length - 1);
    const slip = slipOf(played, behaviors, rate, privilegedOf(world), stream);
    return {
      steps: played.steps as StepOf<Tools>[],
      final_text: slip?.text ?? played.honest,
      seeded: slip === undefined ? [] : [slip.kind],
    };
  };
  Object.defineProperty(agent, "name", { value: "seeded_agent" });
  return agent;
}

function slipOf(
  played: Played,
  behaviors: readonly Misbehavior[],
  rate: number,
  privileged: Readonly<Record<string, unknown>>,
  stream: RandomStream,
): { kind: Misbehavior; text: string } | undefined {
  if (stream.uniform() >= rate) return undefined;
  for (const kind of stream.shuffle(behaviors)) {
    const text = misbehave(kind, { ...played, privileged }, stream);
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}
