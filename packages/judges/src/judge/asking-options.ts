import { type AnyTool, normalizeTools, optionRule } from "@whileai/core";
import type { BackendLike } from "@whileai/core/settings";
import { MIN_PAYLOAD_CHARS } from "./fit-record.js";
import { modelRule } from "./model-rule.js";

/** Options that every judge takes which shows a record to a model. */
export interface AskingOptions {
  /** The model that judges: a backend or a spec string; the one set for the role "judge" unless given. */
  readonly model?: BackendLike | undefined;
  /** The agent's policy, shown as evidence; the row's system message unless given. */
  readonly policy?: string | undefined;
  /** The tools the agent had, so that the judge sees which were not called; the row's `tools` unless given. */
  readonly tools?: readonly AnyTool[] | undefined;
}

/** Rules of these options, and of those whose defaults are each judge's own. */
export const ASKING_RULES = {
  model: modelRule,
  name: optionRule.notBlank,
  policy: optionRule.text,
  tools: optionRule.listOf(optionRule.record),
  payloadChars: optionRule.integer(MIN_PAYLOAD_CHARS),
  maxTokens: optionRule.integer(1),
} as const;

/** The names of the tools that were given with a judge; undefined where none were. */
export const toolNames = ({ tools }: Pick<AskingOptions, "tools">): readonly string[] | undefined =>
  tools === undefined ? undefined : normalizeTools(tools).map(({ name }) => name);
