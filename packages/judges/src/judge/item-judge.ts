import type { Completion, Row, VerdictObject } from "@whileai/core";
import { matchAnswers } from "../rubric/match-answers.js";
import { parseRubricReply } from "../rubric/parse-rubric-reply.js";
import type { RubricObject } from "../rubric/rubric.js";
import { scoreAnswers } from "../rubric/score-answers.js";
import type { AskingJudge } from "./asking-judge.js";
import type { ChatJudgeSettings } from "./chat-judge-settings.js";
import { createAskingJudge } from "./create-asking-judge.js";
import { judgeIdentity } from "./judge-identity.js";
import { rawReply } from "./raw-reply.js";
import { recordAsking } from "./record-asking.js";
import { numberedAnswers, replySchema } from "./reply-schema.js";
import { countVotes, majority } from "./votes.js";

/** Tokens the answers may take at least; convention. */
const LEAST_TOKENS = 400;
/** Tokens of a reason and of each answer; convention. */
const REASON_TOKENS = 120;
const ITEM_TOKENS = 12;

/** Tokens that the answers to a rubric's items may take: 400, or more for a long list. */
export const itemTokens = ({ criteria }: RubricObject): number =>
  Math.max(LEAST_TOKENS, REASON_TOKENS + ITEM_TOKENS * criteria.length);

/**
 * A judge that asks a model for a yes or no to every criterion of a rubric, once or by votes, and scores the answers. With
 * votes each criterion is decided by its own majority.
 */
export function itemJudge(settings: ChatJudgeSettings & { readonly rubric: RubricObject }): AskingJudge {
  const { rubric, lenient, votes } = settings;
  const { criteria } = rubric;
  const { prompt, repeatRule, name, version } = judgeIdentity(settings);
  const jsonSchema = replySchema("answers", "criteria", numberedAnswers(criteria.length, "boolean"));
  const asking = recordAsking({ ...settings, version }, () => ({ prompt, jsonSchema }));

  const read = (replies: readonly Completion[], row: Readonly<Row>): VerdictObject => {
    const { json, meta } = asking.shown(row);
    const parsed = replies.map(({ text }) => parseRubricReply(text, { evidence: json }));
    const unreadable = parsed.filter(({ results }) => results === null).length;
    if (unreadable === replies.length) return asking.unreadable(replies, parsed.at(-1)?.problem, meta);
    const answers = parsed.map(({ results }) => matchAnswers(criteria, results ?? {}));
    const ballots = criteria.map((_, at) => answers.map((given) => given[at]));
    const decided = ballots.map(majority);
    const score = scoreAnswers(criteria, decided, rubric.version, { lenient });
    const judge_meta = votes === 1 ? meta : { ...meta, votes: countVotes(ballots, unreadable) };
    if (score.reward === null) return { ...score, judge_meta: { ...judge_meta, raw: rawReply(replies) } };
    return { ...score, reason: parsed.find(({ results }) => results !== null)?.reason ?? "", judge_meta };
  };

  const isReadable = ({ text }: Completion, row: Readonly<Row>): boolean => {
    const { results } = parseRubricReply(text, { evidence: asking.shown(row).json });
    if (results === null) return false;
    return lenient || matchAnswers(criteria, results).every((answer) => answer !== undefined);
  };

  return createAskingJudge({ name, version, backend: settings.backend, ask: asking.ask, read, isReadable, repeatRule });
}
