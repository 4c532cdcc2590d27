import { type Content, ROW_SCHEMA_VERSION, type Row, type Step } from "@whileai/core";
import type { ResultVerdict } from "./verdict-of.js";

/** What a reader found in an entry. Left out: what the entry does not say. */
export interface ResultParts {
  readonly task: string;
  readonly prompt?: Content | undefined;
  readonly steps?: readonly Step[] | undefined;
  readonly finalText?: string | undefined;
  readonly verdict: ResultVerdict;
  readonly judgeName?: string | undefined;
  readonly judgeMeta?: Record<string, unknown> | undefined;
  readonly markers?: ReadonlyMap<string, number | null> | undefined;
  readonly rolloutIndex?: number | undefined;
  readonly model?: string | undefined;
  readonly policyVersion?: string | undefined;
  readonly sampling?: Record<string, unknown> | undefined;
  readonly usage?: Record<string, unknown> | undefined;
  readonly finishReason?: string | undefined;
  readonly seed?: number | undefined;
  readonly lineage: Readonly<Record<string, unknown>>;
}

const isSaid = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

/** An object without what is undefined; undefined when nothing is left. */
export function saidOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const said = Object.entries(fields).filter(isSaid);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** A row of schema version 1 from what a reader found. */
export function resultRow(parts: ResultParts): Row {
  const { verdict, markers, model, lineage, prompt, finalText } = parts;
  return {
    ...saidOf({
      // A table of verdicts has no conversations; rows without the fields that the schema asks for are not stamped with it.
      schema_version: prompt !== undefined && finalText !== undefined ? ROW_SCHEMA_VERSION : undefined,
      scenario_id: parts.task,
      prompt,
      steps: prompt === undefined ? undefined : [...(parts.steps ?? [])],
      final_text: finalText,
      rollout_index: parts.rolloutIndex,
      model_version: model,
      policy_version: parts.policyVersion ?? model,
      sampling: parts.sampling,
      seed: parts.seed,
      usage: parts.usage,
      finish_reason: parts.finishReason,
      reason: verdict.reason === "" ? undefined : verdict.reason,
      judge_status: verdict.status,
      judge_name: parts.judgeName,
      judge_meta: parts.judgeMeta,
      markers: markers === undefined || markers.size === 0 ? undefined : Object.fromEntries(markers),
      lineage: saidOf(lineage) ?? {},
    }),
    reward: verdict.reward,
  };
}
