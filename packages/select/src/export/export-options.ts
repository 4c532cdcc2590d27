import { type AnyTool, checkOptions, type OptionRules, optionRule, type Row } from "@whileai/core";
import { LEAK_RULES, type LeakRule } from "../privileged/find-leak.js";

/** What rows can be exported as. */
export const ROW_FORMATS = ["openai", "trl", "trl-kto", "trl-grpo", "rollouts", "fireworks"] as const;

export type RowFormat = (typeof ROW_FORMATS)[number];

/** What preference pairs can be exported as. */
export const PAIR_FORMATS = ["trl-dpo", "trl-rm", "trl-kto", "openai", "fireworks"] as const;

export type PairFormat = (typeof PAIR_FORMATS)[number];

/** Options that rows and pairs share. */
export interface MessageOptions {
  /** The agent's system prompt, for rows that carry none. */
  readonly systemPrompt?: string | undefined;
  /** The agent's tools, in any usual form. Default: the schemas that rows carry in `tools`. */
  readonly tools?: readonly AnyTool[] | undefined;
  /** `tools` as a list of objects (default) or as one JSON text, which loaders before datasets 5 leave alone. */
  readonly toolsEncoding?: "list" | "json" | undefined;
  /** Take `<think>` blocks out of what the agent said. Default true. */
  readonly stripThink?: boolean | undefined;
  /** Leave the agent's thinking out (default), or put it in `reasoning_content` of its message. */
  readonly reasoning?: "drop" | "field" | undefined;
  /** Tool results longer than this are cut, with a mark. Default: no limit. */
  readonly maxToolOutputChars?: number | undefined;
  /**
   * Refuse data that would train something wrong: a row that says something privileged, calls without tool schemas,
   * a row in which nothing is trained. Default true; false makes these warnings.
   */
  readonly validate?: boolean | undefined;
  /**
   * What counts as a privileged leak: `"quoted"` (default), any privileged text in what the agent said; `"unseen"`, only
   * text that neither the prompt nor a tool result had shown to it.
   */
  readonly leakRule?: LeakRule | undefined;
  /** Answer with an empty list instead of an error when nothing is left to write. Default false. */
  readonly allowEmpty?: boolean | undefined;
}

export interface ExportRowsOptions extends MessageOptions {
  /** Default `"openai"`. */
  readonly format?: RowFormat | undefined;
  /** Train on every turn of the agent (default), or on the last one only. */
  readonly mask?: "assistant" | "final" | undefined;
  /** One sample for each turn of the agent, with the context it had. Default false. */
  readonly unroll?: boolean | undefined;
  /** For `trl-grpo`: the reference answer of a task. Default: a row's own `reference` field. */
  readonly reference?: ((row: Readonly<Row>) => string | null | undefined) | undefined;
}

export interface ExportPairsOptions extends MessageOptions {
  /** Default `"trl-dpo"`. */
  readonly format?: PairFormat | undefined;
  /**
   * Which turn to compare: the first that differs at all (default), or the first that differs in its calls or, without
   * calls, in more than case and spacing.
   */
  readonly turn?: "first" | "decisive" | undefined;
  /** Keep pairs marked as ties. Default false. */
  readonly keepTies?: boolean | undefined;
}

const MESSAGE_RULES: OptionRules = {
  systemPrompt: optionRule.text,
  tools: optionRule.listOf(optionRule.record),
  toolsEncoding: optionRule.oneOf(["list", "json"]),
  stripThink: optionRule.flag,
  reasoning: optionRule.oneOf(["drop", "field"]),
  maxToolOutputChars: optionRule.integer(0),
  validate: optionRule.flag,
  leakRule: optionRule.oneOf(LEAK_RULES),
  allowEmpty: optionRule.flag,
};

export function checkRowOptions(options: unknown): void {
  checkOptions("exportRows", options, {
    format: optionRule.oneOf(ROW_FORMATS),
    mask: optionRule.oneOf(["assistant", "final"]),
    unroll: optionRule.flag,
    reference: optionRule.callable,
    ...MESSAGE_RULES,
  });
}

export function checkPairOptions(options: unknown): void {
  checkOptions("exportPairs", options, {
    format: optionRule.oneOf(PAIR_FORMATS),
    turn: optionRule.oneOf(["first", "decisive"]),
    keepTies: optionRule.flag,
    ...MESSAGE_RULES,
  });
}

/** The rules for messages that options ask for, with the defaults filled in. */
export function messageRulesOf(options: MessageOptions, argumentsAs: "text" | "object") {
  return {
    systemPrompt: options.systemPrompt,
    stripThink: options.stripThink ?? true,
    reasoning: options.reasoning ?? ("drop" as const),
    maxToolOutputChars: options.maxToolOutputChars,
    argumentsAs,
  };
}
