import type { Backend, ToolSchema } from "@whileai/core";
import type { Situation, SituationPlan } from "../plan/situation.js";
import type { NextSituation } from "../rollout/group-schedule.js";
import type { FallbackTally } from "./fallback-tally.js";
import { writeSituations } from "./write-situations.js";

export interface SourceOptions {
  /** The model that words the situations; without one they stay as the grammar wrote them. */
  readonly backend: Backend | undefined;
  readonly tools: readonly ToolSchema[];
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Counts what kept the grammar's wording. */
  readonly fallbacks: Pick<FallbackTally, "add">;
  /** What a model wrote in earlier sessions of the run. */
  readonly memory?: SituationMemory | undefined;
}

/** Situations that a model wrote in one call, and what became of that call. */
export interface WrittenSituations {
  readonly situations: readonly Situation[];
  readonly kept: number;
  readonly asked: number;
  readonly failure: string | undefined;
}

/** Keeps what a model wrote, by the number of the first situation. */
export interface SituationMemory {
  written(first: number): WrittenSituations | undefined;
  keepWritten(first: number, written: WrittenSituations): Promise<void>;
}

/** Situations worded in one model call. */
export const CARDS_PER_CALL = 8;

/** The plan's situations one by one, in the words of a model when one is given. */
export function situationSource(plan: SituationPlan, options: SourceOptions): NextSituation {
  const planned = plan.situations()[Symbol.iterator]();
  const take = (): Situation | undefined => {
    const next = planned.next();
    return next.done ? undefined : next.value;
  };
  const { backend } = options;
  if (backend === undefined) return async () => take();
  const ready: Situation[] = [];
  return async () => {
    if (ready.length === 0) {
      const batch: Situation[] = [];
      for (let next = take(); next !== undefined; next = batch.length < CARDS_PER_CALL ? take() : undefined) {
        batch.push(next);
      }
      if (batch.length > 0) ready.push(...(await wordedBatch(backend, batch, options)));
    }
    return ready.shift();
  };
}

async function wordedBatch(
  backend: Backend,
  batch: readonly Situation[],
  options: SourceOptions,
): Promise<readonly Situation[]> {
  const { memory, fallbacks, signal } = options;
  const first = (batch[0] as Situation).index;
  const known = memory?.written(first);
  if (known !== undefined) {
    fallbacks.add(known.kept, known.asked, known.failure);
    return known.situations;
  }
  let became = { kept: 0, asked: 0, failure: undefined as string | undefined };
  const situations = await writeSituations(backend, batch, {
    ...options,
    fallbacks: {
      add: (kept, asked, failure) => {
        became = { kept, asked, failure };
        fallbacks.add(kept, asked, failure);
      },
    },
  });
  // An ended run has no words for its last cards; the next session asks for them.
  if (!signal.aborted) await memory?.keepWritten(first, { situations, ...became });
  return situations;
}
