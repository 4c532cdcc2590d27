import {
  type Backend,
  type Completion,
  type CompletionRequest,
  isRecord,
  type Row,
  type VerdictObject,
} from "@whileai/core";
import type { AskingJudge } from "../judge/asking-judge.js";
import { createAskingJudge } from "../judge/create-asking-judge.js";
import { type FittedRecord, fitRecord } from "../judge/fit-record.js";
import { judgeMessage } from "../judge/judge-message.js";
import { judgeRecord } from "../judge/judge-record.js";
import { judgeVersion } from "../judge/judge-version.js";
import { rawReply } from "../judge/raw-reply.js";
import { unreadableReason } from "../judge/unreadable-reason.js";
import { parsePrinciplesReply } from "./parse-principles-reply.js";
import { principlesPrompt } from "./principles-prompt.js";
import { PRINCIPLES_REPEAT_RULE } from "./prompts/principles-rule.js";
import { scorePrinciples } from "./score-principles.js";
import type { Trait } from "./trait.js";

const TEMPERATURE = 0;

/** What the judge of a constitution is made from. */
export interface ConstitutionAsking {
  readonly id: string;
  readonly version: string;
  readonly traits: readonly Trait[];
  readonly backend: Backend;
  readonly name: string;
  readonly tools?: readonly string[] | undefined;
  readonly policy?: string | undefined;
  readonly payloadChars: number;
  readonly maxTokens: number;
}

/** The trait that a row was written for (`scenario_dimensions.trait`), where it is one of these. */
function traitsOf(row: Readonly<Row>, traits: readonly Trait[]): readonly Trait[] {
  const named = isRecord(row.scenario_dimensions) ? row.scenario_dimensions.trait : undefined;
  const own = traits.filter(({ id }) => id === named);
  return own.length > 0 ? own : traits;
}

/**
 * The judge that asks a model which principles a run keeps. Each trait's answer becomes a marker of its id: 1 kept, 0
 * broken, null where the run gave no occasion or was written for another trait.
 */
export function askingConstitution(settings: ConstitutionAsking): AskingJudge {
  const { backend, traits, payloadChars, maxTokens, name } = settings;
  const judged = [principlesPrompt(traits), PRINCIPLES_REPEAT_RULE, `spec:${settings.version}`];
  const version = judgeVersion(backend, judged, settings);
  const shown = (row: Readonly<Row>): FittedRecord =>
    fitRecord(judgeRecord(row, { tools: settings.tools, policy: settings.policy, usePrivileged: false }), payloadChars);

  const ask = (row: Readonly<Row>): CompletionRequest[] => {
    const asked = traitsOf(row, traits);
    return [
      {
        messages: [
          { role: "system", content: principlesPrompt(asked) },
          { role: "user", content: judgeMessage(shown(row)) },
        ],
        temperature: TEMPERATURE,
        maxTokens,
        jsonSchema: principlesSchema(asked.length),
      },
    ];
  };

  const read = (replies: readonly Completion[], row: Readonly<Row>): VerdictObject => {
    const asked = traitsOf(row, traits);
    const record = shown(row);
    const { answers, reason, problem } = parsePrinciplesReply(replies[0]?.text ?? "", asked.length, record.json);
    const meta = {
      model: backend.model,
      version,
      temperature: TEMPERATURE,
      max_tokens: maxTokens,
      payload_chars: payloadChars,
      spec_id: settings.id,
      spec_version: settings.version,
      ...(record.reduced ? { payload_reduced: true } : {}),
    };
    if (answers === null)
      return {
        reward: null,
        reason: unreadableReason(replies, problem),
        judge_status: "invalid_result",
        judge_meta: { ...meta, raw: rawReply(replies) },
      };
    const { reward, kept, broken, noOccasion } = scorePrinciples(asked, answers);
    const given = new Map(asked.map(({ id }, at) => [id, answers[at] ?? null]));
    const markers = Object.fromEntries(
      traits.map(({ id }) => {
        const answer = given.get(id) ?? null;
        return [id, answer === null ? null : Number(answer)];
      }),
    );
    return {
      reward,
      reason: reward === null ? "no principle had occasion" : reason,
      markers,
      judge_meta: { ...meta, kept, broken, no_occasion: noOccasion },
    };
  };

  return createAskingJudge({
    name,
    version,
    backend,
    ask,
    read,
    isReadable: ({ text }, row) =>
      parsePrinciplesReply(text, traitsOf(row, traits).length, shown(row).json).answers !== null,
    repeatRule: PRINCIPLES_REPEAT_RULE,
  });
}

const principlesSchema = (count: number) => {
  const numbers = Array.from({ length: count }, (_, at) => String(at + 1));
  return {
    name: "principles",
    schema: {
      type: "object",
      properties: {
        reason: { type: "string" },
        principles: {
          type: "object",
          properties: Object.fromEntries(numbers.map((number) => [number, { type: ["boolean", "null"] }])),
          required: numbers,
          additionalProperties: false,
        },
      },
      required: ["reason", "principles"],
      additionalProperties: false,
    },
  };
};
