import { describeError, isCapReason, isRecord, plainJson, type Step, WhileaiError } from "@whileai/core";
import type { World, WorldEvent } from "../world/world.js";
import type { AgentContext, AgentFunction, Outcome, Player } from "./agent.js";

const FINISH_REASONS = ["stop", "length", "tool", "error"] as const;
/** The name of an agent function that has none. */
const NAMELESS = "agent";

/** Plays a function as the agent. What it returns is checked and made plain JSON; the function's object is not kept. */
export function callablePlayer(agent: AgentFunction): Player {
  return {
    modelVersion: agent.name === "" ? NAMELESS : agent.name,
    sampling: null,
    async play(message, context) {
      const before = context.world.events.length;
      return readReply(await agent(message, context), new TurnPlace(context, before));
    },
  };
}

function refuse(message: string): never {
  throw new WhileaiError("agent_reply_invalid", {
    message: `The agent's reply cannot be used: ${message}.`,
    fix: "Return a text, or { steps, final_text }.",
  });
}

/** Where a turn's steps stand in the whole conversation: numbers and ids that are made up here must not come twice. */
class TurnPlace {
  readonly #world: World;
  readonly #eventsBefore: number;
  readonly #messagesBefore: number;

  constructor({ world, messages }: AgentContext, eventsBefore: number) {
    this.#world = world;
    this.#eventsBefore = eventsBefore;
    this.#messagesBefore = Math.max(0, messages.length - 1);
  }

  /** The calls of this turn. */
  get events(): readonly WorldEvent[] {
    return this.#world.events.slice(this.#eventsBefore);
  }

  turn(index: number): number {
    return this.#messagesBefore + index;
  }

  callId(index: number): string {
    return `call_${this.turn(index)}`;
  }
}

function readReply(reply: unknown, place: TurnPlace): Outcome {
  if (typeof reply === "string") return finished(reply, stepsFromWorld(place), {});
  if (!isRecord(reply)) refuse(`it is ${reply === null ? "null" : `of type ${typeof reply}`}`);
  if (reply.steps === undefined && reply.final_text === undefined) {
    refuse(`it has the keys ${Object.keys(reply).join(", ") || "(none)"} instead of steps and final_text`);
  }
  if (reply.final_text !== undefined && typeof reply.final_text !== "string") refuse("final_text is not a string");
  if (reply.steps !== undefined && !Array.isArray(reply.steps)) refuse("steps is not an array");
  const steps =
    reply.steps === undefined
      ? stepsFromWorld(place)
      : [...reply.steps].map((step, index) => readStep(step, index, place));
  return finished((reply.final_text as string | undefined) ?? "", steps, reply);
}

function finished(finalText: string, steps: Step[], reply: Record<string, unknown>): Outcome {
  const last = steps.at(-1);
  if (finalText.trim() === "" && last?.tool === undefined) refuse("the final text is empty");
  const named = isCapReason(reply.finish_reason)
    ? "length"
    : FINISH_REASONS.find((reason) => reason === reply.finish_reason);
  const derived = steps.some((step) => step.truncated === true) ? "length" : finalText.trim() === "" ? "tool" : "stop";
  const { seeded, usage } = reply;
  return {
    steps,
    finalText,
    finishReason: named ?? derived,
    seeded: Array.isArray(seeded) ? seeded.filter(isText) : undefined,
    opener: textOf(reply.opener),
    endedBy: textOf(reply.ended_by),
    reasoning: textOf(reply.reasoning),
    usage: isRecord(usage)
      ? { input_tokens: tokens(usage.input_tokens), output_tokens: tokens(usage.output_tokens) }
      : undefined,
  };
}

const tokens = (value: unknown): number | null => (isCount(value) ? value : null);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";
const listOf = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is);

/** Fields of a step that everything downstream reads, and what they must be. */
const STEP_FIELDS: Readonly<Record<string, readonly [is: (value: unknown) => boolean, what: string]>> = {
  text: [isText, "a string"],
  user: [(value) => isText(value) || listOf(isRecord)(value), "a string or a list of content parts"],
  reasoning: [isText, "a string"],
  call_id: [isText, "a string"],
  turn: [isCount, "a whole number"],
  truncated: [(value) => typeof value === "boolean", "true or false"],
  logprob: [isNumber, "a number"],
  n_tokens: [isCount, "a whole number"],
  token_logprobs: [listOf(isNumber), "a list of numbers"],
  token_ids: [listOf(isCount), "a list of whole numbers"],
  input_tokens: [isCount, "a whole number"],
  output_tokens: [isCount, "a whole number"],
};

const CHECKED_FIELDS = Object.entries(STEP_FIELDS);

const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);

function readStep(given: unknown, index: number, place: TurnPlace): Step {
  if (!isRecord(given)) refuse(`step ${index} is not an object`);
  const plain = plainStep(given, index);
  if (plain.tool === undefined || plain.tool === null) {
    if (plain.text === undefined && plain.user === undefined) refuse(`step ${index} has neither tool, text nor user`);
    const { tool: _, ...rest } = plain;
    return rest as Step;
  }
  if (typeof plain.tool !== "string") refuse(`step ${index} names its tool by something that is not a string`);
  // Made here, and nobody else's: completed in place.
  const step = plain as Step;
  const { arguments: args }: { readonly arguments?: unknown } = plain;
  if (!isRecord(args)) {
    step.arguments = {};
    if (args !== undefined) step.arguments_raw = typeof args === "string" ? args : JSON.stringify(args);
  }
  step.result ??= null;
  step.call_id ??= place.callId(index);
  step.turn ??= place.turn(index);
  return step;
}

function plainStep(given: object, index: number): Record<string, unknown> {
  let plain: Record<string, unknown>;
  try {
    plain = plainJson(given) as Record<string, unknown>;
  } catch (error) {
    refuse(`step ${index} cannot be read (${describeError(error)})`);
  }
  if (!isRecord(plain)) refuse(`step ${index} is not an object`);
  for (const [field, [is, what]] of CHECKED_FIELDS) {
    const value = plain[field];
    if (value === undefined) continue;
    if (value === null) delete plain[field];
    else if (!is(value)) refuse(`\`${field}\` of step ${index} is not ${what}`);
  }
  return plain;
}

function stepsFromWorld(place: TurnPlace): Step[] {
  return place.events.map((event, index) => ({
    tool: event.tool,
    arguments: event.arguments,
    result: event.result,
    call_id: event.callId ?? place.callId(index),
    turn: place.turn(index),
  }));
}
