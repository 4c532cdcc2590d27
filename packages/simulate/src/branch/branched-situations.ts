import {
  isRecord,
  OptionError,
  plainJson,
  type Row,
  rolloutId,
  type SamplingFacts,
  type Step,
  sha256Hex,
} from "@whileai/core";
import { refuseOption } from "../options/refuse-option.js";
import { type Replay, type ReplayedSituation, replayedSituations } from "../rollout/replayed-situations.js";
import type { FaultBuilder } from "../world/fault-answer.js";
import type { Branch, BranchedSituation, BranchPoint } from "./branch-point.js";

/** Hex digits of a branch's scenario id. */
const ID_DIGITS = 10;
/** What a model's sampling left on a step: facts of the old rollout's policy, which the new rows must not take for their own. */
const SAMPLING_FACTS: readonly (keyof SamplingFacts)[] = [
  "logprob",
  "n_tokens",
  "token_logprobs",
  "token_ids",
  "truncated",
  "input_tokens",
  "output_tokens",
];

/**
 * Situations that begin in the middle of old rows. Each is a task of its own, named after the old rollout and the step.
 * Throws an OptionError for a point that cannot be gone on from. `repeats` is how many rollouts each gets.
 */
export function branchedSituations(
  given: BranchPoint | readonly BranchPoint[],
  repeats: number,
  modes?: Readonly<Record<string, FaultBuilder>> | undefined,
): Replay {
  const isList = Array.isArray(given);
  const points: readonly BranchPoint[] = isList ? given : [given as BranchPoint];
  const situations = new Map<string, BranchedSituation>();
  let skippedFaults = 0;
  for (const [index, point] of points.entries()) {
    const place = isList ? `branchFrom[${index}]` : "branchFrom";
    const replay = replayOf(point.row, place, modes);
    const situation = branchedSituation(replay.situations[0] as ReplayedSituation, point, place, situations.size);
    if (situations.has(situation.scenarioId)) continue;
    skippedFaults += replay.skippedFaults;
    situations.set(situation.scenarioId, situation);
  }
  return { situations: [...situations.values()], largestGroup: repeats, skipped: 0, skippedFaults };
}

function refuse(option: string, received: unknown, what: string, fix: string): never {
  refuseOption(option, received, `\`${option}\` ${what}.`, fix);
}

function replayOf(row: unknown, place: string, modes: Readonly<Record<string, FaultBuilder>> | undefined): Replay {
  try {
    return replayedSituations([row as Row], modes);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return refuse(`${place}.row`, row, "has no prompt", "Give a row that simulate() wrote, or one with `prompt`.");
  }
}

function branchedSituation(
  situation: ReplayedSituation,
  { row, step }: BranchPoint,
  place: string,
  index: number,
): BranchedSituation {
  const prefix = readPrefix(row, step, place);
  const from = isRecord(row.lineage) && isRecord(row.lineage.branched_from) ? row.lineage.branched_from : {};
  const id = rolloutId(row);
  const branch: Branch = {
    rolloutId: id,
    step,
    opener: typeof row.opener === "string" && row.opener !== "" ? row.opener : undefined,
    prefix,
    // The branch of a branch still lives in the world of the first row.
    world: {
      scenarioId: typeof from.scenario_id === "string" ? from.scenario_id : situation.scenarioId,
      seed: typeof from.seed === "number" ? from.seed : situation.worldSeed,
    },
  };
  const hash = sha256Hex(JSON.stringify([id, situation.prompt, step])).slice(0, ID_DIGITS);
  return { ...situation, scenarioId: `branch_${hash}`, index, branch };
}

function readPrefix(row: Row, step: number, place: string): Step[] {
  const steps: unknown = row.steps;
  if (!Array.isArray(steps)) refuse(`${place}.row`, row, "has no steps", "Give a row with `steps`.");
  if (step > steps.length) {
    refuse(
      `${place}.step`,
      step,
      `must be at most ${steps.length}, the number of steps of its row, got ${step}`,
      "Name the step to play anew.",
    );
  }
  const prefix = steps.slice(0, step).map((given: unknown, index): Step => {
    if (!isRecord(given)) refuse(`${place}.row`, given, `has a step ${index} that is no object`, "Give a whole row.");
    return withoutFacts(given);
  });
  const last = prefix.at(-1);
  if (last !== undefined && typeof last.tool !== "string" && last.user === undefined) {
    const next: unknown = steps[step];
    refuse(
      `${place}.step`,
      step,
      `is ${step}, right after the agent has spoken, when it is not its turn`,
      isRecord(next) && next.user !== undefined
        ? `Name step ${step + 1}, which answers the person, or step ${step - 1}.`
        : `Name step ${step - 1}, which is what it said.`,
    );
  }
  return prefix;
}

function withoutFacts(step: Record<string, unknown>): Step {
  const copy = plainJson(step) as Step;
  for (const name of SAMPLING_FACTS) delete copy[name];
  return { ...copy, prefix: true };
}
