import { AbortError, deriveSeed, type Execute, onAbort, type ToolSchema, TransientError } from "@whileai/core";
import type { FaultBuilder } from "../world/fault-answer.js";
import { openWorld } from "../world/open-world.js";
import type { AgentContext } from "./agent.js";
import { buildRow, type Job, promptKey, type RunFacts } from "./build-row.js";
import { converse, type Dialogue } from "./converse.js";
import { setPrivileged } from "./privileged-facts.js";
import { RolloutTimer } from "./rollout-timer.js";
import type { SimulatedRow } from "./simulated-row.js";

export interface RolloutSetting extends RunFacts {
  readonly tools: readonly ToolSchema[];
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
  const world = openWorld({
    tools: setting.tools,
    seed: setting.worldSeed,
    facts: { state: situation.worldState, entity: situation.entity, prompt: situation.prompt },
    faults: situation.faults,
    modes: setting.modes,
    execute: setting.execute,
    context: { rolloutIndex: index, prompt: situation.prompt, signal: ended.signal },
  });
  setPrivileged(world, situation.privileged);
  const context: AgentContext = {
    signal: ended.signal,
    rolloutIndex: index,
    seed: deriveSeed(seed, "rollout", situation.scenarioId, promptKey(situation), index, run),
    scenarioId: situation.scenarioId,
    world,
    messages: [{ role: "user", content: situation.content === undefined ? situation.prompt : [...situation.content] }],
    turn: 0,
  };
  const { dialogue } = setting;
  const outcome = await within(setting.timeoutMs, signal, ended, () =>
    dialogue === undefined ? player.play(situation.prompt, context) : converse(player, situation, context, dialogue),
  );
  return buildRow(job, outcome, world, setting);
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
    work().finally(settle).then(resolve, reject);
  });
}
