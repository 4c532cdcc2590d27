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
  untilAborted,
} from "@whileai/core";
import { answerCall } from "./answer-call.js";
import { prepareChecks, readyCheck, type ValueCheck, valueCheck } from "./argument-check.js";
import { copyJson } from "./copy-json.js";
import { FAULT_BUILDERS, type FaultBuilder } from "./fault-answer.js";
import { createFaultSchedule } from "./fault-schedule.js";
import { OutputShape } from "./output-shape.js";
import { placeholderArguments } from "./placeholder-arguments.js";
import { RecordStore } from "./record-store.js";
import { type KnownTool, toolSetOf } from "./tool-set.js";
import type { ExecuteContext, World, WorldEvent, WorldOptions } from "./world.js";
import { halfSaved, type Manner } from "./world-call.js";

/** What the world of a rollout is made of: checked already, faults as rows hold them. */
export interface OpenWorldOptions extends Omit<WorldOptions, "faults"> {
  readonly faults?: readonly PlannedFault[] | undefined;
  /** Tools that no real body answers: the mock does, also where `execute` is given. */
  readonly mocked?: ReadonlySet<string> | undefined;
  /** Other names that the agent knows tools by, and the tools' own. */
  readonly aliases?: ReadonlyMap<string, string> | undefined;
  /** Where calls and faults are written down. Default: lists of the world's own. */
  readonly events?: WorldEvent[] | undefined;
  readonly faultsFired?: FiredFault[] | undefined;
}

/** A call that was made in an earlier rollout. */
interface RecordedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  readonly callId?: string | undefined;
}

/** A world, and what only the loop may do with it. */
export interface OpenedWorld {
  readonly world: World;
  /**
   * Makes a recorded call again for its effect: faults count it, records change by it. What was recorded stands as its answer.
   * Gives what the world answers now, or undefined where a real body would have to: those are not run again.
   */
  replay(call: RecordedCall): Promise<Json | undefined>;
}

/** Opens the world of one rollout. */
export function openWorld(options: OpenWorldOptions): OpenedWorld {
  const { tools, facts = {}, faults = [], modes = {}, execute, mocked, aliases } = options;
  const { events = [], faultsFired = [] } = options;
  const seed = options.seed ?? 0;
  const set = toolSetOf(tools);
  const store = new RecordStore(seed, facts, set);
  const schedule = createFaultSchedule(faults, seed);

  const isReal = (name: string): boolean => execute !== undefined && !mocked?.has(name);

  const answer = async (name: string, given: Json, manner: Manner, replayed: boolean): Promise<Json> => {
    const known = set.byName.get(name);
    if (known === undefined) return { status: "error", reason: "unknown_tool", tool: name };
    // Effects come in the order of the calls, also where the first of them has to wait for the checks to be made.
    if (!arePrepared(tools)) await prepared(tools);
    const { parameters } = known.tool;
    const issues = (readyCheck(parameters) ?? (await valueCheck(parameters, name, "parameters")))(given);
    if (issues.length > 0) {
      return { status: "rejected", reason: "invalid_arguments", issues: issues as unknown as Json };
    }
    const args = given as JsonObject;
    if (execute !== undefined && isReal(name)) {
      if (replayed) return null;
      // A real body does all of a call or nothing.
      if (manner === "half") return halfSaved(Object.keys(args), 0);
      return executed(execute, name, copyJson(args), options.context);
    }
    const placeholders = placeholderArguments(args);
    if (placeholders.length > 0) {
      return { status: "rejected", reason: "placeholder_argument", fields: placeholders };
    }
    return answerCall({ ...known, arguments: args, store, manner, output: await outputShape(known) });
  };

  const make = async (
    tool: unknown,
    args: unknown,
    callId: string | undefined,
    recorded?: { readonly result: Json },
  ) => {
    const called = nameOf(tool);
    const name = aliases?.get(called) ?? called;
    const given = readArguments(args);
    const shownArguments = isRecord(given) ? (given as JsonObject) : {};
    const planned = set.byName.has(name) ? schedule.next(name) : undefined;
    const builder = planned && builderOf(modes, planned.mode);
    const fault = builder === undefined ? undefined : planned?.mode;
    // The place is taken before anything is awaited: parallel calls keep the order in which they were made.
    const event = (result: Json): WorldEvent => ({
      tool: name,
      arguments: shownArguments,
      result,
      ...(callId === undefined ? {} : { callId }),
      ...(fault === undefined ? {} : { fault }),
    });
    const position = events.push(event(recorded?.result ?? null)) - 1;
    if (fault !== undefined) faultsFired.push({ step: position, tool: name, mode: fault });
    const replayed = recorded !== undefined;
    const result =
      builder === undefined
        ? await answer(name, given, "whole", replayed)
        : plain(
            await builder({
              tool: name,
              arguments: copyJson(shownArguments),
              answer: (manner = "whole") => answer(name, given, manner, replayed),
            }),
          );
    if (!replayed) events[position] = event(result);
    return { name, result };
  };

  return {
    world: {
      tools,
      events,
      faultsFired,
      call: async (tool, args, { callId } = {}) => copyJson((await make(tool, args, callId)).result),
      state: () => store.state(),
    },
    replay: async ({ tool, arguments: args, result: recorded, callId }) => {
      const { name, result } = await make(tool, args, callId, { result: recorded });
      return isReal(name) ? undefined : result;
    },
  };
}

const builderOf = (modes: Readonly<Record<string, FaultBuilder>>, mode: string): FaultBuilder | undefined =>
  Object.hasOwn(modes, mode) ? modes[mode] : FAULT_BUILDERS.get(mode);

const preparations = new WeakMap<readonly ToolSchema[], Promise<void> | true>();

const arePrepared = (tools: readonly ToolSchema[]): boolean => preparations.get(tools) === true;

// A broken schema is an error of the calls that need it, not of all.
function prepared(tools: readonly ToolSchema[]): Promise<void> {
  const known = preparations.get(tools);
  if (known !== undefined && known !== true) return known;
  const made = Promise.allSettled(tools.map((tool) => prepareChecks([tool]))).then(() => {
    preparations.set(tools, true);
  });
  preparations.set(tools, made);
  return made;
}

const shapes = new WeakMap<object, { readonly check: ValueCheck; readonly shape: OutputShape }>();

async function outputShape({ tool }: KnownTool): Promise<OutputShape | undefined> {
  const { output } = tool;
  if (output === undefined) return undefined;
  const check = readyCheck(output) ?? (await valueCheck(output, tool.name, "output"));
  let known = shapes.get(tool);
  if (known?.check !== check) {
    known = { check, shape: new OutputShape(tool, output, check) };
    shapes.set(tool, known);
  }
  return known.shape;
}

// Agents that are functions may call with anything.
function nameOf(tool: unknown): string {
  return typeof tool === "string" ? tool : `(${tool === null ? "null" : typeof tool})`;
}

const plain = (value: unknown): Json => plainJson(value) ?? null;

function readArguments(args: unknown): Json {
  if (args === undefined || args === null) return {};
  try {
    return plain(args);
  } catch {
    return null;
  }
}

async function executed(
  execute: Execute,
  name: string,
  args: JsonObject,
  context: ExecuteContext | undefined,
): Promise<Json> {
  const told = context ?? { rolloutIndex: 0, prompt: "", signal: new AbortController().signal };
  if (told.signal.aborted) throw new AbortError({ cause: told.signal.reason });
  const work = async (): Promise<unknown> => execute(name, args, told);
  try {
    // A body that ignores its signal is not waited for.
    const answered = plain(await untilAborted(work(), told.signal));
    return isRecord(answered) ? answered : { status: "ok", result: answered };
  } catch (error) {
    if (told.signal.aborted) throw error;
    return { status: "error", error: describeError(error) };
  }
}
