import type { Backend } from "../../backend/backend.js";
import { OptionError } from "../../errors/option-error.js";
import { checkOptions, optionRule } from "../../options/check-options.js";
import { createChatBackend } from "../chat/chat-backend.js";
import { baseUrl, isKeylessUrl } from "../wire/base-url.js";
import { checkModel } from "../wire/check-model.js";
import { quoted } from "../wire/model-backend.js";
import { CALL_OPTION_RULES, type CallOptions } from "../wire/vendor-call.js";

export interface EndpointOptions extends CallOptions {
  /** The server's OpenAI-compatible base URL, such as `http://localhost:8000/v1`. */
  readonly url: string;
  /** Default on https: the variables VLLM_API_KEY, then OPENAI_API_KEY, read at each call. Elsewhere: no key. */
  readonly apiKey?: string | undefined;
}

/** Vendors whose servers get their own key only. */
const VENDOR_VARIABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ["api.openai.com", ["OPENAI_API_KEY"]],
  ["api.anthropic.com", ["ANTHROPIC_API_KEY"]],
]);
const ENDPOINT_VARIABLES = ["VLLM_API_KEY", "OPENAI_API_KEY"] as const;

/** The host's name; a dot at its end means the same host. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, "");

/**
 * A model behind any OpenAI-compatible server: vLLM, SGLang, llama.cpp, a gateway. Needs the package `openai`, which is
 * loaded on the first call.
 *
 * Plain http and this machine get no key unless `apiKey` is given: a key in a variable never goes there. An https server
 * gets `apiKey`, then VLLM_API_KEY, then OPENAI_API_KEY; VLLM_API_KEY never goes to OpenAI itself.
 *
 * @throws OptionError for unknown options, an empty model, and a URL that is missing or cannot be used.
 *
 * @example
 * const backend = Endpoint("Qwen/Qwen3-4B", { url: "http://localhost:8000/v1" });
 * `${backend}`; // Endpoint(model='Qwen/Qwen3-4B', url='http://localhost:8000/v1', key=none needed)
 */
export function Endpoint(model: string, options: EndpointOptions): Backend {
  checkModel("Endpoint", model);
  checkOptions("Endpoint", options, { url: optionRule.text, apiKey: optionRule.text, ...CALL_OPTION_RULES });
  if (!options?.url)
    throw new OptionError({
      option: "url",
      message: "Endpoint: `url` is missing.",
      fix: `Write Endpoint(${JSON.stringify(model)}, { url: "http://localhost:8000/v1" }).`,
    });
  const url = baseUrl("Endpoint", "url", options.url);
  const variables = isKeylessUrl(url) ? [] : (VENDOR_VARIABLES.get(hostOf(url)) ?? ENDPOINT_VARIABLES);
  const keyText = options.apiKey?.trim() ? "given" : variables.join(" or ") || "none needed";
  return createChatBackend({
    provider: "vllm",
    model,
    spec: `vllm:${model}@${url}`,
    label: `Endpoint(model=${quoted(model)}, url=${quoted(url)}, key=${keyText})`,
    apiKey: options.apiKey,
    baseURL: () => url,
    keyRule: () => ({
      provider: "vllm",
      call: `Endpoint(${quoted(model)})`,
      variables,
      needed: variables.length > 0,
    }),
    options,
  });
}
