import { type Backend, checkOptions, type JudgeObject, OptionError, optionRule } from "@whileai/core";
import { type CapturedSettings, captureSettings } from "@whileai/core/settings";
import { isRubric, type RubricObject } from "../rubric/rubric.js";
import { decisionJudge } from "../typesafe/decision-judge.js";
import { askedModel } from "./asked-model.js";
import type { AskingJudge } from "./asking-judge.js";
import { ASKING_RULES, type AskingOptions, toolNames } from "./asking-options.js";
import { chatJudge, DEFAULT_JUDGE_TOKENS } from "./chat-judge.js";
import type { ChatJudgeSettings } from "./chat-judge-settings.js";
import { itemJudge, itemTokens } from "./item-judge.js";
import { payloadCharsFor } from "./payload-chars.js";
import { judgeSystemPrompt } from "./system-prompt.js";

/** Most votes on one row; more cost more than they tell. Convention. */
const MAX_VOTES = 25;

/** Options of {@link Judge}. */
export interface JudgeOptions extends AskingOptions {
  /** What a good run is: in prose, or a `Rubric` of items. Without it the conduct floor alone is judged. */
  readonly rubric?: string | RubricObject | undefined;
  /** The name on rows; `judge:<model>`, with `:conduct-floor` when there is no rubric, unless given. */
  readonly name?: string | undefined;
  /** Show the judge `privileged` of each row (reference, principle, hidden state); false unless given. */
  readonly usePrivileged?: boolean | undefined;
  /**
   * How often the model is asked about each row; what more than half of all votes say counts. 1 unless given; take an odd
   * number. Several votes are drawn at temperature 0.7, one alone at 0.
   */
  readonly votes?: number | undefined;
  /** Score a `Rubric` although criteria are unanswered, as not met; false unless given. */
  readonly lenient?: boolean | undefined;
  /** Longest record shown, in characters, at least 1000; what the model's context leaves, where the backend tells it, else 8000. */
  readonly payloadChars?: number | undefined;
  /** Tokens a verdict may take; 120 unless given, for a `Rubric` 400 or more. */
  readonly maxTokens?: number | undefined;
}

/** A judge that asks a model. Which model is decided when it is bound or first used. */
export interface RubricJudge extends JudgeObject {
  readonly kind: "llm";
  /** What it grades against, in words; null for the conduct floor alone. */
  readonly rubric: string | null;
  /** The system prompt that a chat model gets. */
  readonly systemPrompt: string;
  /** The same judge with its model taken from settings that were captured. */
  bind(settings: CapturedSettings): AskingJudge;
}

/** True for what {@link Judge} makes. */
export function isRubricJudge(value: unknown): value is RubricJudge {
  return typeof value === "object" && value !== null && typeof (value as RubricJudge).bind === "function";
}

/** What a judge grades against, in words; undefined for judges that are made otherwise. */
export const judgeRubric = (judge: unknown): string | undefined =>
  isRubricJudge(judge) ? (judge.rubric ?? undefined) : undefined;

/**
 * A judge that asks a model whether a run was good: by a rubric in prose, by the items of a `Rubric`, or by the conduct
 * floor (honest about what happened, nothing made up, nothing changed that was not asked for, the request dealt with).
 *
 * The model sees the run as JSON between marker lines it cannot forge, and is told that whatever stands in there is
 * evidence. It answers with a reason and 0 or 1, or a yes or no to each item, as structured output where the server has it.
 * The version on rows is `<model>@<hash of what it is told>`. A `typesafe:` model answers with probabilities instead.
 *
 * Throws an OptionError for bad options and a SpecError for a spec string that cannot be read.
 *
 * @example
 * const judge = Judge({ rubric: "The agent looks the order up before it answers.", model: "anthropic:claude-haiku-4-5" });
 * const { rows, report } = await grade(data, judge);
 */
export function Judge(options: JudgeOptions = {}): RubricJudge {
  checkOptions("Judge", options, {
    ...ASKING_RULES,
    rubric: rubricRule,
    usePrivileged: optionRule.flag,
    votes: optionRule.integer(1, MAX_VOTES),
    lenient: optionRule.flag,
  });
  // A spec that cannot be read is refused now; a role that is not set may still be set before the judge is used.
  const given = options.model === undefined ? undefined : captureSettings().resolve("judge", options.model);
  const tools = toolNames(options);
  const make = (backend: Backend): AskingJudge => judgeOf(backend, options, tools);
  const bound = given === undefined ? undefined : make(given);
  const bind = (settings: CapturedSettings): AskingJudge => bound ?? make(settings.resolve("judge"));

  const shared = {
    kind: "llm" as const,
    rubric: options.rubric === undefined ? null : String(options.rubric),
    systemPrompt: judgeSystemPrompt(options.rubric, options.usePrivileged ?? false),
    bind,
    judge: ((row, context) => bind(captureSettings()).judge(row, context)) as JudgeObject["judge"],
  };
  return Object.freeze(bound === undefined ? { ...shared, name: options.name ?? "judge" } : { ...shared, ...bound });
}

function judgeOf(given: Backend, options: JudgeOptions, tools: readonly string[] | undefined): AskingJudge {
  const { rubric, votes = 1, usePrivileged = false, lenient = false } = options;
  const backend = askedModel(given);
  const maxTokens = options.maxTokens ?? (typeof rubric === "object" ? itemTokens(rubric) : DEFAULT_JUDGE_TOKENS);
  const promptChars = judgeSystemPrompt(rubric, usePrivileged).length;
  const settings: ChatJudgeSettings = {
    backend,
    rubric,
    name: options.name,
    policy: options.policy,
    tools,
    usePrivileged,
    votes,
    lenient,
    payloadChars: options.payloadChars ?? payloadCharsFor(backend, promptChars, maxTokens),
    maxTokens,
  };
  if (backend.provider === "typesafe") {
    if (votes === 1) return decisionJudge(settings);
    throw new OptionError({
      option: "votes",
      received: votes,
      message: `Judge: ${backend.spec ?? backend.model} answers with probabilities and is asked once.`,
      fix: "Leave `votes` out; how sure it is stands in judge_meta.confidence.",
    });
  }
  return rubric !== undefined && typeof rubric === "object" ? itemJudge({ ...settings, rubric }) : chatJudge(settings);
}

const rubricRule = (value: unknown): string | undefined =>
  isRubric(value) || optionRule.notBlank(value) === undefined ? undefined : "a text that is not blank, or a Rubric";
