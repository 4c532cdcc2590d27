import type { Completion, Row, VerdictObject } from "@whileai/core";
import type { AskingJudge } from "./asking-judge.js";
import type { ChatJudgeSettings } from "./chat-judge-settings.js";
import { createAskingJudge } from "./create-asking-judge.js";
import { guessFailureClass } from "./guess-failure-class.js";
import { judgeIdentity } from "./judge-identity.js";
import { faultLead } from "./judge-message.js";
import { judgeRecord } from "./judge-record.js";
import { parseVerdict } from "./parse-verdict.js";
import { recordAsking } from "./record-asking.js";
import { replySchema } from "./reply-schema.js";
import { countVotes, majority } from "./votes.js";

/** Tokens a verdict may take; convention: two sentences and a number. */
export const DEFAULT_JUDGE_TOKENS = 120;

const VERDICT_SCHEMA = replySchema("verdict", "score", { type: "integer", enum: [0, 1] });

/**
 * A judge that asks a model for 0 or 1, once or by votes. Where no answer can be read the verdict is `invalid_result`,
 * with the answer in `judge_meta.raw`; so it is where the votes give no majority.
 */
export function chatJudge(settings: ChatJudgeSettings): AskingJudge {
  const { prompt, repeatRule, name, version } = judgeIdentity(settings);
  const asking = recordAsking({ ...settings, version }, (row) => ({
    prompt,
    jsonSchema: VERDICT_SCHEMA,
    lead: settings.rubric === undefined ? faultLead(row) : undefined,
  }));

  const read = (replies: readonly Completion[], row: Readonly<Row>): VerdictObject => {
    const { json, meta } = asking.shown(row);
    const parsed = replies.map(({ text }) => parseVerdict(text, { evidence: json }));
    const ballot = parsed.map(({ score }) => (score === null ? undefined : score === 1));
    const unreadable = ballot.filter((vote) => vote === undefined).length;
    if (unreadable === replies.length) return asking.unreadable(replies, parsed.at(-1)?.problem, meta);
    const winner = majority(ballot);
    const judge_meta = settings.votes === 1 ? meta : { ...meta, votes: countVotes([ballot], unreadable) };
    if (winner === undefined)
      return { reward: null, reason: "the votes give no majority", judge_status: "invalid_result", judge_meta };
    const reason = parsed[ballot.indexOf(winner)]?.reason ?? "";
    if (winner) return { reward: 1, reason, judge_meta };
    const failureClass = guessFailureClass(reason, judgeRecord(row, settings).final_text);
    return { reward: 0, reason, ...(failureClass === undefined ? {} : { failure_class: failureClass }), judge_meta };
  };

  return createAskingJudge({
    name,
    version,
    backend: settings.backend,
    ask: asking.ask,
    read,
    isReadable: ({ text }, row) => parseVerdict(text, { evidence: asking.shown(row).json }).score !== null,
    repeatRule,
  });
}
