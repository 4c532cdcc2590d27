import {
  type Backend,
  type Completion,
  type CompletionRequest,
  checkOptions,
  optionRule,
  type Row,
  type VerdictObject,
} from "@whileai/core";
import { type CapturedSettings, captureSettings } from "@whileai/core/settings";
import { askedModel } from "../judge/asked-model.js";
import type { AskingJudge } from "../judge/asking-judge.js";
import { ASKING_RULES, type AskingOptions, toolNames } from "../judge/asking-options.js";
import { createAskingJudge } from "../judge/create-asking-judge.js";
import { fitRecord } from "../judge/fit-record.js";
import { judgeRecord } from "../judge/judge-record.js";
import { judgeVersion } from "../judge/judge-version.js";
import { payloadCharsFor } from "../judge/payload-chars.js";
import { rawText } from "../judge/raw-reply.js";
import { replyProblem } from "../judge/reply-problem.js";
import { type PairOrder, pairDecision } from "./pair-decision.js";
import { type PairOrdering, pairOrders } from "./pair-orders.js";
import { pairSystemPrompt } from "./pair-prompt.js";
import { chatWay, decisionWay } from "./pair-way.js";
import { sideRow } from "./preference-pair.js";
import { PAIR_REPEAT_RULE } from "./prompts/pair-rules.js";

/** Tokens an answer may take; convention: two sentences and a label. */
const PAIR_TOKENS = 120;

/** Options of {@link JudgePairs}. */
export interface JudgePairsOptions extends AskingOptions {
  /** What makes a run better, in prose. Without it the conduct floor alone decides. */
  readonly rubric?: string | undefined;
  /** The name on pairs; `judge:<model>:pairs` unless given. */
  readonly name?: string | undefined;
  /** Show the judge `privileged` of each row; false unless given. */
  readonly usePrivileged?: boolean | undefined;
  /** Longest record shown, for each of the two; as for `Judge` unless given. */
  readonly payloadChars?: number | undefined;
  /** Tokens an answer may take; 120 unless given. */
  readonly maxTokens?: number | undefined;
}

/** A judge of pairs that asks a model. Which model, and in which orders, is decided when it is bound. */
export interface PairJudge {
  readonly kind: "llm";
  /** The system prompt that a chat model gets. */
  readonly systemPrompt: string;
  /** The judge over pairs: reward 1 for chosen, 0 for rejected, 0.5 for a tie. */
  bindPairs(settings: CapturedSettings, ordering: PairOrdering): AskingJudge;
}

/** True for what {@link JudgePairs} makes. */
export function isPairJudge(value: unknown): value is PairJudge {
  return typeof value === "object" && value !== null && typeof (value as PairJudge).bindPairs === "function";
}

/**
 * A judge that asks a model which of two runs is better, for `judgePairs`: by a rubric in prose or by the conduct floor.
 * It sees both runs as records A and B, as `Judge` shows one.
 *
 * Throws an OptionError for bad options and a SpecError for a spec string that cannot be read.
 *
 * @example
 * const { pairs, report } = await judgePairs(candidates, { judge: JudgePairs({ model: "anthropic:claude-haiku-4-5" }) });
 */
export function JudgePairs(options: JudgePairsOptions = {}): PairJudge {
  checkOptions("JudgePairs", options, {
    ...ASKING_RULES,
    rubric: optionRule.notBlank,
    usePrivileged: optionRule.flag,
  });
  // A spec that cannot be read is refused now; a role that is not set may still be set before the judge is used.
  const given = options.model === undefined ? undefined : captureSettings().resolve("judge", options.model);
  const tools = toolNames(options);
  return Object.freeze({
    kind: "llm" as const,
    systemPrompt: pairSystemPrompt(options),
    bindPairs: (settings: CapturedSettings, ordering: PairOrdering) =>
      makePairJudge(given ?? settings.resolve("judge"), { ...options, tools }, ordering),
  });
}

type PairSettings = Omit<JudgePairsOptions, "tools"> & { readonly tools: readonly string[] | undefined };

function makePairJudge(given: Backend, settings: PairSettings, ordering: PairOrdering): AskingJudge {
  const backend = askedModel(given);
  const { maxTokens = PAIR_TOKENS, usePrivileged = false } = settings;
  const way = backend.provider === "typesafe" ? decisionWay(settings) : chatWay(settings, maxTokens);
  const payloadChars = settings.payloadChars ?? payloadCharsFor(backend, way.prompt.length, maxTokens, 2);
  const version = judgeVersion(backend, [way.judged, `orders:${ordering.swap ? "both" : "drawn"}`], settings);

  const record = (row: Row | undefined) =>
    fitRecord(judgeRecord(row ?? {}, { ...settings, usePrivileged }), payloadChars);
  const shownPair = (pair: Readonly<Row>) => {
    const [chosen, rejected] = [sideRow(pair, "chosen"), sideRow(pair, "rejected")];
    return chosen === undefined || rejected === undefined
      ? undefined
      : { chosen: record(chosen), rejected: record(rejected) };
  };
  const evidence = (pair: Readonly<Row>): string => {
    const shown = shownPair(pair);
    return shown === undefined ? "" : `${shown.chosen.json}\n${shown.rejected.json}`;
  };

  const ask = (pair: Readonly<Row>): CompletionRequest[] => {
    const shown = shownPair(pair);
    if (shown === undefined) return [];
    const { chosen, rejected } = shown;
    return pairOrders(pair, ordering).map((order: PairOrder) =>
      order === "chosen_first" ? way.request(chosen.json, rejected.json) : way.request(rejected.json, chosen.json),
    );
  };

  const read = (replies: readonly Completion[], pair: Readonly<Row>): VerdictObject => {
    const shown = shownPair(pair);
    if (shown === undefined) return { reward: null, reason: "the pair lacks a side that is a row or a text" };
    const orders = pairOrders(pair, ordering);
    const texts = evidence(pair);
    const answers = orders.map((order, at) => {
      const parsed = way.parse(replies[at]?.text ?? "", texts);
      return { ...parsed, order, problem: replyProblem(replies[at], parsed.problem) };
    });
    const decision = pairDecision(answers);
    return {
      ...decision,
      judge_meta: {
        model: backend.model,
        version,
        payload_chars: payloadChars,
        ...(shown.chosen.reduced || shown.rejected.reduced ? { payload_reduced: true } : {}),
        ...(usePrivileged ? { privileged: true } : {}),
        ...(decision.winner === null ? { raw: replies.map(({ text }) => rawText(text)) } : {}),
      },
    };
  };

  return createAskingJudge({
    name: settings.name ?? `judge:${backend.model}:pairs`,
    version,
    backend,
    ask,
    read,
    isReadable: ({ text }, pair) => !way.repeats || way.parse(text, evidence(pair)).winner !== null,
    repeatRule: PAIR_REPEAT_RULE,
  });
}
