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
  readonly fallbacks: FallbackTally;
}

/** Situations worded in one model call. */
const CARDS_PER_CALL = 8;

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
      ready.push(...(await writeSituations(backend, batch, options)));
    }
    return ready.shift();
  };
}
