import type { Completion, CompletionRequest, Row, VerdictObject } from "@whileai/core";
import type { ChatJudgeSettings } from "./chat-judge-settings.js";
import { type FittedRecord, fitRecord } from "./fit-record.js";
import { judgeIdentity } from "./judge-identity.js";
import { faultLead, judgeMessage } from "./judge-message.js";
import { judgeRecord } from "./judge-record.js";
import { rawReply } from "./raw-reply.js";
import { unreadableReason } from "./unreadable-reason.js";
import { VOTE_TEMPERATURE } from "./votes.js";

const TEMPERATURE = 0;

/** What judges share that show a record to a chat model. */
export interface RecordAsking {
  readonly identity: ReturnType<typeof judgeIdentity>;
  /** The requests for a row: one, or one for each vote, which differ by their seed. */
  ask(row: Readonly<Row>): CompletionRequest[];
  /** What the model was shown of a row. */
  shown(row: Readonly<Row>): FittedRecord;
  /** How a verdict came about, for `judge_meta`. */
  meta(shown: FittedRecord): Record<string, unknown>;
  /** The verdict where no reply could be read. */
  unreadable(replies: readonly Completion[], problem: string | undefined, meta: Record<string, unknown>): VerdictObject;
}

/** The asking part of a judge that shows a record and wants an answer of a shape. */
export function recordAsking(
  settings: ChatJudgeSettings,
  jsonSchema: NonNullable<CompletionRequest["jsonSchema"]>,
): RecordAsking {
  const { backend, maxTokens, payloadChars, votes, usePrivileged } = settings;
  const identity = judgeIdentity(settings);
  const temperature = votes > 1 ? VOTE_TEMPERATURE : TEMPERATURE;
  const shown = (row: Readonly<Row>): FittedRecord => fitRecord(judgeRecord(row, settings), payloadChars);

  return {
    identity,
    shown,
    ask: (row) => {
      const lead = settings.rubric === undefined ? faultLead(row) : undefined;
      const request: CompletionRequest = {
        messages: [
          { role: "system", content: identity.prompt },
          { role: "user", content: judgeMessage(shown(row), lead) },
        ],
        temperature,
        maxTokens,
        jsonSchema,
      };
      return votes === 1 ? [request] : Array.from({ length: votes }, (_, seed) => ({ ...request, seed }));
    },
    meta: ({ reduced }) => ({
      model: backend.model,
      prompt_sha: identity.promptSha,
      temperature,
      max_tokens: maxTokens,
      payload_chars: payloadChars,
      version: identity.version,
      ...(reduced ? { payload_reduced: true } : {}),
      ...(usePrivileged ? { privileged: true } : {}),
    }),
    unreadable: (replies, problem, meta) => ({
      reward: null,
      reason: unreadableReason(replies, problem),
      judge_status: "invalid_result",
      judge_meta: { ...meta, raw: rawReply(replies) },
    }),
  };
}
