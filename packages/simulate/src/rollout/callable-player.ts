import { describeError, isRecord, type Json, type JsonObject, plainJson, type Step, WhileaiError } from "@whileai/core";
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

  turn = (index: number): number => this.#messagesBefore + index;
  callId = (index: number): string => `call_${this.turn(index)}`;
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
      : Array.from(reply.steps, (step, index) => readStep(step, index, place));
  return finished((reply.final_text as string | undefined) ?? "", steps, reply);
}

function finished(finalText: string, steps: Step[], reply: Record<string, unknown>): Outcome {
  const last = steps.at(-1);
  if (finalText.trim() === "" && last?.tool === undefined) refuse("the final text is empty");
  const named = FINISH_REASONS.find((reason) => reason === reply.finish_reason);
  const derived = steps.some((step) => step.truncated === true) ? "length" : finalText.trim() === "" ? "tool" : "stop";
  return {
    steps,
    finalText,
    finishReason: named ?? derived,
    ...(Array.isArray(reply.seeded) ? { seeded: reply.seeded.filter((label) => typeof label === "string") } : {}),
    ...textField(reply, "opener", "opener"),
    ...textField(reply, "ended_by", "endedBy"),
    ...textField(reply, "reasoning", "reasoning"),
    ...(isRecord(reply.usage)
      ? { usage: { input_tokens: tokens(reply.usage.input_tokens), output_tokens: tokens(reply.usage.output_tokens) } }
      : {}),
  };
}

const tokens = (value: unknown): number | null => (isCount(value) ? value : null);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === "string";
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

const textField = (reply: Record<string, unknown>, key: string, as: string): object =>
  typeof reply[key] === "string" ? { [as]: reply[key] } : {};

function readStep(given: unknown, index: number, place: TurnPlace): Step {
  if (!isRecord(given)) refuse(`step ${index} is not an object`);
  const plain = plainStep(given, index);
  if (plain.tool === undefined || plain.tool === null) {
    if (plain.text === undefined && plain.user === undefined) refuse(`step ${index} has neither tool, text nor user`);
    const { tool: _, ...rest } = plain;
    return rest as Step;
  }
  if (typeof plain.tool !== "string") refuse(`step ${index} names its tool by something that is not a string`);
  const args = plain.arguments;
  return {
    ...(plain as Step),
    tool: plain.tool,
    arguments: isRecord(args) ? (args as JsonObject) : {},
    ...(isRecord(args) || args === undefined
      ? {}
      : { arguments_raw: typeof args === "string" ? args : JSON.stringify(args) }),
    result: (plain.result ?? null) as Json,
    call_id: (plain.call_id as string | undefined) ?? place.callId(index),
    turn: (plain.turn as number | undefined) ?? place.turn(index),
  };
}

function plainStep(given: object, index: number): Record<string, unknown> {
  let plain: Record<string, unknown>;
  try {
    plain = plainJson(given) as Record<string, unknown>;
  } catch (error) {
    refuse(`step ${index} cannot be read (${describeError(error)})`);
  }
  if (!isRecord(plain)) refuse(`step ${index} is not an object`);
  for (const [field, [is, what]] of Object.entries(STEP_FIELDS)) {
    if (plain[field] === null) delete plain[field];
    else if (plain[field] !== undefined && !is(plain[field])) refuse(`\`${field}\` of step ${index} is not ${what}`);
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
