import { onAbort } from "../../abort/on-abort.js";
import type { Backend, Completion, CompletionOptions, CompletionRequest } from "../../backend/backend.js";
import { modelFamily } from "../../backend/model-family.js";
import { DEFAULT_RETRIES, withRetry } from "../../backend/retry.js";
import { AbortError } from "../../errors/abort-error.js";
import { TransientError } from "../../errors/backend-error.js";
import { OptionError } from "../../errors/option-error.js";
import { isRecord } from "../../json/json.js";
import { keepEndpointFacts } from "../../limits/endpoint-facts.js";
import { checkOptions, optionRule } from "../../options/check-options.js";
import { LONGEST_TIMER_MS } from "../../timer/longest-timer.js";
import { COMPLETION_RULES, quoted, REQUEST_RULES } from "../wire/model-backend.js";
import { withPlainToolNames } from "../wire/tool-names.js";
import { CALL_OPTION_RULES, type CallOptions, DEFAULT_TIMEOUT_MS } from "../wire/vendor-call.js";
import { readAISDKAnswer } from "./aisdk-answer.js";
import { aisdkError } from "./aisdk-error.js";
import { type AskedModel, aisdkCallOptions, type ProviderOptions } from "./aisdk-prompt.js";

/** A language model of the AI SDK, of version 2 of its specification (`ai` 5), 3 (`ai` 6) or 4 (`ai` 7). */
export interface AISDKModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
}

export interface AISDKOptions extends CallOptions {
  /** Options of the model's provider, sent with every call: `{ openai: { reasoningEffort: "low" } }`. */
  readonly providerOptions?: ProviderOptions | undefined;
}

/** Versions of the specification that are spoken here. */
const VERSIONS: readonly unknown[] = ["v2", "v3", "v4"];
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Any language model of the Vercel AI SDK as a backend: agent, simulator, user or judge. Providers for Google, Bedrock, Azure,
 * Groq, Mistral and others come with it. Nothing of the SDK is imported; the model object is called as it is, and its own
 * key goes where it always goes.
 *
 * Retries, time-outs and typed errors are those of every backend. Log-probabilities are there for OpenAI's provider only.
 *
 * @throws OptionError for what is no language model of a known version, and for unknown options; calls throw the typed errors
 * of `Backend`.
 *
 * @example
 * import { google } from "@ai-sdk/google";
 * import { AISDK } from "@whileai/core/backends/aisdk";
 * const backend = AISDK(google("gemini-2.5-flash"));
 * `${backend}`; // AISDK(provider='google.generative-ai', model='gemini-2.5-flash')
 */
export function AISDK(model: AISDKModel, options: AISDKOptions = {}): Backend {
  checkLanguageModel(model);
  checkOptions("AISDK", options, { providerOptions: optionRule.record, ...CALL_OPTION_RULES });
  const backend = Object.freeze(new AISDKBackend(model, options));
  // The key is the model object's own secret, so models of one name share an allowance.
  const endpoint = JSON.stringify(["aisdk", model.provider, model.modelId]);
  keepEndpointFacts(backend, { endpoint: () => endpoint, retries: options.retries });
  return backend;
}

class AISDKBackend implements Backend {
  readonly provider: string;
  readonly model: string;
  readonly spec = null;
  readonly family: string | null;
  readonly #model: AISDKModel;
  readonly #options: AISDKOptions;
  readonly #asked: AskedModel;

  constructor(model: AISDKModel, options: AISDKOptions) {
    this.provider = model.provider.split(".")[0] as string;
    this.model = model.modelId;
    this.family = modelFamily(model.modelId);
    this.#model = model;
    this.#options = options;
    this.#asked = {
      label: `AISDK(provider=${quoted(model.provider)}, model=${quoted(model.modelId)})`,
      provider: this.provider,
      tagsFileData: model.specificationVersion === "v4",
    };
  }

  async complete(request: CompletionRequest, options: CompletionOptions = {}): Promise<Completion> {
    checkOptions("complete", options, COMPLETION_RULES);
    checkOptions("complete", request, REQUEST_RULES, "request.");
    const { signal } = options;
    if (signal?.aborted) throw new AbortError();
    const own = this.#options;
    const named = withPlainToolNames(request);
    const callOptions = aisdkCallOptions(named.request, this.#asked, own.providerOptions);
    const timeoutMs = Math.min(options.timeoutMs ?? own.timeoutMs ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMER_MS);
    const answer = await withRetry(() => this.#attempt(callOptions, timeoutMs, signal), {
      retries: options.retries ?? own.retries ?? DEFAULT_RETRIES,
      signal,
      sleep: own.sleep,
      random: own.random,
    });
    return named.restore(readAISDKAnswer(answer, named.request, this.#asked, this.model));
  }

  // A model may not know signals; the call still ends with its signal and its time.
  #attempt(callOptions: object, timeoutMs: number, signal: AbortSignal | undefined): Promise<unknown> {
    const { label } = this.#asked;
    const ending = new AbortController();
    const generate = this.#model.doGenerate.bind(this.#model) as (options: object) => PromiseLike<unknown>;
    return new Promise((resolve, reject) => {
      const end = (error: Error): void => {
        ending.abort();
        reject(error);
      };
      const timer = setTimeout(() => {
        const message = `${label} did not answer within ${timeoutMs / 1000} s.`;
        end(new TransientError({ message, fix: "Raise timeoutMs, or check the server." }));
      }, timeoutMs);
      const stopWaiting = onAbort(signal, () => end(new AbortError()));
      const answered = (async () => generate({ ...callOptions, abortSignal: ending.signal }))();
      answered
        .finally(() => {
          clearTimeout(timer);
          stopWaiting();
        })
        .then(resolve, (error: unknown) => reject(aisdkError(error, label)));
    });
  }

  toString(): string {
    return this.#asked.label;
  }

  toJSON(): { provider: string; model: string; spec: null } {
    return { provider: this.provider, model: this.model, spec: this.spec };
  }

  [INSPECT](): string {
    return this.#asked.label;
  }
}

function checkLanguageModel(model: unknown): asserts model is AISDKModel {
  const given = isRecord(model) ? model : {};
  const isModel =
    typeof given.doGenerate === "function" && typeof given.provider === "string" && typeof given.modelId === "string";
  if (isModel && VERSIONS.includes(given.specificationVersion)) return;
  throw new OptionError({
    option: "model",
    message: isModel
      ? `AISDK: the model is of version ${JSON.stringify(given.specificationVersion)} of the AI SDK's specification.`
      : `AISDK: the model must be a language model object, got ${typeof model === "string" ? "a name" : typeof model}.`,
    fix: isModel
      ? `Known versions: ${VERSIONS.join(", ")}. Update the model's provider package.`
      : 'Write AISDK(google("gemini-2.5-flash")) with a provider of the AI SDK, or use a spec string for a name.',
  });
}
