import {
  asSentence,
  deriveSeed,
  describeError,
  type Note,
  OptionError,
  type PlannedFault,
  type SamplingPlan,
  sha256Hex,
  type ToolSchema,
  UNRELATED,
} from "@whileai/core";
import { checkBudget, type ResolvedOptions, samplingPlan } from "./options/resolve-options.js";
import type { SimulateOptions } from "./options/simulate-options.js";
import { hiddenState } from "./plan/hidden-state.js";
import type { Situation, SituationPlan } from "./plan/situation.js";
import { ProgressMeter, processHost } from "./progress.js";
import { type SimulationReport, simulationReport, situationsOf } from "./report.js";
import type { Roles } from "./roles.js";
import type { AgentFunction, Player } from "./rollout/agent.js";
import { backendPlayer } from "./rollout/backend-player.js";
import { callablePlayer } from "./rollout/callable-player.js";
import type { Dialogue } from "./rollout/converse.js";
import { GroupSchedule, type GroupSummary, type NextSituation } from "./rollout/group-schedule.js";
import type { Replay, ReplayedSituation } from "./rollout/replayed-situations.js";
import { deadAgent, type FailureCounts, runGroups } from "./rollout/run-groups.js";
import { runRollout } from "./rollout/run-rollout.js";
import type { SimulatedRow } from "./rollout/simulated-row.js";
import type { SimulationResult } from "./simulation.js";
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
  readonly roles: Roles;
}

interface PlacedRow {
  readonly run: number;
  readonly group: number;
  readonly index: number;
  readonly row: SimulatedRow;
}

/** One call of `simulate()` at work: plays every run, keeps the rows in the order of the plan, and reports. */
export class SimulationRun {
  readonly #options: SimulateOptions;
  readonly #resolved: ResolvedOptions;
  readonly #tools: readonly ToolSchema[];
  readonly #sources: Sources;
  readonly #placed: PlacedRow[] = [];
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
  readonly #meter: ProgressMeter;

  constructor(options: SimulateOptions, resolved: ResolvedOptions, tools: readonly ToolSchema[], sources: Sources) {
    this.#options = options;
    this.#resolved = resolved;
    this.#tools = tools;
    this.#sources = sources;
    this.#meter = new ProgressMeter(processHost(), options.onProgress);
  }

  async play(land: (row: SimulatedRow) => void, signal: AbortSignal): Promise<SimulationResult> {
    await prepareChecks(this.#tools);
    const { replay } = this.#sources;
    const { runs } = this.#resolved;
    const sampling = this.#samplingPlan();
    const budget = this.#resolved.budget ?? (replay?.situations.length ?? 0) * sampling.k;
    // A replay's groups can be larger than what the options alone could be checked against.
    checkBudget(budget, sampling.k);
    const player = this.#player();
    const dialogue = this.#dialogue();
    const groups: GroupSummary[] = [];
    let situations: readonly Situation[] | undefined = replay?.situations;
    let isExhausted = false;
    try {
      for (let run = 0; run < runs && !signal.aborted; run++) {
        const next = situations === undefined ? this.#fresh(signal) : listed(situations);
        const schedule = new GroupSchedule(sampling, budget, next, situations?.length);
        await this.#playRun({ run, runs, schedule, budget, sampling, player, dialogue, land, signal });
        for (const group of schedule.groups) groups.push(group);
        if (run > 0) continue;
        situations = situationsOf(schedule.groups);
        isExhausted = schedule.isExhausted || schedule.groups.length === replay?.situations.length;
      }
    } finally {
      this.#meter.finish();
    }
    if (groups.length === 0 && !signal.aborted) throw noSituations(this.#options.coverage?.constraints);
    if (this.#placed.length === 0 && !signal.aborted) {
      throw deadAgent(this.#counts.first?.error, "every rollout, so there is not a single row");
    }
    return this.#result(groups, sampling, signal.aborted ? "aborted" : isExhausted ? "tasks_done" : "budget");
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
    return backendPlayer(agent, { tools: this.#tools, systemPrompt, maxTurns: turns.max, sampling });
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

  #fresh(signal: AbortSignal): NextSituation {
    const { plan, roles } = this.#sources;
    const source = situationSource(plan as SituationPlan, {
      backend: roles.simulator === false ? undefined : roles.simulator,
      tools: this.#tools,
      seed: this.#resolved.seed,
      signal,
      fallbacks: this.#fallbacks,
    });
    const { faultPlan: faults } = this.#resolved;
    return async () => {
      const situation = await source();
      return situation && withFaults(situation, faults);
    };
  }

  async #playRun(at: {
    run: number;
    runs: number;
    schedule: GroupSchedule;
    budget: number;
    sampling: SamplingPlan;
    player: Player;
    dialogue: Dialogue | undefined;
    land: (row: SimulatedRow) => void;
    signal: AbortSignal;
  }): Promise<void> {
    const { concurrency, retries, timeoutMs, seed, systemPrompt } = this.#resolved;
    const { run, schedule, sampling, player, dialogue, signal } = at;
    const { execute, faults, grader } = this.#options;
    const systemPromptSha = sha256Hex(systemPrompt);
    const before = this.#placed.length;
    await runGroups({
      schedule,
      concurrency,
      retries,
      timeoutMs,
      signal,
      grader,
      counts: this.#counts,
      needsLabels: sampling.probe !== undefined && sampling.probe < sampling.k,
      play: ({ situation, index }) =>
        runRollout(
          { situation, index, run, runs: at.runs },
          {
            seed,
            worldSeed: deriveSeed((situation as ReplayedSituation).worldSeed ?? seed, "world", situation.scenarioId),
            systemPrompt,
            systemPromptSha,
            player,
            samplingPlan: sampling,
            isReplay: this.#sources.replay !== undefined,
            tools: this.#tools,
            execute,
            modes: faults?.modes,
            timeoutMs,
            signal,
            dialogue,
          },
        ),
      land: ({ group, index }, row) => {
        this.#placed.push({ run, group, index, row });
        at.land(row);
        this.#meter.update({
          landed: this.#placed.length,
          cap: before + schedule.mostRollouts + at.budget * (at.runs - run - 1),
          situations: schedule.size,
          rerolled: this.#counts.retried,
          lost: this.#counts.lost,
        });
      },
    });
  }

  #result(
    groups: readonly GroupSummary[],
    sampling: SamplingPlan,
    stoppedBecause: "aborted" | "tasks_done" | "budget",
  ): SimulationResult {
    const { mode, seed, systemPrompt, runs } = this.#resolved;
    const { plan, replay } = this.#sources;
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
    const report: SimulationReport = simulationReport({
      mode,
      seed,
      samplingPlan: sampling,
      stoppedBecause,
      rows,
      groups,
      rowsPerRun: Array.from({ length: runs }, (_, run) => ordered.filter((placed) => placed.run === run).length),
      coverage: plan === undefined ? null : plan.certificate(situationsOf(groups)),
      agentErrors: {
        failures: this.#counts.failures,
        retried: this.#counts.retried,
        lost: this.#counts.lost,
        first: this.#counts.first === undefined ? null : describeError(this.#counts.first.error),
      },
      hasGrader: this.#options.grader !== undefined,
      graderFailures: this.#counts.graderFailures,
      notes: [...this.#notes, ...this.#fallbacks.notes(), ...this.#userTally.notes()],
    });
    return { rows, report, tools: this.#tools, systemPrompt, mode, seed, toString: () => report.toString() };
  }
}

function withFaults(situation: Situation, faults: readonly PlannedFault[] | undefined): Situation {
  if (faults === undefined) return situation;
  const { dimensions, entity, worldState, privileged } = situation;
  const isAboutTools = dimensions.tool !== UNRELATED;
  return {
    ...situation,
    faults,
    // The sentence for judges must tell of the faults that are really planned.
    privileged: {
      ...privileged,
      hidden_state: hiddenState({ isAboutTools, parameter: entity.parameter, worldState, faults }),
    },
  };
}

function noSituations(constraints: unknown): OptionError {
  return new OptionError({
    option: "coverage.constraints",
    received: constraints,
    message: "simulate: `coverage.constraints` leave no situation.",
    fix: "Leave at least one combination of the axes possible.",
  });
}

function listed(situations: readonly Situation[]): NextSituation {
  let at = 0;
  return async () => situations[at++];
}
