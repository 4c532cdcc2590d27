import type { Json, JsonObject, RandomStream, Step, ToolSchema } from "@whileai/core";
import { chooseTool, likelyTool, type ToolChoice } from "./choose-tool.js";
import { ASK_FOR_ID, honestReply, isClearable, OFF_SCOPE, outcomeOf } from "./honest-reply.js";
import { makeArguments } from "./make-arguments.js";

/** How often the agent tries again after a fault that may clear. */
const RETRY_SHARE = 0.6;
/** How often it looks a record up before changing it. */
const LOOK_FIRST_SHARE = 0.2;

/** What one honest rollout came to. */
export interface Played {
  readonly steps: Step[];
  readonly honest: string;
  readonly faulted: boolean;
}

/** Makes a call in the world. */
export type Call = (tool: string, args: JsonObject, callId: string) => Promise<Json>;

/** Plays one ask without misbehaving: chooses a tool by the words, calls it, tries again or looks first, and says how it went. */
export async function playHonestly(
  tools: readonly ToolSchema[],
  ask: string,
  call: Call,
  stream: RandomStream,
  firstStep = 0,
): Promise<Played> {
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
    const turn = firstStep + steps.length;
    const callId = `call_${turn}`;
    const result = await call(made.tool.name, given, callId);
    steps.push({ tool: made.tool.name, arguments: given, result, call_id: callId, turn });
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
