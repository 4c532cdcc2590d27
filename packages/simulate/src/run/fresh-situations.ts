import type { SituationPlan } from "../plan/situation.js";
import type { NextSituation } from "../rollout/group-schedule.js";
import { withFaults } from "../rollout/next-situation.js";
import { guardedSource } from "../traces/guarded-source.js";
import { situationSource } from "../writer/situation-source.js";
import type { RunParts, Setting } from "./run-parts.js";

/** The plan's situations in the words of whoever writes them, under the faults of the run. */
export function freshSituations(
  parts: RunParts,
  { budget, sampling, simulator, store, signal }: Setting,
): NextSituation {
  const { sources, resolved, tools, state } = parts;
  const { traces } = sources;
  const plan = sources.plan as SituationPlan;
  const sourceOf = (from: SituationPlan): NextSituation =>
    situationSource(from, {
      backend: simulator === false ? undefined : simulator,
      tools,
      seed: resolved.seed,
      signal,
      fallbacks: state.fallbacks,
      redact: resolved.redaction?.text,
      memory: store,
      most: Math.ceil(budget / (sampling.probe ?? sampling.k)),
    });
  const source = traces === undefined ? sourceOf(plan) : guardedSource(plan, traces.refuses, sourceOf);
  return async () => {
    const situation = await source();
    return situation && withFaults(situation, resolved.faultPlan);
  };
}
