import {
  type Backend,
  type ChatMessage,
  type Completion,
  clipText,
  type Row,
  sha256Hex,
  type VerdictObject,
} from "@whileai/core";
import type { AskingJudge } from "./asking-judge.js";
import { createAskingJudge } from "./create-asking-judge.js";
import { fitRecord } from "./fit-record.js";
import { faultLead, judgeMessage } from "./judge-message.js";
import { judgeRecord } from "./judge-record.js";
import { parseVerdict } from "./parse-verdict.js";
import { REPEAT_RULE } from "./prompts/output-rule.js";
import { judgeSystemPrompt } from "./system-prompt.js";

/** Tokens a verdict may take; convention: two sentences and a number. */
export const DEFAULT_JUDGE_TOKENS = 120;
/** How much of an unreadable reply is kept. */
const RAW_CHARS = 2000;
const VERSION_DIGITS = 12;
const TEMPERATURE = 0;

const VERDICT_SCHEMA = {
  name: "verdict",
  schema: {
    type: "object",
    properties: { reason: { type: "string" }, score: { type: "integer", enum: [0, 1] } },
    required: ["reason", "score"],
    additionalProperties: false,
  },
};

/** Everything a chat judge is made from. */
export interface ChatJudgeSettings {
  readonly backend: Backend;
  readonly rubric?: string | undefined;
  readonly name?: string | undefined;
  readonly policy?: string | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly usePrivileged: boolean;
  readonly payloadChars: number;
  readonly maxTokens: number;
}

/** The system prompt of a chat judge and the version that stands for it. */
export function judgeIdentity(settings: ChatJudgeSettings): {
  prompt: string;
  promptSha: string;
  version: string;
  name: string;
} {
  const { backend, rubric } = settings;
  const prompt = judgeSystemPrompt(rubric, settings.usePrivileged);
  const promptSha = sha256Hex(prompt).slice(0, VERSION_DIGITS);
  return {
    prompt,
    promptSha,
    version: `${backend.model}@${promptSha}`,
    name: settings.name ?? `judge:${backend.model}${rubric === undefined ? ":conduct-floor" : ""}`,
  };
}

/**
 * A judge that asks a model for 0 or 1. Where no answer can be read the verdict is `invalid_result`, with the answer in
 * `judge_meta.raw`.
 */
export function chatJudge(settings: ChatJudgeSettings): AskingJudge {
  const { backend, maxTokens, payloadChars } = settings;
  const { prompt, promptSha, version, name } = judgeIdentity(settings);
  const payload = (row: Readonly<Row>) => fitRecord(judgeRecord(row, settings), payloadChars);

  const ask = (row: Readonly<Row>) => {
    const lead = settings.rubric === undefined ? faultLead(row) : undefined;
    const messages: ChatMessage[] = [
      { role: "system", content: prompt },
      { role: "user", content: judgeMessage(payload(row), lead) },
    ];
    return [{ messages, temperature: TEMPERATURE, maxTokens, jsonSchema: VERDICT_SCHEMA }];
  };

  const read = ([reply]: readonly Completion[], row: Readonly<Row>): VerdictObject => {
    const meta = {
      model: backend.model,
      prompt_sha: promptSha,
      temperature: TEMPERATURE,
      max_tokens: maxTokens,
      payload_chars: payloadChars,
      version,
      ...(payload(row).reduced ? { payload_reduced: true } : {}),
      ...(settings.usePrivileged ? { privileged: true } : {}),
    };
    const { score, reason } = parseVerdict(reply?.text ?? "");
    if (score !== null) return { reward: score, reason, judge_meta: meta };
    return {
      reward: null,
      reason: "the judge gave no readable verdict",
      judge_status: "invalid_result",
      judge_meta: { ...meta, raw: clipText(reply?.text ?? "", RAW_CHARS) },
    };
  };

  return createAskingJudge({
    name,
    version,
    backend,
    ask,
    read,
    isReadable: ({ text }) => parseVerdict(text).score !== null,
    repeatRule: REPEAT_RULE,
  });
}
