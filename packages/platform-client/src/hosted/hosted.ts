import { type Backend, checkOptions } from "@whileai/core";
import { CALL_OPTION_RULES, type CallOptions, createChatBackend, type ResolvedKey } from "@whileai/core/backends";
import type { Role } from "@whileai/core/settings";
import { type KeySource, resolveCredential } from "../auth/resolve-credential.js";
import { modelsUrl } from "./models-url.js";

/** The hosted model of each role; the judge is of another family than the agent, because a judge favours its own. */
export const HOSTED_MODELS: Readonly<Record<Role, string>> = {
  agent: "qwen3-4b",
  judge: "phi-4",
  simulator: "qwen3-4b",
};

export interface HostedOptions extends CallOptions {
  /** Default: the hosted agent model. */
  readonly model?: string | undefined;
}

const PLACES: Readonly<Record<KeySource, string>> = {
  given: "given",
  configure: "configure({ apiKey })",
  WHILEAI_DELEGATED_CREDENTIAL: "WHILEAI_DELEGATED_CREDENTIAL",
  WHILEAI_API_KEY: "WHILEAI_API_KEY",
  file: "the saved login",
  none: "none",
};

/**
 * A model that While hosts. Calls use the key of your While account: `configure({ apiKey })`, then
 * WHILEAI_DELEGATED_CREDENTIAL, WHILEAI_API_KEY or the login that `whileai login` saved, read at each call.
 *
 * @throws OptionError for unknown options; calls throw AuthError before any request when there is no key.
 *
 * @example
 * const backend = Hosted();
 * `${backend}`; // Hosted(key=WHILEAI_API_KEY or whileai login)
 */
export function Hosted(options: HostedOptions = {}): Backend {
  checkOptions("Hosted", options, {
    model: (value) => (typeof value === "string" && value.trim() !== "" ? undefined : "a model's name"),
    ...CALL_OPTION_RULES,
  });
  const model = options.model ?? HOSTED_MODELS.agent;
  const shownModel = options.model === undefined ? "" : `model='${model.replace(/[\\']/g, "\\$&")}', `;
  const label = `Hosted(${shownModel}key=WHILEAI_API_KEY or whileai login)`;
  return createChatBackend({
    provider: "hosted",
    model,
    spec: null,
    label,
    baseURL: () => modelsUrl(resolveCredential()),
    keyRule: () => ({
      provider: "hosted",
      call: "Hosted()",
      variables: [],
      needed: true,
      find: accountKey,
      fix:
        "Set WHILEAI_API_KEY (or use the Python package's `whileai login`), bring your own model with agent: OpenAI(...), " +
        "or write situations without a model with simulator: false.",
    }),
    options,
  });
}

/**
 * The hosted backend of a role, for `registerDefaults`.
 *
 * @example
 * registerDefaults({ hosted: hostedDefault });
 */
export function hostedDefault(role: Role): Backend {
  return Hosted({ model: HOSTED_MODELS[role] });
}

function accountKey(): ResolvedKey | null {
  const { key, source } = resolveCredential();
  const value = key();
  return value === null ? null : { value, source: PLACES[source] };
}
