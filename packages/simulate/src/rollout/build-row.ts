import {
  behaviorSignature,
  conversation,
  cutText,
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

/**
 * A finished rollout as a row: plain JSON, keys in a fixed order, nothing that differs from run to run. Fields are set one by
 * one: thousands of rows a second are made here, and an object spread for each optional field costs more than the field.
 */
export function buildRow(job: Job, outcome: Outcome, world: World, run: RunFacts): SimulatedRow {
  const { situation } = job;
  const { steps, finalText } = outcome;
  const row: Row = {
    schema_version: ROW_SCHEMA_VERSION,
    rollout_id: rolloutIdOf(job, run.seed),
    scenario_id: situation.scenarioId,
    prompt: situation.content === undefined ? situation.prompt : structuredClone([...situation.content]),
    rollout_index: job.index,
  };
  if (outcome.opener !== undefined) {
    row.opener = outcome.opener;
    row.opening = "agent";
  }
  row.steps = steps;
  row.final_text = finalText;
  setSituation(row, situation);
  row.faults_fired = firedSteps(world, steps);
  setPolicy(row, run, situation, outcome);
  row.finish_reason = outcome.finishReason;
  row.tools_used = toolsUsed(steps);
  if (outcome.endedBy !== undefined) row.ended_by = outcome.endedBy;
  if (asksSomething(finalText)) row.open_question = true;
  if (outcome.seeded !== undefined) row.seeded = [...outcome.seeded];
  if (outcome.reasoning !== undefined) row.reasoning = outcome.reasoning;
  setSums(row, steps);
  if (outcome.usage !== undefined) row.usage = { ...outcome.usage };
  if (outcome.templateSha !== undefined) row.template_sha = outcome.templateSha;
  if (Object.keys(situation.privileged).length > 0) row.privileged = copyOf(situation.privileged);
  row.lineage = lineageOf(job, run);
  row.messages = conversation(row);
  row.behavior_signature = behaviorSignature(row);
  return row as SimulatedRow;
}

function setSituation(row: Row, { dimensions, arm, tier, labels, worldState, faults }: Situation): void {
  row.scenario_dimensions = { ...dimensions };
  row.arm = arm;
  row.tier = tier;
  Object.assign(row, labels);
  if (worldState !== null) row.world_state = worldState;
  if (faults.length > 0) {
    const modes = faults.map((fault) => [fault.tool, { mode: fault.mode, rate: fault.probability ?? 1 }]);
    row.faults = Object.fromEntries(modes);
  }
  row.faults_planned = faults.map((fault) => ({ ...fault }));
}

function setPolicy(row: Row, run: RunFacts, situation: Situation, { userModel }: Outcome): void {
  const { player } = run;
  row.model_version = player.modelVersion;
  row.policy_version = policyVersion(run);
  row.writer_model = situation.writer;
  if (userModel !== undefined) row.user_model = userModel;
  row.sampling = player.sampling;
  row.sampling_plan = { ...run.samplingPlan };
  row.seed = run.seed;
}

let lastPolicy = { sha: "", model: "", version: "" };

// Rows of a run share one text.
function policyVersion({ player: { modelVersion: model }, systemPromptSha: sha }: RunFacts): string {
  if (lastPolicy.sha !== sha || lastPolicy.model !== model) {
    lastPolicy = { sha, model, version: `${model}@${sha.slice(0, ID_DIGITS)}` };
  }
  return lastPolicy.version;
}

function toolsUsed(steps: readonly Step[]): string[] {
  const tools: string[] = [];
  for (const { tool } of steps) if (tool !== undefined && !tools.includes(tool)) tools.push(tool);
  // A list that grew has room for more, a copy has not: rows are kept by the thousand.
  return tools.slice();
}

function lineageOf({ situation, run: number, runs }: Job, run: RunFacts): Record<string, unknown> {
  const { entity } = situation;
  const lineage: Record<string, unknown> = {
    system_prompt_sha: run.systemPromptSha,
    system_prompt_head: cutText(run.systemPrompt, HEAD_LENGTH),
    system_prompt_chars: run.systemPrompt.length,
    // An identifier that the text does not give whole is for judges: it stands in `privileged`, not here.
    entity: { ...entity, id: entity.named === "whole" ? entity.id : null },
  };
  if (runs > 1) lineage.eval_run = number;
  if (run.isReplay || number > 0) lineage.replayed = true;
  if (number > 0) lineage.replayed_from_run = 0;
  return lineage;
}

// Mostly texts, which need no copy.
function copyOf(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isFlat = Object.values(facts).every((fact) => typeof fact !== "object" || fact === null);
  return isFlat ? { ...facts } : structuredClone(facts);
}

function setSums(row: Row, steps: readonly Step[]): void {
  const sampled = steps.filter((step) => typeof step.logprob === "number");
  if (sampled.length === 0) return;
  const tokens = sampled.flatMap((step) => step.token_logprobs ?? []);
  const ids = sampled.flatMap((step) => step.token_ids ?? []);
  row.logprob = roundHalfEven(
    sampled.reduce((sum, step) => sum + (step.logprob as number), 0),
    LOGPROB_DIGITS,
  );
  row.n_tokens = sampled.reduce((sum, step) => sum + (step.n_tokens ?? 0), 0);
  if (tokens.length > 0) row.token_logprobs = tokens;
  if (ids.length > 0) row.token_ids = ids;
}
