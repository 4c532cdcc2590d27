import { deriveSeed } from "@whileai/core";
import { branchOf } from "../branch/branch-point.js";
import type { Situation } from "../plan/situation.js";
import { rolloutMemory } from "../resume/rollout-memory.js";
import { rolloutIdOf } from "../rollout/build-row.js";
import type { GroupSchedule, ScheduledRollout } from "../rollout/group-schedule.js";
import type { ReplayedSituation } from "../rollout/replayed-situations.js";
import { runGroups } from "../rollout/run-groups.js";
import { runRollout } from "../rollout/run-rollout.js";
import type { SimulatedRow } from "../rollout/simulated-row.js";
import type { RunParts, Setting } from "./run-parts.js";

/** Plays a schedule's prompts, the `run`-th time that they are played, and takes in their rows as they land. */
export async function playPrompts(
  run: number,
  schedule: GroupSchedule,
  parts: RunParts,
  setting: Setting,
): Promise<void> {
  const { options, resolved, state, limits } = parts;
  const { concurrency, retries, timeoutMs, seed, runs } = resolved;
  const { sampling, stopRule, store, signal } = setting;
  const before = state.tally.rows;
  const idOf = ({ situation, index }: ScheduledRollout): string => rolloutIdOf({ situation, index, run }, seed);
  const landed = (row: SimulatedRow, { group, index }: ScheduledRollout): Promise<void> | void => {
    state.addRow(row, { run, group, index });
    state.meter.update({
      landed: state.tally.rows,
      resumed: store?.recalled ?? 0,
      cap: before + schedule.mostRollouts + setting.budget * (runs - run - 1),
      situations: schedule.size,
      rerolled: state.counts.retried,
      lost: state.counts.lost,
    });
    return setting.land(row);
  };
  await runGroups({
    schedule,
    concurrency,
    retries,
    timeoutMs,
    signal,
    grader: options.grader,
    counts: state.counts,
    memory: store && rolloutMemory(store, idOf),
    admit: () => limits.admit(),
    needsLabels: stopRule !== undefined || (sampling.probe !== undefined && sampling.probe < sampling.k),
    needsRewards: stopRule !== undefined,
    play: async (rollout) => {
      const began = state.host.now();
      const played = await playRollout(rollout, run, parts, setting);
      // Before anything reads it: what is decided by a row must be decided the same once it comes from the folder.
      const row = resolved.redaction?.row(played) ?? played;
      store?.keepTiming(row, state.host.now() - began);
      return row;
    },
    lost: (rollout, error) => store?.keepLoss(idOf(rollout), error),
    land: (rollout, row, isRecalled) =>
      store === undefined || isRecalled ? landed(row, rollout) : store.keepRow(row).then(() => landed(row, rollout)),
  });
}

function playRollout(
  { situation, index }: ScheduledRollout,
  run: number,
  { options, resolved, tools, view, systemPromptSha }: RunParts,
  { player, dialogue, rowPlan, signal }: Setting,
): Promise<SimulatedRow> {
  const { seed, systemPrompt, runs, timeoutMs } = resolved;
  return runRollout(
    { situation, index, run, runs },
    {
      seed,
      worldSeed: worldSeedOf(situation, seed),
      systemPrompt,
      systemPromptSha,
      player,
      samplingPlan: rowPlan,
      isReplay: options.tasks !== undefined,
      tools,
      view,
      execute: options.execute,
      modes: options.faults?.modes,
      timeoutMs,
      signal,
      dialogue,
    },
  );
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
