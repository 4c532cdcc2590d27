import type { Content, FiredFault, Message, PlannedFault, Row, Step } from "@whileai/core";

/** A row as `simulate()` writes it: the fields that are always there, with steps typed from the tools. */
export interface SimulatedRow<S extends Step = Step> extends Row {
  schema_version: string;
  rollout_id: string;
  scenario_id: string;
  /** A list of parts where the replayed task's prompt is one. */
  prompt: Content;
  rollout_index: number;
  steps: S[];
  final_text: string;
  messages: Message[];
  scenario_dimensions: Record<string, string>;
  arm: string;
  tier: string;
  faults_planned: PlannedFault[];
  /** `step` is -1 where the agent did not report the call that was hit. */
  faults_fired: FiredFault[];
  model_version: string;
  policy_version: string;
  seed: number;
  behavior_signature: string;
  finish_reason: string;
  tools_used: string[];
  lineage: Record<string, unknown>;
}
