import { type Backend, type Completion, isRecord, type Row, type VerdictObject } from "@whileai/core";
import type { AskingJudge } from "../judge/asking-judge.js";
import { createAskingJudge } from "../judge/create-asking-judge.js";
import { judgeVersion } from "../judge/judge-version.js";
import { recordAsking } from "../judge/record-asking.js";
import { numberedAnswers, replySchema } from "../judge/reply-schema.js";
import { parsePrinciplesReply } from "./parse-principles-reply.js";
import { principlesPrompt } from "./principles-prompt.js";
import { PRINCIPLES_REPEAT_RULE } from "./prompts/principles-rule.js";
import { scorePrinciples } from "./score-principles.js";
import type { Trait } from "./trait.js";

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
  const { backend, traits, name } = settings;
  const judged = [principlesPrompt(traits), PRINCIPLES_REPEAT_RULE, `spec:${settings.version}`];
  const version = judgeVersion(backend, judged, settings);
  const asking = recordAsking({ ...settings, version, usePrivileged: false }, (row) => {
    const asked = traitsOf(row, traits);
    const answers = numberedAnswers(asked.length, ["boolean", "null"]);
    return { prompt: principlesPrompt(asked), jsonSchema: replySchema("principles", "principles", answers) };
  });

  const read = (replies: readonly Completion[], row: Readonly<Row>): VerdictObject => {
    const asked = traitsOf(row, traits);
    const { json, meta: shown } = asking.shown(row);
    const { answers, reason, problem } = parsePrinciplesReply(replies[0]?.text ?? "", asked.length, json);
    const meta = { ...shown, spec_id: settings.id, spec_version: settings.version };
    if (answers === null) return asking.unreadable(replies, problem, meta);
    const { reward, kept, broken, noOccasion } = scorePrinciples(asked, answers);
    const given = new Map(asked.map(({ id }, at) => [id, marker(answers[at] ?? null)]));
    const markers = Object.fromEntries(traits.map(({ id }) => [id, given.get(id) ?? null]));
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
    ask: asking.ask,
    read,
    isReadable: ({ text }, row) =>
      parsePrinciplesReply(text, traitsOf(row, traits).length, asking.shown(row).json).answers !== null,
    repeatRule: PRINCIPLES_REPEAT_RULE,
  });
}

const marker = (answer: boolean | null): number | null => (answer === null ? null : Number(answer));
