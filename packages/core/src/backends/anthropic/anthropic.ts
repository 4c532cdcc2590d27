import type { Backend } from "../../backend/backend.js";
import { checkOptions, optionRule } from "../../options/check-options.js";
import { baseUrl } from "../wire/base-url.js";
import { checkModel } from "../wire/check-model.js";
import { environment } from "../wire/environment.js";
import { createModelBackend, quoted } from "../wire/model-backend.js";
import { CALL_OPTION_RULES, type CallOptions, type CallTarget } from "../wire/vendor-call.js";
import { readAnthropicAnswer } from "./anthropic-answer.js";
import { AnthropicBatches } from "./anthropic-batches.js";
import { anthropicBody } from "./anthropic-body.js";
import { ANTHROPIC_VERSION, anthropicClient } from "./anthropic-client.js";

/** Where Anthropic answers when neither `baseURL` nor ANTHROPIC_BASE_URL says otherwise. */
const ANTHROPIC_URL = "https://api.anthropic.com";

export interface AnthropicOptions extends CallOptions {
  /** Default: the variables WHILEAI_ANTHROPIC_API_KEY, then ANTHROPIC_API_KEY, read at each call. */
  readonly apiKey?: string | undefined;
  /** Default: the variable ANTHROPIC_BASE_URL, then Anthropic itself. */
  readonly baseURL?: string | undefined;
}

/**
 * A model of Anthropic. Needs the package `@anthropic-ai/sdk`, which is loaded on the first call.
 *
 * The key is found at each call: `apiKey`, then the key of another Anthropic backend object in the settings with the same
 * origin, then WHILEAI_ANTHROPIC_API_KEY, then ANTHROPIC_API_KEY. Temperatures above 1 are sent as 1; the API has no seed
 * and no log-probabilities (`logprobs` is null).
 *
 * @throws OptionError for unknown options and an empty model; calls throw the typed errors of `Backend`.
 *
 * @example
 * const backend = Anthropic("claude-haiku-4-5");
 * `${backend}`; // Anthropic(model='claude-haiku-4-5', key=ANTHROPIC_API_KEY)
 */
export function Anthropic(model: string, options: AnthropicOptions = {}): Backend {
  checkModel("Anthropic", model);
  checkOptions("Anthropic", options, {
    apiKey: optionRule.text,
    baseURL: optionRule.text,
    ...CALL_OPTION_RULES,
  });
  // The SDK adds /v1 by itself, and people copy URLs with and without it.
  const withoutVersion = (url: string) => url.replace(/\/v1$/, "");
  const fixedUrl =
    options.baseURL === undefined ? undefined : withoutVersion(baseUrl("Anthropic", "baseURL", options.baseURL));
  const label = `Anthropic(model=${quoted(model)}, key=${options.apiKey?.trim() ? "given" : "ANTHROPIC_API_KEY"})`;
  const target: CallTarget = {
    label,
    apiKey: options.apiKey,
    keyHeader: "x-api-key",
    baseURL: () =>
      fixedUrl ??
      withoutVersion(baseUrl("Anthropic", "ANTHROPIC_BASE_URL", environment("ANTHROPIC_BASE_URL") ?? ANTHROPIC_URL)),
    keyRule: (url) => ({
      provider: "anthropic",
      call: `Anthropic(${quoted(model)})`,
      variables: ["WHILEAI_ANTHROPIC_API_KEY", "ANTHROPIC_API_KEY"],
      needed: url.startsWith("https:"),
      fix: "Set ANTHROPIC_API_KEY, or pass apiKey.",
    }),
    options,
  };
  return createModelBackend({
    ...target,
    provider: "anthropic",
    model,
    spec: `anthropic:${model}`,
    hasPlainToolNames: true,
    batch: new AnthropicBatches(model, target),
    attempt: async (request, attempt) => {
      const client = await anthropicClient(attempt);
      const body = anthropicBody(model, request, label) as unknown as Parameters<typeof client.messages.create>[0] & {
        stream?: false;
      };
      const answer = await client.messages.create(body, {
        timeout: attempt.sdkTimeoutMs,
        headers: ANTHROPIC_VERSION,
      });
      return readAnthropicAnswer(answer, request, attempt.site, model);
    },
  });
}
