import {
  type AnyTool,
  checkOptions,
  derive,
  type Json,
  type JsonObject,
  normalizeTools,
  OptionError,
  optionRule,
  type RandomStream,
  type Step,
  type StepOf,
  type ToolSchema,
} from "@whileai/core";
import type { AgentContext, AgentFunction, AgentReply } from "../rollout/agent.js";
import { privilegedOf } from "../rollout/privileged-facts.js";
import { createWorld } from "../world/world.js";
import { chooseTool, likelyTool, type ToolChoice } from "./choose-tool.js";
import { ASK_FOR_ID, honestReply, isClearable, OFF_SCOPE, outcomeOf } from "./honest-reply.js";
import { makeArguments } from "./make-arguments.js";
import { MISBEHAVIORS, type Misbehavior, misbehave } from "./misbehavior.js";

export interface SeededAgentOptions {
  /** Share of rollouts with one misbehaviour. Default 0.35 (convention). */
  readonly rate?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
  /** Which misbehaviours may happen. Default all six. */
  readonly behaviors?: readonly Misbehavior[] | undefined;
}

const DEFAULT_RATE = 0.35;
/** How often the agent tries again after a fault that may clear. */
const RETRY_SHARE = 0.6;
/** How often it looks a record up before changing it. */
const LOOK_FIRST_SHARE = 0.2;

interface Played {
  readonly steps: Step[];
  readonly honest: string;
  readonly faulted: boolean;
}

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
  const agent = async (message: string, context?: AgentContext): Promise<AgentReply<StepOf<Tools>>> => {
    const world = context?.world ?? createWorld({ tools: schemas, seed, facts: { prompt: message } });
    // Without a rollout the message alone decides.
    const stream = derive(seed, "seeded-agent", context?.seed ?? 0, context?.rolloutIndex ?? 0, message);
    const played = await play(schemas, message, (tool, args, callId) => world.call(tool, args, { callId }), stream);
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

type Call = (tool: string, args: JsonObject, callId: string) => Promise<Json>;

async function play(tools: readonly ToolSchema[], ask: string, call: Call, stream: RandomStream): Promise<Played> {
  const choice = chooseTool(tools, ask, stream);
  if (choice === undefined) {
    const likely = likelyTool(tools, ask, stream);
    const honest = likely === undefined ? stream.pick(OFF_SCOPE) : askForId(likely, stream);
    return { steps: [], honest, faulted: false };
  }
  const args = makeArguments(choice, ask, stream);
  if (args === undefined) return { steps: [], honest: askForId(choice, stream), faulted: false };
  const steps: Step[] = [];
  const act = async (made: ToolChoice, given: JsonObject): Promise<Json> => {
    const callId = `call_${steps.length}`;
    const result = await call(made.tool.name, given, callId);
    steps.push({ tool: made.tool.name, arguments: given, result, call_id: callId, turn: steps.length });
    return result;
  };
  const retried = async (made: ToolChoice, given: JsonObject): Promise<Json> => {
    const result = await act(made, given);
    const again = stream.uniform() < RETRY_SHARE;
    return again && isClearable(outcomeOf(result)) ? act(made, given) : result;
  };
  const lookup = lookupFor(tools, choice, args, stream);
  if (lookup !== undefined) {
    const seen = await retried(lookup.choice, lookup.arguments);
    if (outcomeOf(seen) !== "ok") return { steps, honest: honestReply(lookup.choice, seen, stream), faulted: true };
  }
  const result = await retried(choice, args);
  return { steps, honest: honestReply(choice, result, stream), faulted: outcomeOf(result) !== "ok" };
}

function askForId({ profile }: ToolChoice, stream: RandomStream): string {
  const parameter = (profile.idParameter ?? "reference").replaceAll("_", " ").replace(/\bid\b/, "number");
  return stream.pick(ASK_FOR_ID).replaceAll("{thing}", profile.kind).replaceAll("{parameter}", parameter);
}

// Before changing a record, the agent sometimes reads it with a tool of the same kind.
function lookupFor(tools: readonly ToolSchema[], choice: ToolChoice, args: JsonObject, stream: RandomStream) {
  const { verb, idParameter, kind } = choice.profile;
  const drawn = stream.uniform() < LOOK_FIRST_SHARE;
  const id = idParameter === null ? undefined : args[idParameter];
  if (!drawn || id === undefined || !["change", "close", "delete"].includes(verb)) return undefined;
  for (const tool of tools) {
    const reader = chooseTool([tool], `${kind} ${String(id)}`, stream);
    if (reader?.profile.verb !== "read" || reader.profile.kind !== kind) continue;
    const made = makeArguments(reader, String(id), stream);
    if (made !== undefined) return { choice: reader, arguments: made };
  }
  return undefined;
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
