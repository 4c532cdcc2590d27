import type { Backend, Completion, CompletionRequest, Row, VerdictObject } from "@whileai/core";
import { fitRecord } from "./fit-record.js";
import { judgeMessage } from "./judge-message.js";
import { judgeRecord, type RecordSource } from "./judge-record.js";
import { shortHash } from "./judge-version.js";
import { rawReply } from "./raw-reply.js";
import { replyProblem, withCause } from "./reply-problem.js";
import type { ReplySchema } from "./reply-schema.js";
import { VOTE_TEMPERATURE } from "./votes.js";

const TEMPERATURE = 0;

/** How a judge shows records to a chat model. */
export interface RecordAskingSettings extends RecordSource {
  readonly backend: Backend;
  readonly version: string;
  readonly payloadChars: number;
  readonly maxTokens: number;
  /** How often each row is asked about; once unless given. */
  readonly votes?: number | undefined;
}

/** What goes with the record of a row. */
export interface RecordQuestion {
  readonly prompt: string;
  readonly jsonSchema: ReplySchema;
  /** A sentence before the record. */
  readonly lead?: string | undefined;
}

/** What the model was shown of a row, and how a verdict on it comes about, for `judge_meta`. */
interface ShownRecord {
  readonly json: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** What judges share that show a record to a chat model. */
export interface RecordAsking {
  /** The requests for a row: one, or one for each vote, which differ by their seed. */
  ask(row: Readonly<Row>): CompletionRequest[];
  shown(row: Readonly<Row>): ShownRecord;
  /** The verdict where no reply could be read. */
  unreadable(replies: readonly Completion[], problem: string | undefined, meta: ShownRecord["meta"]): VerdictObject;
}

/** The asking part of a judge that shows a record and wants an answer of a shape. */
export function recordAsking(
  settings: RecordAskingSettings,
  questionOf: (row: Readonly<Row>) => RecordQuestion,
): RecordAsking {
  const { backend, version, maxTokens, payloadChars, votes = 1, usePrivileged } = settings;
  const temperature = votes > 1 ? VOTE_TEMPERATURE : TEMPERATURE;
  const fitted = (row: Readonly<Row>) => fitRecord(judgeRecord(row, settings), payloadChars);

  return {
    ask: (row) => {
      const { prompt, jsonSchema, lead } = questionOf(row);
      const request: CompletionRequest = {
        messages: [
          { role: "system", content: prompt },
          { role: "user", content: judgeMessage(fitted(row), lead) },
        ],
        temperature,
        maxTokens,
        jsonSchema,
      };
      return votes === 1 ? [request] : Array.from({ length: votes }, (_, seed) => ({ ...request, seed }));
    },
    shown: (row) => {
      const { json, reduced } = fitted(row);
      return {
        json,
        meta: {
          model: backend.model,
          prompt_sha: shortHash(questionOf(row).prompt),
          temperature,
          max_tokens: maxTokens,
          payload_chars: payloadChars,
          version,
          ...(reduced ? { payload_reduced: true } : {}),
          ...(usePrivileged ? { privileged: true } : {}),
        },
      };
    },
    unreadable: (replies, problem, meta) => ({
      reward: null,
      reason: withCause("the judge gave no readable verdict", replyProblem(replies.at(-1), problem)),
      judge_status: "invalid_result",
      judge_meta: { ...meta, raw: rawReply(replies) },
    }),
  };
}
