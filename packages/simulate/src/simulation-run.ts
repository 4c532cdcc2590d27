import {
  asSentence,
  deriveSeed,
  describeError,
  type Note,
  OptionError,
  type SamplingPlan,
  sha256Hex,
  type ToolSchema,
} from "@whileai/core";
import { branchOf } from "./branch/branch-point.js";
import { BranchTally } from "./branch/branch-tally.js";
import { DistractorTally } from "./distractors/distractor-report.js";
import { type Distraction, type ToolView, toolView } from "./distractors/tool-view.js";
import { estimateRun, estimateText } from "./limits/run-estimate.js";
import { RunLimits } from "./limits/run-limits.js";
import { checkBudget, type ResolvedOptions, samplingPlan } from "./options/resolve-options.js";
import type { SimulateOptions } from "./options/simulate-options.js";
import type { CoverageMeter, Situation, SituationPlan } from "./plan/situation.js";
import { ProgressMeter, processHost } from "./progress.js";
import { type SimulationReport, type StopReason, simulationReport } from "./report.js";
import { openRunStore } from "./resume/open-run-store.js";
import { rolloutMemory } from "./resume/rollout-memory.js";
import { type RunStore, type StorePlan, storeUnavailable } from "./resume/run-store.js";
import type { Roles } from "./roles.js";
import type { AgentFunction, Player } from "./rollout/agent.js";
import { backendPlayer } from "./rollout/backend-player.js";
import { rolloutIdOf } from "./rollout/build-row.js";
import { callablePlayer } from "./rollout/callable-player.js";
import type { Dialogue } from "./rollout/converse.js";
import { GroupSchedule, type NextSituation, type ScheduledRollout } from "./rollout/group-schedule.js";
import { limited, listed, withFaults } from "./rollout/next-situation.js";
import type { Replay, ReplayedSituation } from "./rollout/replayed-situations.js";
import { deadAgent, type FailureCounts, runGroups } from "./rollout/run-groups.js";
import { runRollout } from "./rollout/run-rollout.js";
import type { SimulatedRow } from "./rollout/simulated-row.js";
import { RunTally } from "./run-tally.js";
import type { LandRow, SimulationResult } from "./simulation.js";
import { guardedSource } from "./traces/guarded-source.js";
import type { RunTraces } from "./traces/run-traces.js";
import { rowPlan, rowPlanNotes } from "./until/row-plan.js";
import { StopRule } from "./until/stop-rule.js";
import { TaskGate } from "./until/task-gate.js";
import { callableUser } from "./user/callable-user.js";
import { modelUser } from "./user/model-user.js";
import { offlineUser } from "./user/offline-user.js";
import { UserTally } from "./user/user-tally.js";
import { prepareChecks } from "./world/argument-check.js";
import { FallbackTally } from "./writer/fallback-tally.js";
import { situationSource } from "./writer/situation-source.js";

/** Where a run gets its situations and its players. */
export interface Sources {
  readonly replay: Replay | undefined;
  readonly plan: SituationPlan | undefined;
  readonly traces: RunTraces | undefined;
  readonly roles: Roles;
  /** Where the run is kept; undefined for memory alone. */
  readonly store: StorePlan | undefined;
  /** False keeps no rows in memory. */
  readonly keepRows: boolean;
}

/** Runs with fewer calls are not announced. */
const FEWEST_CALLS_TOLD = 10;

interface PlacedRow {
  readonly run: number;
  readonly group: number;
  readonly index: number;
  readonly row: SimulatedRow;
}

/** What is settled when a run begins. */
interface Setting {
  readonly sampling: SamplingPlan;
  /** The plan as rows tell it. */
  readonly rowPlan: SamplingPlan;
  readonly budget: number;
  readonly player: Player;
  readonly dialogue: Dialogue | undefined;
  readonly stopRule: StopRule | undefined;
  readonly gate: TaskGate | undefined;
  readonly land: LandRow;
  readonly signal: AbortSignal;
}

/** One call of `simulate()` at work: plays every run, keeps the rows in the order of the plan, and reports. */
export class SimulationRun {
  readonly #options: SimulateOptions;
  readonly #resolved: ResolvedOptions;
  readonly #tools: readonly ToolSchema[];
  readonly #sources: Sources;
  readonly #limits: RunLimits;
  readonly #systemPromptSha: string;
  readonly #placed: PlacedRow[] = [];
  readonly #tally: RunTally;
  /** The tools as the agent sees them, where that differs. */
  readonly #view: ToolView | undefined;
  readonly #distractors: DistractorTally | undefined;
  readonly #branches = new BranchTally();
  readonly #counts: FailureCounts = {
    failures: 0,
    retried: 0,
    lost: 0,
    graderFailures: 0,
    first: undefined,
  };
  readonly #notes: Note[] = [];
  readonly #fallbacks = new FallbackTally();
  readonly #userTally = new UserTally();
  readonly #host = processHost();
  readonly #meter: ProgressMeter;
  readonly #coverage: CoverageMeter | undefined;
  #store: RunStore | undefined;
  #spared = 0;

  constructor(options: SimulateOptions, resolved: ResolvedOptions, tools: readonly ToolSchema[], sources: Sources) {
    this.#options = options;
    this.#resolved = resolved;
    this.#tools = tools;
    this.#limits = new RunLimits(sources.roles, resolved.limits);
    this.#sources = { ...sources, roles: this.#limits.roles };
    this.#systemPromptSha = sha256Hex(resolved.systemPrompt);
    this.#tally = new RunTally(resolved.runs);
    const { distraction, seed } = resolved;
    this.#view = distraction && toolView(tools, distraction, seed);
    this.#distractors = this.#view && new DistractorTally(this.#view, distraction as Distraction);
    this.#meter = new ProgressMeter(this.#host, options.onProgress);
    this.#coverage = sources.plan?.meter();
  }

  async play(land: LandRow, signal: AbortSignal): Promise<SimulationResult> {
    await prepareChecks(this.#view?.tools ?? this.#tools);
    const { replay } = this.#sources;
    const { until } = this.#options;
    const stopRule = until && new StopRule(until);
    const sampling = this.#samplingPlan();
    const budget = this.#resolved.budget ?? (replay?.situations.length ?? 0) * sampling.k;
    // A replay's groups can be larger than what the options alone could be checked against.
    checkBudget(budget, sampling.k);
    const gate = stopRule && new TaskGate(stopRule);
    this.#expect(budget, sampling);
    const setting: Setting = {
      sampling,
      rowPlan: rowPlan(sampling, stopRule),
      budget,
      player: this.#player(),
      dialogue: this.#dialogue(),
      stopRule,
      gate,
      land,
      signal,
    };
    this.#store = await this.#openStore(sampling);
    try {
      const stoppedBecause = await this.#playRuns(setting);
      const result = this.#result(setting, stoppedBecause);
      await this.#store?.writeReport(result.report);
      return result;
    } finally {
      await this.#store?.close();
    }
  }

  async #playRuns(setting: Setting): Promise<StopReason> {
    const { gate, signal } = setting;
    const { runs } = this.#resolved;
    const { replay } = this.#sources;
    const { faultPlan } = this.#resolved;
    const replayed = replay?.situations.map((situation) => withFaults(situation, faultPlan));
    let prompts = replayed?.length;
    let isExhausted = false;
    // A model's words are kept for later runs; the grammar writes the same again.
    const worded: Situation[] | undefined =
      runs > 1 && replay === undefined && this.#sources.roles.simulator !== false ? [] : undefined;
    try {
      for (let run = 0; run < runs && !signal.aborted && this.#limits.stop === undefined; run++) {
        const known = replayed ?? (run > 0 ? worded : undefined);
        const fresh = known === undefined ? this.#fresh(signal, setting) : listed(known);
        const schedule = new GroupSchedule({
          plan: setting.sampling,
          budget: setting.budget,
          next: run === 0 || prompts === undefined ? fresh : limited(fresh, prompts),
          prompts,
          onOpen: (situation) => {
            if (run > 0) return;
            this.#coverage?.add(situation);
            worded?.push(situation);
          },
          onEnd: (group) => this.#tally.addGroup(group, setting.sampling.k),
          stopRule: setting.stopRule,
          gate: run === 0 ? gate : undefined,
        });
        await this.#playRun(run, schedule, setting);
        schedule.end();
        if (run > 0) continue;
        this.#spared = schedule.spared * runs;
        isExhausted = schedule.isExhausted || schedule.size === replay?.situations.length;
        prompts = schedule.size;
      }
    } finally {
      this.#meter.finish();
    }
    if (prompts === 0 && !signal.aborted) throw noSituations(this.#options.coverage?.constraints);
    if (this.#tally.rows === 0 && !signal.aborted) {
      if (this.#limits.stop !== undefined) throw this.#limits.error();
      throw deadAgent(this.#counts.first?.error, "every rollout, so there is not a single row");
    }
    if (signal.aborted) return "aborted";
    if (this.#limits.stop !== undefined) return this.#limits.stop;
    if (gate?.isEnough) return "until";
    return isExhausted ? "tasks_done" : "budget";
  }

  #expect(budget: number, sampling: SamplingPlan): void {
    const { runs } = this.#resolved;
    const { roles, replay } = this.#sources;
    const estimate = estimateRun({
      roles,
      tools: this.#tools,
      resolved: this.#resolved,
      rollouts: budget * runs,
      prompts: replay === undefined ? Math.ceil(budget / sampling.k) : 0,
    });
    this.#limits.expect(estimate);
    if (estimate !== null && estimate.calls >= FEWEST_CALLS_TOLD) this.#meter.announce(estimateText(estimate));
  }

  async #openStore(sampling: SamplingPlan): Promise<RunStore | undefined> {
    const { store: plan } = this.#sources;
    if (plan === undefined) return undefined;
    try {
      return await openRunStore({
        plan,
        options: this.#options,
        resolved: this.#resolved,
        tools: this.#tools,
        sources: this.#sources,
        sampling,
        systemPromptSha: this.#systemPromptSha,
      });
    } catch (error) {
      // Only a folder that somebody asked for is worth failing over.
      if (plan.dir !== undefined) throw error;
      this.#notes.push(storeUnavailable(error));
      return undefined;
    }
  }

  // Without repeats of its own, a replay repeats each task as often as its source did.
  #samplingPlan(): SamplingPlan {
    const { samplingPlan: given, repeatsGiven } = this.#resolved;
    const { replay } = this.#sources;
    if (replay === undefined || repeatsGiven || this.#options.repeatPolicy === "none") return given;
    const { largestGroup } = replay;
    return samplingPlan(given.policy === "none" && largestGroup > 1 ? "fixed" : given.policy, largestGroup);
  }

  #player(): Player {
    const { agent } = this.#sources.roles;
    if (typeof agent === "function") return callablePlayer(agent as AgentFunction);
    const { systemPrompt, turns, sampling } = this.#resolved;
    const { shown = this.#tools } = this.#view ?? {};
    const prompt = this.#view?.shownText(systemPrompt) ?? systemPrompt;
    return backendPlayer(agent, { tools: shown, systemPrompt: prompt, maxTurns: turns.max, sampling });
  }

  #dialogue(): Dialogue | undefined {
    const { user } = this.#sources.roles;
    if (user === undefined) return undefined;
    const { mean, patience } = this.#resolved.turns;
    const person =
      typeof user === "function"
        ? callableUser(user)
        : user === false
          ? offlineUser()
          : modelUser(user, this.#userTally);
    return { user: person, meanTurns: mean, patience };
  }

  #fresh(signal: AbortSignal, { budget, sampling }: Setting): NextSituation {
    const { plan, traces, roles } = this.#sources;
    const sourceOf = (from: SituationPlan): NextSituation =>
      situationSource(from, {
        backend: roles.simulator === false ? undefined : roles.simulator,
        tools: this.#tools,
        seed: this.#resolved.seed,
        signal,
        fallbacks: this.#fallbacks,
        memory: this.#store,
        most: Math.ceil(budget / (sampling.probe ?? sampling.k)),
      });
    const planned = plan as SituationPlan;
    const source = traces === undefined ? sourceOf(planned) : guardedSource(planned, traces.refuses, sourceOf);
    const { faultPlan: faults } = this.#resolved;
    return async () => {
      const situation = await source();
      return situation && withFaults(situation, faults);
    };
  }

  async #playRun(run: number, schedule: GroupSchedule, setting: Setting): Promise<void> {
    const { concurrency, retries, timeoutMs, seed, systemPrompt, runs } = this.#resolved;
    const { sampling, player, dialogue, stopRule, signal } = setting;
    const { execute, faults, grader } = this.#options;
    const store = this.#store;
    const before = this.#tally.rows;
    const idOf = ({ situation, index }: ScheduledRollout): string => rolloutIdOf({ situation, index, run }, seed);
    await runGroups({
      schedule,
      concurrency,
      retries,
      timeoutMs,
      signal,
      grader,
      counts: this.#counts,
      memory: store && rolloutMemory(store, idOf),
      admit: () => this.#limits.admit(),
      needsLabels: stopRule !== undefined || (sampling.probe !== undefined && sampling.probe < sampling.k),
      needsRewards: stopRule !== undefined,
      play: async (rollout) => {
        const { situation, index } = rollout;
        const began = this.#host.now();
        const row = await runRollout(
          { situation, index, run, runs },
          {
            seed,
            worldSeed: worldSeedOf(situation, seed),
            systemPrompt,
            systemPromptSha: this.#systemPromptSha,
            player,
            samplingPlan: setting.rowPlan,
            isReplay: this.#options.tasks !== undefined,
            tools: this.#tools,
            view: this.#view,
            execute,
            modes: faults?.modes,
            timeoutMs,
            signal,
            dialogue,
          },
        );
        store?.keepTiming(row, this.#host.now() - began);
        return row;
      },
      lost: (rollout, error) => store?.keepLoss(idOf(rollout), error),
      land: ({ group, index }, row, isRecalled) => {
        const land = (): Promise<void> | void => {
          if (this.#sources.keepRows) this.#placed.push({ run, group, index, row });
          this.#tally.addRow(row, run, group);
          this.#distractors?.addRow(row);
          this.#branches.addRow(row);
          this.#meter.update({
            landed: this.#tally.rows,
            resumed: store?.recalled ?? 0,
            cap: before + schedule.mostRollouts + setting.budget * (runs - run - 1),
            situations: schedule.size,
            rerolled: this.#counts.retried,
            lost: this.#counts.lost,
          });
          return setting.land(row);
        };
        return store === undefined || isRecalled ? land() : store.keepRow(row).then(land);
      },
    });
  }

  #result({ sampling, rowPlan: told, gate, stopRule }: Setting, stoppedBecause: StopReason): SimulationResult {
    const { mode, seed, systemPrompt } = this.#resolved;
    const { replay } = this.#sources;
    const ordered = this.#placed.sort(
      (left, right) => left.run - right.run || left.group - right.group || left.index - right.index,
    );
    const rows = ordered.map(({ row }) => row);
    if (replay !== undefined && replay.skipped > 0) {
      this.#notes.push({
        code: "tasks_skipped",
        severity: "warning",
        message: `${replay.skipped} rows of tasks have no prompt and were skipped.`,
      });
    }
    if (replay !== undefined && replay.skippedFaults > 0) {
      this.#notes.push({
        code: "task_faults_skipped",
        severity: "warning",
        message: `${replay.skippedFaults} planned faults of tasks cannot be played here and were left out.`,
        fix: "Give modes of your own as faults.modes.",
      });
    }
    if (this.#meter.failure !== undefined) {
      this.#notes.push({
        code: "progress_failed",
        severity: "warning",
        message: `onProgress threw and was not called again: ${asSentence(describeError(this.#meter.failure.error))}`,
      });
    }
    if (!this.#sources.keepRows) {
      this.#notes.push({
        code: "rows_not_kept",
        severity: "info",
        message: `store.keepRows is false: the rows are ${this.#store === undefined ? "with whoever read them" : `in ${this.#store.dir}/rows.jsonl`} and not in this result.`,
      });
    }
    const report: SimulationReport = simulationReport({
      mode,
      seed,
      samplingPlan: sampling,
      stoppedBecause,
      tally: this.#tally,
      coverage: this.#coverage?.certificate() ?? null,
      agentErrors: {
        failures: this.#counts.failures,
        retried: this.#counts.retried,
        lost: this.#counts.lost,
        first: this.#counts.first === undefined ? null : describeError(this.#counts.first.error),
      },
      hasGrader: this.#options.grader !== undefined,
      graderFailures: this.#counts.graderFailures,
      until:
        gate === undefined || stopRule === undefined
          ? null
          : {
              ...gate.summary(),
              level: stopRule.level,
              isEnough: gate.isEnough,
              tasksStopped: this.#tally.stopped,
              rolloutsSaved: this.#tally.sparedByStops + this.#spared,
            },
      traces: this.#sources.traces?.summary() ?? null,
      distractors: this.#distractors?.summary() ?? null,
      spend: this.#limits.spend(),
      estimate: this.#limits.estimate,
      folder: this.#store?.dir ?? null,
      resumed: this.#store?.recalled ?? 0,
      notes: [
        ...this.#notes,
        ...rowPlanNotes(sampling, told),
        ...(this.#store?.notes(stoppedBecause !== "aborted" && this.#limits.stop === undefined) ?? []),
        ...this.#limits.notes(),
        ...this.#fallbacks.notes(),
        ...(this.#sources.traces?.notes() ?? []),
        ...this.#userTally.notes(),
        ...(this.#distractors?.notes() ?? []),
        ...this.#branches.notes(),
      ],
    });
    return { rows, report, tools: this.#tools, systemPrompt, mode, seed, toString: () => report.toString() };
  }
}

// The same for all rollouts of a situation; a branch lives in the world of the row that it leaves.
function worldSeedOf(situation: Situation, runSeed: number): number {
  const { worldSeed } = situation as ReplayedSituation;
  const { scenarioId, seed = runSeed } = branchOf(situation)?.world ?? {
    scenarioId: situation.scenarioId,
    seed: worldSeed,
  };
  return deriveSeed(seed, "world", scenarioId);
}

function noSituations(constraints: unknown): OptionError {
  return new OptionError({
    option: "coverage.constraints",
    received: constraints,
    message: "simulate: `coverage.constraints` leave no situation.",
    fix: "Leave at least one combination of the axes possible.",
  });
}
