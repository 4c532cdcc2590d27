import type { Backend, Completion, CompletionRequest } from "../../backend/backend.js";
import { BackendError, ContextLengthError } from "../../errors/backend-error.js";
import { createModelBackend, type ModelBackendDefinition } from "../wire/model-backend.js";
import { type Attempt, typedErrorInside } from "../wire/vendor-call.js";
import { readChatAnswer } from "./chat-answer.js";
import { type ChatDialect, chatBody, type RefusedParameters } from "./chat-body.js";
import { readChatEvents } from "./chat-events.js";
import { ChatTemplate } from "./chat-template.js";
import { openaiClient } from "./openai-client.js";

/** A backend that speaks OpenAI's chat protocol: all of {@link ModelBackendDefinition} but the call itself. */
export interface ChatBackendDefinition extends Omit<ModelBackendDefinition, "attempt" | "readEvents"> {
  /** Default: nothing that only OpenAI itself takes. */
  readonly dialect?: ChatDialect | undefined;
}

const PLAIN_DIALECT: ChatDialect = { sendsBrokenArguments: false, sendsReasoning: true, sendsTokenIds: true };

/**
 * Makes a backend for any server that speaks OpenAI's chat protocol. The factories of this package are made with it; use
 * `Endpoint` unless you write such a factory yourself.
 */
export function createChatBackend({ dialect = PLAIN_DIALECT, ...definition }: ChatBackendDefinition): Backend {
  const refused: RefusedParameters = {};
  const template = new ChatTemplate();
  // A server that refuses several parameters names one at a time; what it refused is kept once it answers without.
  const complete = async (request: CompletionRequest, attempt: Attempt): Promise<Completion> => {
    const without = { ...refused };
    for (;;) {
      try {
        const completion = await send(definition.model, request, attempt, dialect, without);
        Object.assign(refused, without);
        return completion;
      } catch (error) {
        const parameter = refusedParameter(error, request, without);
        if (parameter === undefined) throw error;
        without[parameter] = true;
      }
    }
  };
  return createModelBackend({
    ...definition,
    readEvents: readChatEvents,
    attempt: async (request, attempt) => {
      const completion = await complete(request, attempt);
      const templateSha = request.tokenIds && dialect.sendsTokenIds ? await template.sha(attempt) : undefined;
      return templateSha === undefined ? completion : { ...completion, templateSha };
    },
  });
}

async function send(
  model: string,
  request: CompletionRequest,
  attempt: Attempt,
  dialect: ChatDialect,
  refused: RefusedParameters,
): Promise<Completion> {
  const client = await openaiClient(attempt);
  const body = chatBody(model, request, dialect, refused) as unknown as Parameters<
    typeof client.chat.completions.create
  >[0] & { stream?: false };
  return readChatAnswer(await client.chat.completions.create(body), request, attempt.site, model);
}

/** The parameter that a server refused by name and that can be sent otherwise or left out. */
function refusedParameter(
  thrown: unknown,
  request: CompletionRequest,
  refused: RefusedParameters,
): keyof RefusedParameters | undefined {
  const error = typedErrorInside(thrown);
  if (!(error instanceof BackendError) || (error.status !== 400 && error.status !== 422)) return undefined;
  if (error instanceof ContextLengthError) return undefined;
  if (request.maxTokens !== undefined && !refused.max_tokens && /\bmax_tokens\b/.test(error.message))
    return /too (large|high|big)|at most|exceed|maximum|less than/i.test(error.message) ? undefined : "max_tokens";
  if (request.logprobs && !refused.logprobs && /\blogprobs\b/.test(error.message)) return "logprobs";
  if (request.tokenIds && !refused.return_token_ids && /\breturn_token_ids\b/.test(error.message))
    return "return_token_ids";
  return undefined;
}
