import { contentText, conversation, type Message, type Step } from "@whileai/core";
import { branchOf } from "../branch/branch-point.js";
import { replayPrefix } from "../branch/replay-prefix.js";
import type { ToolView } from "../distractors/tool-view.js";
import type { Situation } from "../plan/situation.js";
import type { OpenedWorld } from "../world/open-world.js";
import type { Outcome } from "./agent.js";

/** What a rollout begins with. */
export interface RolloutStart {
  /** The conversation so far, in the names that the agent sees. */
  readonly messages: readonly Message[];
  /** Steps before the agent's first. */
  readonly steps: readonly Step[];
  readonly opener: string | undefined;
  /** What the row's lineage says of the beginning and of what the agent saw. */
  readonly lineage: Readonly<Record<string, unknown>>;
}

/** Begins a rollout: with the prompt alone, or with the first steps of an old rollout, whose calls are made again. */
export async function startRollout(
  situation: Situation,
  { replay }: OpenedWorld,
  view: ToolView | undefined,
): Promise<RolloutStart> {
  const prompt = situation.content === undefined ? situation.prompt : [...situation.content];
  const lineage = view === undefined ? {} : { distractors: distractorLineage(view) };
  const branch = branchOf(situation);
  if (branch === undefined) {
    return { messages: [{ role: "user", content: prompt }], steps: [], opener: undefined, lineage };
  }
  const { steps, mismatches } = await replayPrefix(replay, branch.prefix);
  const { opener, rolloutId, step, world } = branch;
  const seen = view === undefined ? steps : steps.map((given) => renamed(given, view.shownName));
  return {
    messages: conversation({ prompt, steps: seen, ...(opener === undefined ? {} : { opener }) }),
    steps,
    opener,
    lineage: {
      ...lineage,
      branched_from: {
        rollout_id: rolloutId,
        step,
        scenario_id: world.scenarioId,
        ...(world.seed === undefined ? {} : { seed: world.seed }),
      },
      ...(mismatches.length === 0 ? {} : { branch_mismatch: mismatches }),
    },
  };
}

/** The whole rollout: the steps that it began with and those that were played, all under the tools' own names. */
export function wholeOutcome(start: RolloutStart, outcome: Outcome, view: ToolView | undefined): Outcome {
  if (view === undefined && start.steps.length === 0) return outcome;
  const ownName = (shown: string): string => view?.aliases.get(shown) ?? shown;
  const played = outcome.steps.map((step) => renamed(step, ownName));
  const shift = turnShift(start.steps, played);
  const opener = outcome.opener ?? start.opener;
  return {
    ...outcome,
    steps: [
      ...start.steps,
      ...played.map((step) => (step.turn === undefined ? step : { ...step, turn: step.turn + shift })),
    ],
    ...(opener === undefined ? {} : { opener }),
  };
}

/** What the person said last. */
export const lastSaid = (messages: readonly Message[]): string =>
  contentText(messages.findLast((message) => message.role === "user")?.content);

// Calls of one turn are one turn of the agent, so the turns that are played must not bear numbers of earlier ones.
function turnShift(before: readonly Step[], played: readonly Step[]): number {
  const turns = (steps: readonly Step[]): number[] =>
    steps.map(({ turn }) => turn).filter((turn) => typeof turn === "number");
  const last = turns(before).reduce((most, turn) => Math.max(most, turn), -1);
  const first = turns(played).reduce((least, turn) => Math.min(least, turn), Number.POSITIVE_INFINITY);
  return first <= last ? last + 1 - first : 0;
}

const renamed = (step: Step, nameOf: (name: string) => string): Step =>
  typeof step.tool === "string" ? { ...step, tool: nameOf(step.tool) } : step;

function distractorLineage({ names, aliases }: ToolView): Readonly<Record<string, unknown>> {
  return {
    count: names.length,
    names: [...names],
    // By the tool's own name, the one that the agent saw.
    scrambled: aliases.size > 0 && Object.fromEntries([...aliases].map(([shown, own]) => [own, shown])),
  };
}
