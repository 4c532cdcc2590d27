import {
  type Backend,
  type Completion,
  type CompletionRequest,
  clipText,
  errorCode,
  fixedText,
  type PrepareContext,
  type Row,
  roundHalfEven,
  setOwn,
  type VerdictObject,
} from "@whileai/core";
import { type DecisionQuestion, decisionRequest, MODELS_REQUEST } from "@whileai/core/backends";
import type { AskingJudge } from "../judge/asking-judge.js";
import type { ChatJudgeSettings } from "../judge/chat-judge-settings.js";
import { createAskingJudge } from "../judge/create-asking-judge.js";
import { type FittedRecord, fitRecord } from "../judge/fit-record.js";
import { judgeName, taskParts } from "../judge/judge-identity.js";
import { faultLead } from "../judge/judge-message.js";
import { judgeRecord } from "../judge/judge-record.js";
import { judgeVersion, shortHash } from "../judge/judge-version.js";
import { DECISION_RECORD_PLACE } from "../judge/prompts/record-rule.js";
import { rawText } from "../judge/raw-reply.js";
import { PARSED_REASON_CHARS } from "../judge/reason-text.js";
import { judgingTask } from "../judge/system-prompt.js";
import { UNSURE_WITHIN } from "../judge/unsure-within.js";
import { checklistLine, type RubricObject } from "../rubric/rubric.js";
import { scoreAnswers } from "../rubric/score-answers.js";
import { FAILURE_CLASSES, NO_FAILURE } from "./failure-classes.js";
import {
  CRITERION_QUESTION,
  FAILURE_QUESTION,
  NO_FAILURE_MEANING,
  VERDICT_QUESTION,
} from "./prompts/decision-questions.js";
import { type DecisionAnswer, readDecisionAnswers } from "./read-decision-answers.js";

const PROBABILITY_DIGITS = 4;

type Questions = Readonly<Record<string, DecisionQuestion>>;

/**
 * A judge over a service that answers questions with probabilities: a pass where the probability is one half or more. The
 * verdict carries `probabilities`, `confidence`, and `unsure` where the probability lies within 0.1 of one half; a failed
 * run carries the likeliest `failure_class`. A rubric of items is one question for each.
 */
export function decisionJudge(settings: ChatJudgeSettings): AskingJudge {
  const { backend, rubric, usePrivileged, payloadChars } = settings;
  const instructions = judgingTask(rubric, usePrivileged, DECISION_RECORD_PLACE).join("\n\n");
  const questions: Questions = typeof rubric === "object" ? itemQuestions(rubric) : VERDICT_QUESTIONS;
  const decision = shortHash(JSON.stringify(questions));
  const judged = [instructions, `decision:${decision}`, ...taskParts(rubric, settings.lenient)];
  const version = judgeVersion(backend, judged, settings);
  const shown = (row: Readonly<Row>): FittedRecord => fitRecord(judgeRecord(row, settings), payloadChars);

  const ask = (row: Readonly<Row>): CompletionRequest[] => {
    const note = rubric === undefined ? faultLead(row) : undefined;
    const state = { instructions, ...(note === undefined ? {} : { note }), record: shown(row).json };
    return [decisionRequest({ state, questions })];
  };

  const read = ([reply]: readonly Completion[], row: Readonly<Row>): VerdictObject => {
    const meta = {
      model: backend.model,
      prompt_sha: shortHash(instructions),
      payload_chars: payloadChars,
      version,
      decision,
      ...(shown(row).reduced ? { payload_reduced: true } : {}),
      ...(usePrivileged ? { privileged: true } : {}),
    };
    const text = reply?.text ?? "";
    const answers = readDecisionAnswers(text);
    const verdict = typeof rubric === "object" ? itemVerdict(rubric, answers, settings.lenient) : runVerdict(answers);
    const raw = verdict.reward === null ? { raw: rawText(text) } : {};
    return { ...verdict, judge_meta: { ...meta, ...raw } };
  };

  const judge = createAskingJudge({
    name: settings.name ?? judgeName(backend, rubric),
    version,
    backend,
    ask,
    read,
    // The same question has the same probability: asking again says nothing new.
    isReadable: () => true,
    repeatRule: "",
  });
  return Object.freeze({ ...judge, prepare: ({ signal }: PrepareContext = {}) => checkKey(backend, signal) });
}

/** Looks at the key before the first row. Other trouble is left to the rows, which then say so. */
async function checkKey(backend: Backend, signal: AbortSignal | undefined): Promise<void> {
  try {
    await backend.complete(MODELS_REQUEST, { retries: 0, signal });
  } catch (error) {
    if (errorCode(error) === "auth_failed") throw error;
  }
}

const VERDICT_QUESTIONS: Questions = {
  verdict: {
    type: "noul",
    instructions: VERDICT_QUESTION.instructions,
    criteria: { true: VERDICT_QUESTION.true, false: VERDICT_QUESTION.false },
  },
  failure_class: {
    type: "choice",
    instructions: FAILURE_QUESTION,
    criteria: { ...FAILURE_CLASSES, [NO_FAILURE]: NO_FAILURE_MEANING },
  },
};

const itemName = (at: number): string => `item_${at + 1}`;

const itemQuestions = ({ criteria }: RubricObject): Questions =>
  Object.fromEntries(
    criteria.map((criterion, at) => [
      itemName(at),
      { type: "noul", instructions: CRITERION_QUESTION.replace("{criterion}", () => checklistLine(criterion, at)) },
    ]),
  );

function runVerdict(answers: ReadonlyMap<string, DecisionAnswer>): VerdictObject {
  const probability = noul(answers.get("verdict"));
  const failure = answers.get("failure_class");
  const choice = failure?.type === "choice" ? failure : undefined;
  const probabilities = {
    verdict: probability,
    ...(choice === undefined ? {} : { failure_class: choice.probabilities }),
  };
  if (probability === null) return unanswered("the service gave no probability", { probabilities });
  const isPass = probability >= 0.5;
  const label = choice?.choice ?? NO_FAILURE;
  const failureClass = !isPass && Object.hasOwn(FAILURE_CLASSES, label) ? label : undefined;
  const classShare =
    failureClass === undefined ? undefined : (choice?.probabilities[failureClass] ?? choice?.confidence);
  const named =
    failureClass === undefined
      ? ""
      : `, ${failureClass}${typeof classShare === "number" ? ` (${fixedText(classShare, 2)})` : ""}`;
  return {
    reward: isPass ? 1 : 0,
    reason: `jev: p(did what it should)=${fixedText(probability, 2)}${named}`,
    ...(failureClass === undefined ? {} : { failure_class: failureClass }),
    ...certainty([probability]),
    probabilities,
  };
}

function itemVerdict(
  rubric: RubricObject,
  answers: ReadonlyMap<string, DecisionAnswer>,
  lenient: boolean,
): VerdictObject {
  const given = rubric.criteria.map((_, at) => noul(answers.get(itemName(at))));
  const score = scoreAnswers(
    rubric.criteria,
    given.map((probability) => (probability === null ? undefined : probability >= 0.5)),
    rubric.version,
    { lenient },
  );
  const probabilities: Record<string, number | null> = {};
  for (const [at, { title }] of rubric.criteria.entries()) setOwn(probabilities, title, given[at] ?? null);
  const known = given.filter((probability) => probability !== null);
  if (known.length === 0) return { ...score, ...unanswered("the service gave no probabilities", { probabilities }) };
  const listed = rubric.criteria
    .flatMap(({ title }, at) => (given[at] === null ? [] : [`p(${title})=${fixedText(given[at] as number, 2)}`]))
    .join(", ");
  const reason = score.reward === null ? (score.reason ?? "") : clipText(`jev: ${listed}`, PARSED_REASON_CHARS);
  return { ...score, reason, ...certainty(known), probabilities };
}

const unanswered = (reason: string, more: Record<string, unknown>): VerdictObject => ({
  ...more,
  reward: null,
  reason,
  judge_status: "invalid_result",
});

const noul = (answer: DecisionAnswer | undefined): number | null => (answer?.type === "noul" ? answer.noul : null);

/** How sure the least sure of the probabilities is. Rounded first, so that 0.4 and 0.6 are sure whatever their last bits. */
function certainty(probabilities: readonly number[]): { confidence: number; unsure?: true } {
  const distance = Math.min(
    ...probabilities.map((probability) => Math.abs(roundHalfEven(probability, PROBABILITY_DIGITS) - 0.5)),
  );
  const confidence = roundHalfEven(0.5 + distance, PROBABILITY_DIGITS);
  return { confidence, ...(roundHalfEven(distance, PROBABILITY_DIGITS) < UNSURE_WITHIN ? { unsure: true } : {}) };
}
