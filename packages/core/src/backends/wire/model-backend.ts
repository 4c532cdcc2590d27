import type { Backend, Completion, CompletionOptions, CompletionRequest } from "../../backend/backend.js";
import type { BatchClient } from "../../backend/batch-backend.js";
import { modelFamily } from "../../backend/model-family.js";
import { sha256Hex } from "../../hash/hash.js";
import { keepEndpointFacts } from "../../limits/endpoint-facts.js";
import { checkOptions, type OptionRules, optionRule } from "../../options/check-options.js";
import { holdKey } from "./key.js";
import { withPlainToolNames } from "./tool-names.js";
import { type Attempt, type CallTarget, vendorCall } from "./vendor-call.js";

export const COMPLETION_RULES: OptionRules = {
  signal: optionRule.signal,
  timeoutMs: optionRule.positive,
  retries: optionRule.integer(0),
};

export const REQUEST_RULES: OptionRules = {
  messages: optionRule.listOf(optionRule.record),
  tools: optionRule.listOf(optionRule.record),
  toolChoice: optionRule.oneOf(["auto", "none", "required"]),
  temperature: optionRule.number(0, Number.MAX_VALUE),
  maxTokens: optionRule.integer(1),
  seed: optionRule.integer(Number.MIN_SAFE_INTEGER),
  logprobs: optionRule.flag,
  tokenIds: optionRule.flag,
  jsonSchema: optionRule.record,
};

/** One backend: who it is, where calls go, and how one is made. */
export interface ModelBackendDefinition extends CallTarget {
  readonly provider: string;
  readonly model: string;
  readonly spec: string | null;
  /** The family, where the model's name does not say it. */
  readonly family?: string | null | undefined;
  /** True for a service that judges and does not chat. Default false. */
  readonly judgeOnly?: boolean | undefined;
  /** The API takes tool names of letters, digits, "_" and "-" only: others are sent in that form. Default false. */
  readonly hasPlainToolNames?: boolean | undefined;
  readonly attempt: (request: CompletionRequest, attempt: Attempt) => Promise<Completion>;
  /** The vendor's batch service. Default: none. */
  readonly batch?: BatchClient | undefined;
}

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** The part that all backends share: key, time-out, retries, typed errors, printing. Holds the key out of sight. */
class ModelBackend implements Backend {
  readonly provider: string;
  readonly model: string;
  readonly spec: string | null;
  readonly family: string | null;
  readonly judgeOnly: boolean | undefined;
  readonly batch?: BatchClient;
  readonly #definition: ModelBackendDefinition;

  constructor(definition: ModelBackendDefinition) {
    this.provider = definition.provider;
    this.model = definition.model;
    this.spec = definition.spec;
    this.family = definition.family === undefined ? modelFamily(definition.model) : definition.family;
    this.judgeOnly = definition.judgeOnly;
    if (definition.batch !== undefined) this.batch = definition.batch;
    this.#definition = definition;
  }

  get url(): string {
    return this.#definition.baseURL();
  }

  async complete(request: CompletionRequest, options: CompletionOptions = {}): Promise<Completion> {
    checkOptions("complete", options, COMPLETION_RULES);
    checkOptions("complete", request, REQUEST_RULES, "request.");
    const { attempt, hasPlainToolNames } = this.#definition;
    const named = hasPlainToolNames === true ? withPlainToolNames(request) : undefined;
    const completion = await vendorCall(this.#definition, options, (made) => attempt(named?.request ?? request, made));
    return named?.restore(completion) ?? completion;
  }

  toString(): string {
    return this.#definition.label;
  }

  toJSON(): { provider: string; model: string; spec: string | null } {
    return { provider: this.provider, model: this.model, spec: this.spec };
  }

  [INSPECT](): string {
    return this.#definition.label;
  }
}

/** Makes a backend and keeps the key it was given for its provider and origin. */
export function createModelBackend(definition: ModelBackendDefinition): Backend {
  const backend = Object.freeze(new ModelBackend(definition));
  keepEndpointFacts(backend, { endpoint: () => endpointName(definition), retries: definition.options.retries });
  holdKey(backend, definition.provider, () => new URL(definition.baseURL()).origin, definition.apiKey);
  return backend;
}

/** Two keys are two allowances. The key itself stays out: its hash tells keys apart. */
function endpointName({ provider, model, baseURL, apiKey }: ModelBackendDefinition): string {
  const key = apiKey?.trim();
  return JSON.stringify([provider, new URL(baseURL()).origin, model, key ? sha256Hex(key) : null]);
}

/** A value in the quotes that backends print with. */
export function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
