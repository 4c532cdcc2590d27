import { OptionError, type SamplingPlan, sha256Hex, type ToolSchema } from "@whileai/core";
import { RunTape } from "./cassette/run-tape.js";
import { toolView } from "./distractors/tool-view.js";
import { estimateRun, estimateText } from "./limits/run-estimate.js";
import { RunLimits } from "./limits/run-limits.js";
import { checkBudget, type ResolvedOptions, samplingPlan } from "./options/resolve-options.js";
import type { SimulateOptions } from "./options/simulate-options.js";
import type { Situation } from "./plan/situation.js";
import type { StopReason } from "./report.js";
import { openRunStore } from "./resume/open-run-store.js";
import { type RunStore, storeUnavailable } from "./resume/run-store.js";
import { GroupSchedule } from "./rollout/group-schedule.js";
import { limited, listed, withFaults } from "./rollout/next-situation.js";
import { deadAgent } from "./rollout/run-groups.js";
import { freshSituations } from "./run/fresh-situations.js";
import { playPrompts } from "./run/play-prompts.js";
import type { RunParts, Setting, Sources } from "./run/run-parts.js";
import { agentPlayer, personOf } from "./run/run-players.js";
import { runResult } from "./run/run-result.js";
import { RunState } from "./run/run-state.js";
import type { LandRow, SimulationResult } from "./simulation.js";
import { rowPlan } from "./until/row-plan.js";
import { StopRule } from "./until/stop-rule.js";
import { TaskGate } from "./until/task-gate.js";
import { prepareChecks } from "./world/argument-check.js";

/** Runs with fewer calls are not announced. */
const FEWEST_CALLS_TOLD = 10;

/** One call of `simulate()` at work: plays every run, keeps the rows in the order of the plan, and reports. */
export class SimulationRun {
  readonly #parts: RunParts;

  constructor(options: SimulateOptions, resolved: ResolvedOptions, tools: readonly ToolSchema[], sources: Sources) {
    const { distraction, seed } = resolved;
    const view = distraction && toolView(tools, distraction, seed);
    const { plan, keepRows } = sources;
    this.#parts = {
      options,
      resolved,
      tools,
      view,
      systemPromptSha: sha256Hex(resolved.systemPrompt),
      sources,
      limits: new RunLimits(sources.roles, resolved.limits),
      state: new RunState({ options, resolved, view, coverage: plan?.meter(), keepRows }),
    };
  }

  async play(land: LandRow, signal: AbortSignal): Promise<SimulationResult> {
    const { options, resolved, tools, view, sources, limits } = this.#parts;
    await prepareChecks(view?.tools ?? tools);
    const stopRule = options.until && new StopRule(options.until);
    const sampling = this.#samplingPlan();
    const budget = resolved.budget ?? (sources.replay?.situations.length ?? 0) * sampling.k;
    // A replay's groups can be larger than what the options alone could be checked against.
    checkBudget(budget, sampling.k);
    this.#expect(budget, sampling);
    const store = await this.#openStore(sampling);
    let tape: RunTape | undefined;
    try {
      // In a folder that others write to, nobody touches their tape.
      tape = resolved.cassette && (await RunTape.open(resolved.cassette));
      const roles = tape?.taped(limits.roles) ?? limits.roles;
      const setting: Setting = {
        sampling,
        rowPlan: rowPlan(sampling, stopRule),
        budget,
        stopRule,
        gate: stopRule && new TaskGate(stopRule),
        store,
        tape,
        player: agentPlayer(roles, this.#parts),
        dialogue: personOf(roles, this.#parts),
        simulator: roles.simulator,
        land,
        signal,
      };
      const stoppedBecause = await this.#playRuns(setting);
      // What is on its way to the file is told too.
      await tape?.close();
      const result = runResult(this.#parts, setting, stoppedBecause);
      await store?.writeReport(result.report);
      return result;
    } finally {
      try {
        await tape?.close();
      } finally {
        await store?.close();
      }
    }
  }

  async #playRuns(setting: Setting): Promise<StopReason> {
    const { options, resolved, sources, limits, state } = this.#parts;
    const { gate, signal, stopRule, sampling, budget } = setting;
    const { runs, faultPlan } = resolved;
    const { replay } = sources;
    const replayed = replay?.situations.map((situation) => withFaults(situation, faultPlan));
    let prompts = replayed?.length;
    let isExhausted = false;
    // A model's words are kept for later runs; the grammar writes the same again.
    const worded: Situation[] | undefined =
      runs > 1 && replay === undefined && setting.simulator !== false ? [] : undefined;
    // Words that are still on their way when the last prompt is played are for nobody.
    const ending = new AbortController();
    const writing = AbortSignal.any([signal, ending.signal]);
    try {
      for (let run = 0; run < runs && !signal.aborted && limits.stop === undefined; run++) {
        const known = replayed ?? (run > 0 ? worded : undefined);
        const fresh =
          known === undefined ? freshSituations(this.#parts, { ...setting, signal: writing }) : listed(known);
        const schedule = new GroupSchedule({
          plan: sampling,
          budget,
          next: run === 0 || prompts === undefined ? fresh : limited(fresh, prompts),
          prompts,
          onOpen: (situation) => {
            if (run > 0) return;
            state.coverage?.add(situation);
            worded?.push(situation);
          },
          onEnd: (group) => state.tally.addGroup(group, sampling.k),
          stopRule,
          gate: run === 0 ? gate : undefined,
        });
        await playPrompts(run, schedule, this.#parts, setting);
        schedule.end();
        if (run > 0) continue;
        state.spared = schedule.spared * runs;
        isExhausted = schedule.isExhausted || schedule.size === replay?.situations.length;
        prompts = schedule.size;
      }
    } finally {
      ending.abort();
      state.meter.finish();
    }
    if (prompts === 0 && !signal.aborted) throw noSituations(options.coverage?.constraints);
    if (state.tally.rows === 0 && !signal.aborted) {
      if (limits.stop !== undefined) throw limits.error(limits.stop);
      throw deadAgent(state.counts.first?.error, "every rollout, so there is not a single row");
    }
    if (signal.aborted) return "aborted";
    if (limits.stop !== undefined) return limits.stop;
    if (gate?.isEnough) return "until";
    return isExhausted ? "tasks_done" : "budget";
  }

  #expect(budget: number, sampling: SamplingPlan): void {
    const { resolved, tools, sources, limits, state } = this.#parts;
    if (resolved.cassette?.mode === "replay") return;
    const estimate = estimateRun({
      roles: limits.roles,
      tools,
      resolved,
      rollouts: budget * resolved.runs,
      prompts: sources.replay === undefined ? Math.ceil(budget / sampling.k) : 0,
    });
    limits.expect(estimate);
    if (estimate !== null && estimate.calls >= FEWEST_CALLS_TOLD)
      state.meter.announce(`expected: at most ${estimateText(estimate)}`);
  }

  async #openStore(sampling: SamplingPlan): Promise<RunStore | undefined> {
    const { options, resolved, tools, sources, systemPromptSha, state } = this.#parts;
    const { store: plan } = sources;
    if (plan === undefined) return undefined;
    try {
      return await openRunStore({ plan, options, resolved, tools, sources, sampling, systemPromptSha });
    } catch (error) {
      // Only a folder that somebody asked for is worth failing over.
      if (plan.dir !== undefined) throw error;
      state.notes.push(storeUnavailable(error));
      return undefined;
    }
  }

  // Without repeats of its own, a replay repeats each task as often as its source did.
  #samplingPlan(): SamplingPlan {
    const { options, resolved, sources } = this.#parts;
    const { samplingPlan: given, repeatsGiven } = resolved;
    const { replay } = sources;
    if (replay === undefined || repeatsGiven || options.repeatPolicy === "none") return given;
    const { largestGroup } = replay;
    return samplingPlan(given.policy === "none" && largestGroup > 1 ? "fixed" : given.policy, largestGroup);
  }
}

function noSituations(constraints: unknown): OptionError {
  return new OptionError({
    option: "coverage.constraints",
    received: constraints,
    message: "simulate: `coverage.constraints` leave no situation.",
    fix: "Leave at least one combination of the axes possible.",
  });
}
