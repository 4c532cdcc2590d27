import {
  type Backend,
  type BackendError,
  type ChatMessage,
  type Completion,
  clipText,
  type JudgeContext,
  type JudgeObject,
  type Row,
  sha256Hex,
  type VerdictObject,
  WhileaiError,
} from "@whileai/core";
import { fitRecord } from "./fit-record.js";
import { faultLead, judgeMessage } from "./judge-message.js";
import { judgeRecord } from "./judge-record.js";
import { type ParsedVerdict, parseVerdict } from "./parse-verdict.js";
import { REPEAT_RULE } from "./prompts/output-rule.js";
import { judgeSystemPrompt } from "./system-prompt.js";

/** Tokens a verdict may take; convention: two sentences and a number. */
export const DEFAULT_JUDGE_TOKENS = 120;
/** How much more room the second attempt gets when the first was cut off, by a thinking model for example. */
const CUT_OFF_FACTOR = 8;
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
 * A judge that asks a model for 0 or 1. An answer that cannot be read is asked for once more, then the verdict is
 * `invalid_result` with the answer in `judge_meta.raw`. Errors of the backend are thrown.
 */
export function chatJudge(settings: ChatJudgeSettings): JudgeObject {
  const { backend, maxTokens, payloadChars } = settings;
  const { prompt, promptSha, version, name } = judgeIdentity(settings);
  let takesSchema = true;

  /** Servers without structured output refuse the schema; then, and from then on, words alone have to do. */
  const complete = async (
    messages: readonly ChatMessage[],
    tokens: number,
    signal: AbortSignal,
  ): Promise<Completion> => {
    const request = { messages, temperature: TEMPERATURE, maxTokens: tokens };
    if (!takesSchema) return backend.complete(request, { signal });
    try {
      return await backend.complete({ ...request, jsonSchema: VERDICT_SCHEMA }, { signal });
    } catch (error) {
      if (!refusesSchema(error)) throw error;
      const completion = await backend.complete(request, { signal });
      takesSchema = false;
      return completion;
    }
  };

  const judge = async (row: Readonly<Row>, { signal }: JudgeContext): Promise<VerdictObject> => {
    const record = fitRecord(judgeRecord(row, settings), payloadChars);
    const lead = settings.rubric === undefined ? faultLead(row) : undefined;
    const messages: ChatMessage[] = [
      { role: "system", content: prompt },
      { role: "user", content: judgeMessage(record, lead) },
    ];
    const meta = {
      model: backend.model,
      prompt_sha: promptSha,
      temperature: TEMPERATURE,
      max_tokens: maxTokens,
      payload_chars: payloadChars,
      version,
      ...(record.reduced ? { payload_reduced: true } : {}),
      ...(settings.usePrivileged ? { privileged: true } : {}),
    };
    const first = await complete(messages, maxTokens, signal);
    const parsed = parseVerdict(first.text);
    if (parsed.score !== null) return readable(parsed, meta);
    const repeated = await complete(
      [
        ...messages,
        { role: "assistant", content: first.text || "(no answer)" },
        { role: "user", content: REPEAT_RULE },
      ],
      first.finishReason === "length" ? maxTokens * CUT_OFF_FACTOR : maxTokens,
      signal,
    );
    const second = parseVerdict(repeated.text);
    if (second.score !== null) return readable(second, { ...meta, asked_twice: true });
    return {
      reward: null,
      reason: "the judge gave no readable verdict",
      judge_status: "invalid_result",
      judge_meta: { ...meta, raw: clipText(repeated.text || first.text, RAW_CHARS) },
    };
  };
  return { name, kind: "llm", version, model: backend.model, judge };
}

const readable = ({ score, reason }: ParsedVerdict, meta: Record<string, unknown>): VerdictObject => ({
  reward: score,
  reason,
  judge_meta: meta,
});

const refusesSchema = (error: unknown): boolean =>
  WhileaiError.isInstance(error) &&
  error.code === "backend_failed" &&
  [400, 422].includes((error as BackendError).status ?? 0);
