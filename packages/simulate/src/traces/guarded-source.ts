import type { Situation, SituationPlan } from "../plan/situation.js";
import type { NextSituation } from "../rollout/group-schedule.js";

/** So many situations in a row that cannot be worded otherwise end a plan: there is nothing left to say. Convention. */
const MOST_REFUSED = 1000;

/** Says whether a text must not go out, and remembers that it asked. */
export type Refuses = (prompt: string) => boolean;

/**
 * Situations none of which gives an ask of the traces away. A text of a model that does is replaced by the planned one;
 * a planned text that does, because the plan had no other wording left, makes room for the next situation. The caller's own
 * asks pass: they were checked before.
 */
export function guardedSource(
  plan: SituationPlan,
  refuses: Refuses,
  source: (plan: SituationPlan) => NextSituation,
): NextSituation {
  const planned = new Map<number, Situation>();
  const next = source({ ...plan, situations: () => withoutRefused(plan, refuses, planned) });
  return async () => {
    const situation = await next();
    if (situation === undefined) return undefined;
    const draft = planned.get(situation.index);
    planned.delete(situation.index);
    if (draft === undefined || situation.prompt === draft.prompt || !refuses(situation.prompt)) return situation;
    return draft;
  };
}

function* withoutRefused(plan: SituationPlan, refuses: Refuses, planned: Map<number, Situation>): Generator<Situation> {
  let refused = 0;
  for (const situation of plan.situations()) {
    if (situation.arm !== "pinned" && refuses(situation.prompt)) {
      if (++refused >= MOST_REFUSED) return;
      continue;
    }
    refused = 0;
    planned.set(situation.index, situation);
    yield situation;
  }
}
