import type { Completion, CompletionRequest, FinishReason, TokenLogprob } from "../../backend/backend.js";
import { BackendError } from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { finishCompletion } from "../wire/finish-completion.js";
import { type CallSite, httpError, serverWords } from "../wire/http-error.js";

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
  ["content_filter", "content_filter"],
]);

/** Reads the answer of `POST /chat/completions`. */
export function readChatAnswer(
  answer: unknown,
  request: CompletionRequest,
  site: CallSite,
  askedModel: string,
): Completion {
  const body = isRecord(answer) ? answer : {};
  const choice: unknown = Array.isArray(body.choices) ? body.choices[0] : undefined;
  if (!isRecord(choice) || !isRecord(choice.message)) throw noChoices(site, body);
  const { message } = choice;
  const usage = isRecord(body.usage) ? body.usage : {};
  return finishCompletion(
    {
      text: textOf(message.content) || textOf(message.refusal),
      reasoning: textOf(message.reasoning_content) || textOf(message.reasoning),
      calls: readCalls(message),
      finishReason: message.refusal ? "content_filter" : (REASONS.get(choice.finish_reason) ?? null),
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
      cachedInputTokens: detail(usage.prompt_tokens_details, "cached_tokens"),
      reasoningTokens: detail(usage.completion_tokens_details, "reasoning_tokens"),
      logprobs: request.logprobs ? readLogprobs(choice) : null,
      model: body.model,
    },
    request.messages,
    askedModel,
  );
}

/** Some routers answer 200 with an error inside. */
function noChoices(site: CallSite, body: Record<string, unknown>): BackendError {
  const text = JSON.stringify(body);
  const code = isRecord(body.error) ? Number(body.error.code) : Number.NaN;
  if (code >= 400 && code < 600) return httpError(site, { status: code, text });
  const said = isRecord(body.error) || typeof body.error === "string" ? ` It says: ${serverWords(site, text)}.` : "";
  return new BackendError({
    status: 200,
    message: `${site.label} at ${site.origin} answered without choices.${said}`,
    fix: "Check that the URL is an OpenAI-compatible chat endpoint.",
  });
}

const detail = (details: unknown, name: string): unknown => (isRecord(details) ? details[name] : undefined);

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return value.map((part) => (isRecord(part) && typeof part.text === "string" ? part.text : "")).join("");
}

function readCalls(message: Record<string, unknown>): { id?: unknown; name: string; arguments: unknown }[] {
  const listed = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const calls: { id?: unknown; name: string; arguments: unknown }[] = [];
  for (const call of listed)
    if (isRecord(call) && isRecord(call.function) && typeof call.function.name === "string" && call.function.name)
      calls.push({ id: call.id, name: call.function.name, arguments: call.function.arguments });
  if (calls.length === 0 && isRecord(message.function_call) && typeof message.function_call.name === "string")
    calls.push({ name: message.function_call.name, arguments: message.function_call.arguments });
  return calls;
}

/** One unreadable entry makes the sum of the reply wrong, so then there are none. */
function readLogprobs(choice: Record<string, unknown>): TokenLogprob[] | null {
  const content = isRecord(choice.logprobs) ? choice.logprobs.content : undefined;
  if (!Array.isArray(content)) return null;
  // vLLM's name, and SGLang's.
  const listed = choice.token_ids ?? choice.response_token_ids;
  const ids = Array.isArray(listed) && listed.length === content.length ? listed : [];
  const tokens: TokenLogprob[] = [];
  for (const [index, entry] of content.entries()) {
    if (!isRecord(entry) || typeof entry.logprob !== "number" || !Number.isFinite(entry.logprob)) return null;
    const token = typeof entry.token === "string" ? entry.token : "";
    const id = tokenId(entry.token_id ?? ids[index], token);
    tokens.push({ token, logprob: entry.logprob, ...(id === undefined ? {} : { tokenId: id }) });
  }
  return tokens;
}

/** vLLM can print tokens as `token_id:42`. */
function tokenId(value: unknown, token: string): number | undefined {
  if (Number.isSafeInteger(value)) return value as number;
  const printed = /^token_id:(\d+)$/.exec(token)?.[1];
  return printed === undefined ? undefined : Number(printed);
}
