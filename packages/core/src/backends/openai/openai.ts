import type { Backend } from "../../backend/backend.js";
import { checkOptions, optionRule } from "../../options/check-options.js";
import { createChatBackend } from "../chat/chat-backend.js";
import type { ChatDialect } from "../chat/chat-body.js";
import { baseUrl } from "../wire/base-url.js";
import { checkModel } from "../wire/check-model.js";
import { environment } from "../wire/environment.js";
import { quoted } from "../wire/model-backend.js";
import { CALL_OPTION_RULES, type CallOptions, type CallTarget } from "../wire/vendor-call.js";
import { OpenAIBatches } from "./openai-batches.js";

/** Where OpenAI answers when neither `baseURL` nor OPENAI_BASE_URL says otherwise. */
export const OPENAI_URL = "https://api.openai.com/v1";
const DIALECT: ChatDialect = { sendsBrokenArguments: true, sendsReasoning: false, sendsTokenIds: false };

export interface OpenAIOptions extends CallOptions {
  /** Default: the variable OPENAI_API_KEY, read at each call. */
  readonly apiKey?: string | undefined;
  /** Default: the variable OPENAI_BASE_URL, then OpenAI itself. */
  readonly baseURL?: string | undefined;
}

/**
 * A model of OpenAI. Needs the package `openai`, which is loaded on the first call.
 *
 * The key is found at each call: `apiKey`, then the key of another OpenAI backend object in the settings with the same
 * origin, then OPENAI_API_KEY. It goes to the base URL's origin and nowhere else; redirects are not followed.
 *
 * @throws OptionError for unknown options and an empty model; calls throw the typed errors of `Backend`.
 *
 * @example
 * const backend = OpenAI("gpt-4.1-mini");
 * `${backend}`; // OpenAI(model='gpt-4.1-mini', key=OPENAI_API_KEY)
 */
export function OpenAI(model: string, options: OpenAIOptions = {}): Backend {
  checkModel("OpenAI", model);
  checkOptions("OpenAI", options, {
    apiKey: optionRule.text,
    baseURL: optionRule.text,
    ...CALL_OPTION_RULES,
  });
  const fixedUrl = options.baseURL === undefined ? undefined : baseUrl("OpenAI", "baseURL", options.baseURL);
  const target: CallTarget = {
    label: `OpenAI(model=${quoted(model)}, key=${options.apiKey?.trim() ? "given" : "OPENAI_API_KEY"})`,
    apiKey: options.apiKey,
    baseURL: () => fixedUrl ?? baseUrl("OpenAI", "OPENAI_BASE_URL", environment("OPENAI_BASE_URL") ?? OPENAI_URL),
    keyRule: (url) => ({
      provider: "openai",
      call: `OpenAI(${quoted(model)})`,
      variables: ["OPENAI_API_KEY"],
      needed: url.startsWith("https:"),
    }),
    options,
  };
  return createChatBackend({
    ...target,
    provider: "openai",
    model,
    spec: `openai:${model}`,
    hasPlainToolNames: true,
    batch: new OpenAIBatches(model, target, DIALECT),
    dialect: DIALECT,
  });
}
