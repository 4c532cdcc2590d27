import {
  AbortError,
  describeError,
  type Execute,
  type FiredFault,
  isRecord,
  type Json,
  type JsonObject,
  type PlannedFault,
  plainJson,
  type ToolSchema,
} from "@whileai/core";
import { answerCall } from "./answer-call.js";
import { valueCheck } from "./argument-check.js";
import { FAULT_BUILDERS, type FaultBuilder } from "./fault-answer.js";
import { createFaultSchedule } from "./fault-schedule.js";
import { placeholderArguments } from "./placeholder-arguments.js";
import { RecordStore, type WorldFacts } from "./record-store.js";
import { profileOf } from "./tool-profile.js";

/** What a world is made of. */
export interface WorldOptions {
  readonly tools: readonly ToolSchema[];
  /** Everything the world makes up comes from this. Default 0. */
  readonly seed?: number | string | undefined;
  readonly facts?: WorldFacts | undefined;
  readonly faults?: readonly PlannedFault[] | undefined;
  /** Further fault modes, or other answers for known ones. */
  readonly modes?: Readonly<Record<string, FaultBuilder>> | undefined;
  /** Real bodies answer instead of the mock; faults come first. */
  readonly execute?: Execute | undefined;
  /** What a real body is told about the rollout. */
  readonly context?:
    | { readonly rolloutIndex: number; readonly prompt: string; readonly signal: AbortSignal }
    | undefined;
}

/** A call that the world answered. */
export interface WorldEvent {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  readonly callId?: string;
  /** The fault mode that hit the call. */
  readonly fault?: string;
}

/** The mock world of one rollout. */
export interface World {
  readonly tools: readonly ToolSchema[];
  /**
   * Answers a call; never throws for what an agent may do wrong. Arguments and result are recorded as plain JSON of their own:
   * what the agent changes in its objects afterwards changes nothing here.
   */
  call(tool: string, args?: unknown, options?: { readonly callId?: string | undefined }): Promise<Json>;
  /** Every call so far, in order. */
  readonly events: readonly WorldEvent[];
  /** Faults that hit, `step` being the call's position among the calls. */
  readonly faultsFired: readonly FiredFault[];
}

/**
 * A stateful mock world: calls are answered from seeded records, writes change them, and planned faults come first.
 *
 * Order of a call: unknown tool, planned fault, arguments against the tool's whole JSON Schema, placeholder values, then
 * `execute` when given, else the record's state and the tool's verb. The same seed and calls give the same answers.
 *
 * @example
 * const world = createWorld({ tools: normalizeTools([getOrder]), faults: [{ tool: "*", mode: "timeout", first_n: 1 }] });
 * await world.call("get_order", { order_id: "DL-20418" }); // { status: "timeout", … }
 * await world.call("get_order", { order_id: "DL-20418" }); // { status: "ok", data: { … } }
 */
export function createWorld(options: WorldOptions): World {
  const { tools, facts = {}, faults = [], modes = {}, execute } = options;
  const seed = options.seed ?? 0;
  const known = new Map(tools.map((tool) => [tool.name, { tool, profile: profileOf(tool) }]));
  const store = new RecordStore(
    seed,
    facts,
    [...known.values()].map(({ tool, profile }) => [tool, profile] as const),
  );
  const schedule = createFaultSchedule(faults, seed);
  const events: WorldEvent[] = [];
  const faultsFired: FiredFault[] = [];
  const builderOf = (mode: string): FaultBuilder | undefined =>
    Object.hasOwn(modes, mode) ? modes[mode] : FAULT_BUILDERS.get(mode);

  const answer = async (name: string, given: unknown): Promise<Json> => {
    const entry = known.get(name);
    if (entry === undefined) return { status: "error", reason: "unknown_tool", tool: name };
    const check = await valueCheck(entry.tool.parameters, name, "parameters");
    const issues = check(given);
    if (issues.length > 0) {
      return { status: "rejected", reason: "invalid_arguments", issues: issues as unknown as Json };
    }
    const args = structuredClone(given) as JsonObject;
    if (execute !== undefined) return await executed(execute, name, args, options.context);
    const placeholders = placeholderArguments(args);
    if (placeholders.length > 0) {
      return { status: "rejected", reason: "placeholder_argument", fields: placeholders };
    }
    return answerCall({ ...entry, arguments: args, store, seed });
  };

  const call: World["call"] = async (tool, args, { callId } = {}) => {
    const name = nameOf(tool);
    const given = readArguments(args);
    const shownArguments = isRecord(given) ? (given as JsonObject) : {};
    const fault = known.has(name) ? schedule.next(name) : undefined;
    const builder = fault && builderOf(fault.mode);
    // The place is taken before anything is awaited: parallel calls keep the order in which they were made.
    const position = events.push({ tool: name, arguments: shownArguments, result: null }) - 1;
    if (fault && builder) faultsFired.push({ step: position, tool: name, mode: fault.mode });
    const answered =
      builder === undefined
        ? await answer(name, given)
        : await builder({ tool: name, arguments: structuredClone(shownArguments), answer: () => answer(name, given) });
    const result = plainJson(answered) ?? null;
    events[position] = {
      tool: name,
      arguments: shownArguments,
      result,
      ...(callId === undefined ? {} : { callId }),
      ...(fault && builder ? { fault: fault.mode } : {}),
    };
    return structuredClone(result);
  };
  return { tools, call, events, faultsFired };
}

// Agents that are functions may call with anything.
function nameOf(tool: unknown): string {
  return typeof tool === "string" ? tool : `(${tool === null ? "null" : typeof tool})`;
}

function readArguments(args: unknown): Json {
  if (args === undefined || args === null) return {};
  try {
    return plainJson(args) ?? null;
  } catch {
    return null;
  }
}

async function executed(
  execute: Execute,
  name: string,
  args: JsonObject,
  context: WorldOptions["context"],
): Promise<Json> {
  const told = context ?? { rolloutIndex: 0, prompt: "", signal: new AbortController().signal };
  if (told.signal.aborted) throw new AbortError({ cause: told.signal.reason });
  try {
    const plain = plainJson(await execute(name, args, told)) ?? null;
    return isRecord(plain) ? plain : { status: "ok", result: plain };
  } catch (error) {
    if (told.signal.aborted) throw error;
    return { status: "error", error: describeError(error) };
  }
}
