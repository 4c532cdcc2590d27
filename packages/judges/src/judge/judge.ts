import {
  type AnyTool,
  type Backend,
  checkOptions,
  isBackend,
  JudgeError,
  type JudgeObject,
  normalizeTools,
  optionRule,
} from "@whileai/core";
import { type BackendLike, type CapturedSettings, captureSettings } from "@whileai/core/settings";
import { type ChatJudgeSettings, chatJudge, DEFAULT_JUDGE_TOKENS, judgeIdentity } from "./chat-judge.js";
import { DEFAULT_PAYLOAD_CHARS, MIN_PAYLOAD_CHARS } from "./fit-record.js";
import { judgeSystemPrompt } from "./system-prompt.js";

/** Options of {@link Judge}. */
export interface JudgeOptions {
  /** What a good run is, in prose. Without it the conduct floor alone is judged. */
  readonly rubric?: string | undefined;
  /** The model that judges: a backend or a spec string; the one set for the role "judge" unless given. */
  readonly model?: BackendLike | undefined;
  /** The name on rows; `judge:<model>`, with `:conduct-floor` when there is no rubric, unless given. */
  readonly name?: string | undefined;
  /** Show the judge `privileged` of each row (reference, principle, hidden state); false unless given. */
  readonly usePrivileged?: boolean | undefined;
  /** The agent's policy, shown as evidence; the row's system message unless given. */
  readonly policy?: string | undefined;
  /** The tools the agent had, so that the judge sees which were not called; the row's `tools` unless given. */
  readonly tools?: readonly AnyTool[] | undefined;
  /** Longest record shown, in characters; 8000 unless given, at least 1000. */
  readonly payloadChars?: number | undefined;
  /** Tokens a verdict may take; 120 unless given. */
  readonly maxTokens?: number | undefined;
}

/** A judge that asks a model. Which model is decided when it is bound or first used. */
export interface RubricJudge extends JudgeObject {
  readonly kind: "llm";
  /** The system prompt that the model gets. */
  readonly systemPrompt: string;
  /** The same judge with its model taken from settings that were captured. */
  bind(settings: CapturedSettings): JudgeObject;
}

/** True for what {@link Judge} makes. */
export function isRubricJudge(value: unknown): value is RubricJudge {
  return typeof value === "object" && value !== null && typeof (value as RubricJudge).bind === "function";
}

/** Spec strings of services that judge without being chat models. */
export function refuseJudgeOnlySpec(model: unknown): void {
  if (typeof model !== "string" || !/^\s*typesafe:/i.test(model)) return;
  throw new JudgeError({
    message: `The judge "${model.trim()}" needs a service that this version does not speak to; "typesafe:" comes with a later one.`,
    fix: 'Use a chat model until then, such as "anthropic:claude-haiku-4-5", or a verifier.',
  });
}

/**
 * A judge that asks a model whether a run was good, by a rubric in prose or by the conduct floor: honest about what
 * happened, nothing made up, nothing changed that was not asked for, the request dealt with.
 *
 * The model sees the run as JSON between marker lines it cannot forge, and is told that whatever stands in there is
 * evidence. It answers 0 or 1 with a reason, at temperature 0, as structured output where the server has it. The version
 * on rows is `<model>@<hash of the system prompt>`.
 *
 * Throws an OptionError for bad options, a SpecError for a spec string that cannot be read, and a JudgeError for
 * `typesafe:` specs.
 *
 * @example
 * const judge = Judge({ rubric: "The agent looks the order up before it answers.", model: "anthropic:claude-haiku-4-5" });
 * const { rows, report } = await grade(data, judge);
 */
export function Judge(options: JudgeOptions = {}): RubricJudge {
  checkOptions("Judge", options, {
    rubric: nonBlank,
    model: optionRule.either(optionRule.text, backendRule),
    name: nonBlank,
    usePrivileged: optionRule.flag,
    policy: optionRule.text,
    tools: optionRule.listOf(optionRule.record),
    payloadChars: optionRule.integer(MIN_PAYLOAD_CHARS),
    maxTokens: optionRule.integer(1),
  });
  refuseJudgeOnlySpec(options.model);
  // A spec that cannot be read is refused now; a role that is not set may still be set before the judge is used.
  const given = options.model === undefined ? undefined : captureSettings().resolve("judge", options.model);
  const tools = options.tools === undefined ? undefined : normalizeTools(options.tools).map((tool) => tool.name);
  const usePrivileged = options.usePrivileged ?? false;
  const settingsFor = (backend: Backend): ChatJudgeSettings => ({
    backend,
    rubric: options.rubric,
    name: options.name,
    policy: options.policy,
    tools,
    usePrivileged,
    payloadChars: options.payloadChars ?? DEFAULT_PAYLOAD_CHARS,
    maxTokens: options.maxTokens ?? DEFAULT_JUDGE_TOKENS,
  });
  const bind = (settings: CapturedSettings): JudgeObject => chatJudge(settingsFor(given ?? settings.resolve("judge")));

  const shared = {
    kind: "llm" as const,
    systemPrompt: judgeSystemPrompt(options.rubric, usePrivileged),
    bind,
    judge: ((row, context) => bind(captureSettings()).judge(row, context)) as JudgeObject["judge"],
  };
  if (given === undefined) return Object.freeze({ ...shared, name: options.name ?? "judge" });
  const { name, version } = judgeIdentity(settingsFor(given));
  return Object.freeze({ ...shared, ...chatJudge(settingsFor(given)), name, version, kind: "llm" as const });
}

const nonBlank = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? undefined : "a text that is not blank";

const backendRule = (value: unknown): string | undefined =>
  isBackend(value) ? undefined : "a backend or a spec string";
