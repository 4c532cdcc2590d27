import { AbortError, deriveSeed, type Execute, onAbort, type ToolSchema, TransientError } from "@whileai/core";
import type { ToolView } from "../distractors/tool-view.js";
import { worldSeen } from "../distractors/world-seen.js";
import type { FaultBuilder } from "../world/fault-answer.js";
import { openWorld } from "../world/open-world.js";
import type { AgentContext } from "./agent.js";
import { buildRow, type Job, promptKey, type RunFacts } from "./build-row.js";
import { converse, type Dialogue } from "./converse.js";
import { forgetPrivileged, setPrivileged } from "./privileged-facts.js";
import { lastSaid, startRollout, wholeOutcome } from "./rollout-start.js";
import { RolloutTimer } from "./rollout-timer.js";
import type { SimulatedRow } from "./simulated-row.js";

export interface RolloutSetting extends RunFacts {
  readonly tools: readonly ToolSchema[];
  /** The tools as the agent sees them, where that differs. */
  readonly view?: ToolView | undefined;
  readonly execute?: Execute | undefined;
  readonly modes?: Readonly<Record<string, FaultBuilder>> | undefined;
  /** Seed of the rollout's world: the same for all rollouts of a situation. */
  readonly worldSeed: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Absent where the person says the prompt and nothing more. */
  readonly dialogue?: Dialogue | undefined;
}

/**
 * Plays one rollout in a world of its own and makes its row. Throws what the agent threw; a rollout that takes longer than
 * `timeoutMs` throws a TransientError, an aborted one an AbortError, without waiting for an agent that ignores its signal.
 */
export async function runRollout(job: Job, setting: RolloutSetting): Promise<SimulatedRow> {
  const { situation, index, run } = job;
  const { seed, player, signal } = setting;
  const ended = new AbortController();
  const { view } = setting;
  const opened = openWorld({
    tools: view?.tools ?? setting.tools,
    mocked: view && new Set(view.names),
    aliases: view?.aliases,
    seed: setting.worldSeed,
    facts: { state: situation.worldState, entity: situation.entity, prompt: situation.prompt },
    faults: situation.faults,
    modes: setting.modes,
    execute: setting.execute,
    context: { rolloutIndex: index, prompt: situation.prompt, signal: ended.signal },
  });
  const { world } = opened;
  const seen = worldSeen(world, view);
  setPrivileged(seen, situation.privileged);
  const start = await startRollout(situation, opened, view);
  const context: AgentContext = {
    signal: ended.signal,
    rolloutIndex: index,
    seed: deriveSeed(seed, "rollout", situation.scenarioId, promptKey(situation), index, run),
    scenarioId: situation.scenarioId,
    world: seen,
    tools: view?.shown ?? setting.tools,
    messages: start.messages,
    turn: 0,
  };
  const { dialogue } = setting;
  const outcome = await within(setting.timeoutMs, signal, ended, () =>
    dialogue === undefined
      ? player.play(lastSaid(start.messages), context)
      : converse(player, situation, context, dialogue),
  );
  forgetPrivileged(seen);
  const row = buildRow(job, wholeOutcome(start, outcome, view), world, setting);
  Object.assign(row.lineage, start.lineage);
  return row;
}

function within<T>(timeoutMs: number, signal: AbortSignal, ended: AbortController, work: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const settle = (): void => {
      timer.stop();
      stopWaiting();
    };
    const stop = (error: Error): void => {
      settle();
      ended.abort(error);
      reject(error);
    };
    const stopWaiting = onAbort(signal, () => stop(new AbortError({ cause: signal.reason })));
    const timer = new RolloutTimer(timeoutMs, ended.signal, () => {
      const message = `A rollout took longer than ${timeoutMs} ms.`;
      stop(new TransientError({ message, fix: "Raise limits.timeoutMs." }));
    });
    if (signal.aborted) return stop(new AbortError({ cause: signal.reason }));
    work().then(
      (outcome) => {
        settle();
        resolve(outcome);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}
