import type { Backend } from "../../backend/backend.js";
import { checkOptions, optionRule } from "../../options/check-options.js";
import { baseUrl } from "../wire/base-url.js";
import { checkModel } from "../wire/check-model.js";
import { environment } from "../wire/environment.js";
import { loadPeer } from "../wire/load-peer.js";
import { createModelBackend, quoted } from "../wire/model-backend.js";
import { CALL_OPTION_RULES, type CallOptions } from "../wire/vendor-call.js";
import { readOllamaAnswer } from "./ollama-answer.js";
import { ollamaBody } from "./ollama-body.js";

/** Where an Ollama server listens by default. */
const OLLAMA_HOST = "http://127.0.0.1:11434";

export interface OllamaOptions extends CallOptions {
  /** Default: the variable OLLAMA_HOST, then this machine. */
  readonly host?: string | undefined;
}

/**
 * A model of an Ollama server. Needs the package `ollama`, which is loaded on the first call. No key is ever sent; for a
 * server behind a key use `Endpoint`.
 *
 * @throws OptionError for unknown options, an empty model and a host that is not a URL.
 *
 * @example
 * const backend = Ollama("llama3");
 * `${backend}`; // Ollama(model='llama3', key=none needed)
 */
export function Ollama(model: string, options: OllamaOptions = {}): Backend {
  checkModel("Ollama", model);
  checkOptions("Ollama", options, { host: optionRule.text, ...CALL_OPTION_RULES });
  const fixedUrl = options.host === undefined ? undefined : hostUrl("host", options.host);
  const label = `Ollama(model=${quoted(model)}, key=none needed)`;
  return createModelBackend({
    provider: "ollama",
    model,
    spec: `ollama:${model}`,
    label,
    baseURL: () => fixedUrl ?? hostUrl("OLLAMA_HOST", environment("OLLAMA_HOST") ?? OLLAMA_HOST),
    keyRule: () => ({ provider: "ollama", call: `Ollama(${quoted(model)})`, variables: [], needed: false }),
    options,
    attempt: async (request, attempt) => {
      const sdk = await loadPeer("ollama", () => import("ollama"));
      const client = new sdk.Ollama({ host: attempt.baseURL, fetch: attempt.fetch });
      const body = ollamaBody(model, request, label) as unknown as Parameters<typeof client.chat>[0] & {
        stream?: false;
      };
      return readOllamaAnswer(await client.chat(body), request, attempt.site, model);
    },
  });
}

/** OLLAMA_HOST is often written without a scheme, and as 0.0.0.0, the address a server binds to. */
function hostUrl(option: string, text: string): string {
  const withScheme = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  const url = baseUrl("Ollama", option, withScheme).replace("//0.0.0.0", "//127.0.0.1");
  return /^http:\/\/[^/:]+$/.test(url) ? `${url}:11434` : url;
}
