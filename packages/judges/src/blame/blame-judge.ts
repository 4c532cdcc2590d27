import type { Backend, VerdictObject } from "@whileai/core";
import type { AskingJudge } from "../judge/asking-judge.js";
import { createAskingJudge } from "../judge/create-asking-judge.js";
import { decidingObject } from "../judge/deciding-object.js";
import { judgeVersion } from "../judge/judge-version.js";
import { payloadCharsFor } from "../judge/payload-chars.js";
import { RECORD_PLACE, RECORD_RULE } from "../judge/prompts/record-rule.js";
import { reasonText } from "../judge/reason-text.js";
import { recordAsking } from "../judge/record-asking.js";
import { replySchema } from "../judge/reply-schema.js";
import { BLAME_OUTPUT_RULE, BLAME_REPEAT_RULE, BLAME_TASK } from "./prompts/blame-rule.js";

/** Tokens of a reason and a name; convention. */
const MAX_TOKENS = 150;
const LATER_ANSWER = /["'“‘`]party["'”’`]\s*:/i;

/** Who a model may lay a failure to; a broken line shows on the row. */
export const ASKED_PARTIES = ["agent", "simulator", "world", "judge"] as const;

const PROMPT = [BLAME_TASK, RECORD_RULE.replace("{place}", () => RECORD_PLACE), BLAME_OUTPUT_RULE].join("\n\n");

const BLAME_SCHEMA = replySchema("blame", "party", { type: "string", enum: [...ASKED_PARTIES] });

interface BlameReply {
  readonly party: (typeof ASKED_PARTIES)[number] | null;
  readonly reason: string;
  /** Why there is no party. */
  readonly problem?: string | undefined;
}

/** Reads a reply `{"reason": "…", "party": "world"}`; the last complete object decides. */
export function parseBlameReply(reply: string, evidence?: string): BlameReply {
  const deciding = decidingObject(reply, { laterAnswer: LATER_ANSWER, evidence });
  if (deciding.value === undefined) return { party: null, reason: "", problem: deciding.problem };
  const named = typeof deciding.value.party === "string" ? deciding.value.party.trim().toLowerCase() : "";
  const party = ASKED_PARTIES.find((each) => each === named);
  if (party === undefined) return { party: null, reason: "", problem: "the last object names no party" };
  return { party, reason: reasonText(deciding.value.reason) };
}

/** A judge whose verdict is who made a run fail: `judge_meta.party`, with a reward of 0 that means nothing. */
export function blameJudge(backend: Backend): AskingJudge {
  const version = judgeVersion(backend, [PROMPT, BLAME_REPEAT_RULE], {});
  const asking = recordAsking(
    {
      backend,
      version,
      payloadChars: payloadCharsFor(backend, PROMPT.length, MAX_TOKENS),
      maxTokens: MAX_TOKENS,
      usePrivileged: false,
    },
    () => ({ prompt: PROMPT, jsonSchema: BLAME_SCHEMA }),
  );
  return createAskingJudge({
    name: `blame:${backend.model}`,
    version,
    backend,
    ask: asking.ask,
    read: (replies, row): VerdictObject => {
      const { json, meta } = asking.shown(row);
      const { party, reason, problem } = parseBlameReply(replies[0]?.text ?? "", json);
      if (party === null) return asking.unreadable(replies, problem, meta);
      return { reward: 0, reason, judge_meta: { ...meta, party } };
    },
    isReadable: ({ text }, row) => parseBlameReply(text, asking.shown(row).json).party !== null,
    repeatRule: BLAME_REPEAT_RULE,
  });
}
