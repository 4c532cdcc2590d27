import {
  behaviorSignature,
  conversation,
  ROW_SCHEMA_VERSION,
  type Row,
  roundHalfEven,
  type SamplingPlan,
  type Step,
  sha256Hex,
} from "@whileai/core";
import type { Situation } from "../plan/situation.js";
import { asksSomething } from "../user/question.js";
import type { World } from "../world/world.js";
import type { Outcome, Player } from "./agent.js";
import { firedSteps } from "./fired-steps.js";
import type { SimulatedRow } from "./simulated-row.js";

/** Hex digits of hashes that rows carry. */
const ID_DIGITS = 16;
const HEAD_LENGTH = 120;
const LOGPROB_DIGITS = 6;

/** What all rows of a run share. */
export interface RunFacts {
  readonly seed: number;
  readonly systemPrompt: string;
  /** SHA-256 of the system prompt. */
  readonly systemPromptSha: string;
  readonly player: Player;
  readonly samplingPlan: SamplingPlan;
  readonly isReplay: boolean;
}

/** One rollout's place in the run. */
export interface Job {
  readonly situation: Situation;
  readonly index: number;
  readonly run: number;
  /** How many runs there are. */
  readonly runs: number;
}

/** The name of a rollout: the same job under the same seed has the same id in every process. */
export function rolloutIdOf(job: Omit<Job, "runs">, seed: number): string {
  const { situation, index, run } = job;
  return sha256Hex([situation.scenarioId, promptKey(situation), index, run, seed].join("#"), ID_DIGITS);
}

/** What tells a prompt from another: its text, or all of its parts where it is more than text. */
export const promptKey = ({ prompt, content }: Situation): string =>
  content === undefined ? prompt : JSON.stringify(content);

/** A finished rollout as a row: plain JSON, keys in a fixed order, nothing that differs from run to run. */
export function buildRow(job: Job, outcome: Outcome, world: World, run: RunFacts): SimulatedRow {
  const { situation } = job;
  const { player } = run;
  const { steps, finalText } = outcome;
  const modes = situation.faults.map((fault) => [fault.tool, { mode: fault.mode, rate: fault.probability ?? 1 }]);
  const row: Row = {
    schema_version: ROW_SCHEMA_VERSION,
    rollout_id: rolloutIdOf(job, run.seed),
    scenario_id: situation.scenarioId,
    prompt: situation.content === undefined ? situation.prompt : structuredClone([...situation.content]),
    rollout_index: job.index,
    ...(outcome.opener === undefined ? {} : { opener: outcome.opener, opening: "agent" }),
    steps,
    final_text: finalText,
    scenario_dimensions: { ...situation.dimensions },
    arm: situation.arm,
    tier: situation.tier,
    ...situation.labels,
    ...(situation.worldState === null ? {} : { world_state: situation.worldState }),
    ...(modes.length === 0 ? {} : { faults: Object.fromEntries(modes) }),
    faults_planned: situation.faults.map((fault) => ({ ...fault })),
    faults_fired: firedSteps(world, steps),
    model_version: player.modelVersion,
    policy_version: `${player.modelVersion}@${run.systemPromptSha.slice(0, ID_DIGITS)}`,
    writer_model: situation.writer,
    ...(outcome.userModel === undefined ? {} : { user_model: outcome.userModel }),
    sampling: player.sampling,
    sampling_plan: { ...run.samplingPlan },
    seed: run.seed,
    finish_reason: outcome.finishReason,
    tools_used: [...new Set(steps.flatMap((step) => (step.tool === undefined ? [] : [step.tool])))],
    ...(outcome.endedBy === undefined ? {} : { ended_by: outcome.endedBy }),
    ...(asksSomething(finalText) ? { open_question: true } : {}),
    ...(outcome.seeded === undefined ? {} : { seeded: [...outcome.seeded] }),
    ...(outcome.reasoning === undefined ? {} : { reasoning: outcome.reasoning }),
    ...sums(steps),
    ...(outcome.usage === undefined ? {} : { usage: { ...outcome.usage } }),
    ...(outcome.templateSha === undefined ? {} : { template_sha: outcome.templateSha }),
    ...(Object.keys(situation.privileged).length === 0 ? {} : { privileged: copyOf(situation.privileged) }),
    lineage: {
      system_prompt_sha: run.systemPromptSha,
      system_prompt_head: run.systemPrompt.slice(0, HEAD_LENGTH),
      system_prompt_chars: run.systemPrompt.length,
      // An identifier that the text does not give whole is for judges: it stands in `privileged`, not here.
      entity: { ...situation.entity, id: situation.entity.named === "whole" ? situation.entity.id : null },
      ...(job.runs > 1 ? { eval_run: job.run } : {}),
      ...(run.isReplay || job.run > 0 ? { replayed: true } : {}),
      ...(job.run > 0 ? { replayed_from_run: 0 } : {}),
    },
  };
  row.messages = conversation(row);
  row.behavior_signature = behaviorSignature(row);
  return row as SimulatedRow;
}

// Mostly texts, which need no copy.
function copyOf(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isFlat = Object.values(facts).every((fact) => typeof fact !== "object" || fact === null);
  return isFlat ? { ...facts } : structuredClone(facts);
}

function sums(steps: readonly Step[]): Partial<Row> {
  const sampled = steps.filter((step) => typeof step.logprob === "number");
  if (sampled.length === 0) return {};
  const tokens = sampled.flatMap((step) => step.token_logprobs ?? []);
  const ids = sampled.flatMap((step) => step.token_ids ?? []);
  return {
    logprob: roundHalfEven(
      sampled.reduce((sum, step) => sum + (step.logprob as number), 0),
      LOGPROB_DIGITS,
    ),
    n_tokens: sampled.reduce((sum, step) => sum + (step.n_tokens ?? 0), 0),
    ...(tokens.length > 0 ? { token_logprobs: tokens } : {}),
    ...(ids.length > 0 ? { token_ids: ids } : {}),
  };
}
