import {
  checkOptions,
  type Execute,
  type FiredFault,
  type Json,
  type JsonObject,
  optionRule,
  type ToolSchema,
} from "@whileai/core";
import type { FaultBuilder } from "./fault-answer.js";
import { checkFaultTools, type FaultPlan, plannedFaults } from "./fault-plan.js";
import type { OpenedWorld, OpenWorldOptions } from "./open-world.js";
import type { WorldState } from "./state-digest.js";
import type { WorldFacts } from "./world-facts.js";

/** What a world is made of. */
export interface WorldOptions {
  readonly tools: readonly ToolSchema[];
  /** Everything the world makes up comes from this. Default 0. */
  readonly seed?: number | string | undefined;
  readonly facts?: WorldFacts | undefined;
  readonly faults?: readonly FaultPlan[] | undefined;
  /** Further fault modes, or other answers for known ones. */
  readonly modes?: Readonly<Record<string, FaultBuilder>> | undefined;
  /** Real bodies answer instead of the mock; faults come first. */
  readonly execute?: Execute | undefined;
  /** What a real body is told about the rollout. */
  readonly context?: ExecuteContext | undefined;
}

/** What a real body is told about the rollout. */
export interface ExecuteContext {
  readonly rolloutIndex: number;
  readonly prompt: string;
  readonly signal: AbortSignal;
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
  /**
   * What the calls so far have changed: by kind and identifier each record that is not as it was, or null where it was
   * deleted. Reads change nothing, and a record that was changed back is as it was. What real bodies (`execute`) do is theirs
   * and not here. Compare it with {@link stateDigest}.
   */
  state(): WorldState;
}

const RULES = {
  tools: optionRule.listOf(optionRule.record),
  seed: optionRule.either(optionRule.text, (value) => (typeof value === "number" ? undefined : "a number")),
  facts: optionRule.record,
  faults: optionRule.listOf(optionRule.record),
  modes: optionRule.record,
  execute: optionRule.callable,
  context: optionRule.record,
};

/**
 * A stateful mock world: calls are answered from seeded records, writes change them, and planned faults come first.
 *
 * Order of a call: unknown tool, planned fault, arguments against the tool's whole JSON Schema, placeholder values, then
 * `execute` when given, else the record's state and the tool's verb. The same seed and calls give the same answers. A tool
 * with an output schema answers a success in that shape; failures are status objects, in the schema's own place for them
 * where it has one; what a fault answers holds to nothing.
 *
 * @throws OptionError for options that cannot be used.
 *
 * @example
 * const world = createWorld({ tools: normalizeTools([getOrder]), faults: [{ tool: "*", mode: "timeout", firstN: 1 }] });
 * await world.call("get_order", { order_id: "DL-20418" }); // { status: "timeout", … }
 * await world.call("get_order", { order_id: "DL-20418" }); // { status: "ok", data: { … } }
 */
export function createWorld(options: WorldOptions): World {
  checkOptions("createWorld", options, RULES);
  const place = { call: "createWorld", option: "faults" };
  const faults = plannedFaults(options.faults ?? [], { ...place, modes: options.modes });
  checkFaultTools(faults, options.tools, place);
  return lazyWorld({ ...options, tools: ownList(options.tools), faults });
}

// The records and verbs of a world are a large part of the package: they are loaded with the first call.
function lazyWorld(options: OpenWorldOptions): World {
  const events: WorldEvent[] = [];
  const faultsFired: FiredFault[] = [];
  let opened: OpenedWorld | undefined;
  const open = async (): Promise<OpenedWorld> => {
    const { openWorld } = await import("./open-world.js");
    opened ??= openWorld({ ...options, events, faultsFired });
    return opened;
  };
  return {
    tools: options.tools,
    events,
    faultsFired,
    call: async (...call) => (opened ?? (await open())).world.call(...call),
    state: () => opened?.world.state() ?? {},
  };
}

const lists = new WeakMap<readonly ToolSchema[], readonly ToolSchema[]>();

// A list of its own, because callers may change theirs; the same one for the same tools, because much is kept by it.
function ownList(tools: readonly ToolSchema[]): readonly ToolSchema[] {
  const known = lists.get(tools);
  if (known?.length === tools.length && known.every((tool, index) => tool === tools[index])) return known;
  const list = Object.freeze([...tools]);
  lists.set(tools, list);
  return list;
}
