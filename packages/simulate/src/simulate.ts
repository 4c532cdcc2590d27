import { type AnyTool, normalizeTools, type StepOf, type ToolSchema } from "@whileai/core";
import { branchedSituations } from "./branch/branched-situations.js";
import { checkPlannedTools } from "./options/fault-options.js";
import { type ResolvedOptions, resolveOptions } from "./options/resolve-options.js";
import type { SimulateOptions } from "./options/simulate-options.js";
import { previousCells } from "./plan/previous-cells.js";
import type { SituationPlan } from "./plan/situation.js";
import type { StorePlan } from "./resume/run-store.js";
import { type Roles, requirePrices, resolveRoles } from "./roles.js";
import { type Replay, replayedSituations } from "./rollout/replayed-situations.js";
import { type RunWork, Simulation } from "./simulation.js";
import type { RunTraces } from "./traces/run-traces.js";

/**
 * Plays an agent through situations against a mock world that fails on purpose, and gives every conversation as a row.
 *
 * Situations cover every pair of tool, rule, stance, world state, tool condition and history first; each prompt is played
 * `repeats` times by `repeatPolicy`, at most `budget` rows per run, groups whole. The same seed gives the same rows, byte for
 * byte, whatever the concurrency. Starts on first use: await it, iterate it, or `.start()` it.
 *
 * Throws before anything runs: OptionError for options, ToolSchemaError for tools, SpecError and SettingsError for models.
 * While running: the typed error of an endpoint that will never do (AuthError for a refused key, BackendError for an unknown
 * model, TransientError for a server that keeps failing) after a single call; code `agent_failed` when not a single row landed.
 *
 * @example
 * const data = await simulate({
 *   agent: seededAgent(tools),
 *   tools,
 *   systemPrompt: "Help customers with orders.",
 *   simulator: false,
 *   mode: "rl",
 *   repeats: 4,
 *   repeatPolicy: "fixed",
 *   budget: 64,
 * });
 * console.log(`${data.report}`);
 */
export function simulate<const Tools extends readonly AnyTool[] = readonly AnyTool[]>(
  options: SimulateOptions<Tools>,
): Simulation<StepOf<Tools>> {
  const resolved = resolveOptions(options as SimulateOptions);
  const given = snapshot(options as SimulateOptions);
  const tools = normalizeTools(given.tools);
  checkPlannedTools(resolved.faultPlan, tools);
  const replay = replayOf(given, resolved);
  const roles = resolveRoles(
    given.agent,
    replay === undefined ? given.simulator : false,
    resolved.turns.mean > 1 ? { by: given.turns?.user ?? given.simulator } : undefined,
  );
  if (resolved.limits.maxUsd !== undefined) requirePrices(roles);
  const store = storePlan(given.store, roles.agent);
  const keepRows = given.store?.keepRows ?? true;
  const work: RunWork = async (land, signal) => {
    // The loop and the grammar's word banks are by far the largest part of the package: they are loaded when a run begins.
    const [{ SimulationRun }, planned] = await Promise.all([
      import("./simulation-run.js"),
      replay === undefined ? planFor(given, resolved, tools) : undefined,
    ]);
    const { plan, traces } = planned ?? {};
    const run = new SimulationRun(given, resolved, tools, { replay, plan, traces, roles, store, keepRows });
    return roles.run(() => run.play(land, signal));
  };
  return new Simulation(work, {
    signal: given.signal,
    keepRows,
    hasFolder: store !== undefined,
    queueLength: resolved.concurrency * ROWS_AHEAD,
  }) as unknown as Simulation<StepOf<Tools>>;
}

/** Rows that may wait for a reader, for each rollout in flight. */
const ROWS_AHEAD = 2;

// Runs of models are kept unless that is switched off; others only where a folder is given.
function storePlan(store: SimulateOptions["store"], agent: Roles["agent"]): StorePlan | undefined {
  const { dir, resume = true } = store ?? {};
  if (dir === false) return undefined;
  if (dir !== undefined) return { dir, resume };
  const isPaid = typeof agent !== "function" && agent.spec !== null;
  const hasFiles = globalThis.process?.versions?.node !== undefined;
  return isPaid && hasFiles ? { dir: undefined, resume } : undefined;
}

// The run starts later than the call: what the caller then does to its own objects is no part of it.
function snapshot(options: SimulateOptions): SimulateOptions {
  const { seeds, faults, coverage, turns, store, until, traces } = options;
  return {
    ...options,
    turns: turns && { ...turns },
    store: store && { ...store },
    until: until && { ...until },
    seeds: seeds && [...seeds],
    traces: traces && [...(Symbol.iterator in traces ? traces : traces.rows)],
    faults: faults && { ...faults, modes: { ...faults.modes } },
    coverage: coverage && {
      ...coverage,
      constraints: coverage.constraints && [...coverage.constraints],
      dimensions: coverage.dimensions && { ...coverage.dimensions },
      previous:
        coverage.previous && previousCells(coverage.previous).map((cell) => ({ scenario_dimensions: { ...cell } })),
    },
  };
}

function replayOf(
  { tasks, branchFrom, faults }: SimulateOptions,
  { samplingPlan }: ResolvedOptions,
): Replay | undefined {
  if (branchFrom !== undefined) return branchedSituations(branchFrom, samplingPlan.k, faults?.modes);
  return tasks && replayedSituations(Symbol.iterator in tasks ? tasks : tasks.rows, faults?.modes);
}

async function planFor(
  options: SimulateOptions,
  resolved: ResolvedOptions,
  tools: readonly ToolSchema[],
): Promise<{ plan: SituationPlan; traces: RunTraces | undefined }> {
  const { planSituations } = await import("./plan/plan-situations.js");
  const traces = await tracesFor(options, resolved, tools);
  const plan = planSituations({
    tools,
    systemPrompt: resolved.systemPrompt,
    seed: resolved.seed,
    mode: resolved.mode,
    seeds: options.seeds,
    coverage: options.coverage,
    previous: options.coverage?.previous && previousCells(options.coverage.previous),
    faultShare: resolved.faultShare,
    aim: traces?.aim,
    refuses: traces?.refuses,
  });
  return { plan, traces };
}

async function tracesFor(
  { traces, seeds = [], coverage = {} }: SimulateOptions,
  { systemPrompt }: ResolvedOptions,
  tools: readonly ToolSchema[],
): Promise<RunTraces | undefined> {
  if (traces === undefined) return undefined;
  const [{ RunTraces }, { cellGrid }] = await Promise.all([
    import("./traces/run-traces.js"),
    import("./plan/cell-grid.js"),
  ]);
  const { axes } = cellGrid({ ...coverage, tools, systemPrompt });
  return RunTraces.read(traces as Iterable<object>, { levels: axes, tools, seeds });
}
