import type { Backend, CompletionRequest, Row, VerdictObject } from "@whileai/core";
import type { AskingJudge } from "../judge/asking-judge.js";
import { createAskingJudge } from "../judge/create-asking-judge.js";
import { decidingObject, saidText } from "../judge/deciding-object.js";
import { type FittedRecord, fitRecord } from "../judge/fit-record.js";
import { judgeMessage } from "../judge/judge-message.js";
import { judgeRecord } from "../judge/judge-record.js";
import { judgeVersion } from "../judge/judge-version.js";
import { payloadCharsFor } from "../judge/payload-chars.js";
import { RECORD_PLACE, RECORD_RULE } from "../judge/prompts/record-rule.js";
import { reasonText } from "../judge/reason-text.js";
import { BLAME_OUTPUT_RULE, BLAME_REPEAT_RULE, BLAME_TASK } from "./prompts/blame-rule.js";

/** Tokens of a reason and a name; convention. */
const MAX_TOKENS = 150;
const LATER_ANSWER = /["'“‘`]party["'”’`]\s*:/i;

/** Who a model may lay a failure to; a broken line shows on the row. */
export const ASKED_PARTIES = ["agent", "simulator", "world", "judge"] as const;

const PROMPT = [BLAME_TASK, RECORD_RULE.replace("{place}", () => RECORD_PLACE), BLAME_OUTPUT_RULE].join("\n\n");

const BLAME_SCHEMA = {
  name: "blame",
  schema: {
    type: "object",
    properties: { reason: { type: "string" }, party: { type: "string", enum: [...ASKED_PARTIES] } },
    required: ["reason", "party"],
    additionalProperties: false,
  },
};

interface BlameReply {
  readonly party: (typeof ASKED_PARTIES)[number] | null;
  readonly reason: string;
}

/** Reads a reply `{"reason": "…", "party": "world"}`; the last complete object decides. */
export function parseBlameReply(reply: string, evidence?: string): BlameReply {
  const { value } = decidingObject(saidText(reply), { laterAnswer: LATER_ANSWER, evidence });
  const named = typeof value?.party === "string" ? value.party.trim().toLowerCase() : "";
  return { party: ASKED_PARTIES.find((party) => party === named) ?? null, reason: reasonText(value?.reason) };
}

/** A judge whose verdict is who made a run fail: `judge_meta.party`, with a reward of 0 that means nothing. */
export function blameJudge(backend: Backend): AskingJudge {
  const payloadChars = payloadCharsFor(backend, PROMPT.length, MAX_TOKENS);
  const shown = (row: Readonly<Row>): FittedRecord =>
    fitRecord(judgeRecord(row, { usePrivileged: false }), payloadChars);
  const ask = (row: Readonly<Row>): CompletionRequest[] => [
    {
      messages: [
        { role: "system", content: PROMPT },
        { role: "user", content: judgeMessage(shown(row)) },
      ],
      temperature: 0,
      maxTokens: MAX_TOKENS,
      jsonSchema: BLAME_SCHEMA,
    },
  ];
  return createAskingJudge({
    name: `blame:${backend.model}`,
    version: judgeVersion(backend, [PROMPT, BLAME_REPEAT_RULE], {}),
    backend,
    ask,
    read: ([reply], row): VerdictObject => {
      const { party, reason } = parseBlameReply(reply?.text ?? "", shown(row).json);
      return { reward: party === null ? null : 0, reason, judge_meta: { party } };
    },
    isReadable: ({ text }, row) => parseBlameReply(text, shown(row).json).party !== null,
    repeatRule: BLAME_REPEAT_RULE,
  });
}
