import { type PlannedFault, UNRELATED } from "@whileai/core";
import { hiddenState } from "../plan/hidden-state.js";
import type { Situation } from "../plan/situation.js";
import type { NextSituation } from "./group-schedule.js";

/** Situations of a list, one by one. */
export function listed(situations: readonly Situation[]): NextSituation {
  let at = 0;
  return async () => situations[at++];
}

/** At most so many situations. */
export function limited(next: NextSituation, most: number): NextSituation {
  let given = 0;
  return async () => (given++ < most ? next() : undefined);
}

/** A situation under the faults of the run instead of its own. */
export function withFaults(situation: Situation, faults: readonly PlannedFault[] | undefined): Situation {
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
