import type { Backend, Completion } from "../../backend/backend.js";
import { BackendError } from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { checkOptions, optionRule } from "../../options/check-options.js";
import { baseUrl } from "../wire/base-url.js";
import { checkModel } from "../wire/check-model.js";
import { environment } from "../wire/environment.js";
import { createModelBackend, type ModelBackendDefinition, quoted } from "../wire/model-backend.js";
import { type Attempt, CALL_OPTION_RULES, type CallOptions } from "../wire/vendor-call.js";
import { type Decision, readDecision } from "./decision.js";

/** The model that is asked when none is named. */
export const TYPESAFE_MODEL = "jev-latest";
/** Where TypeSafe answers when neither `baseURL` nor TYPESAFE_BASE_URL says otherwise. */
const TYPESAFE_URL = "https://api.typesafe.ai";
/** Longest wait for one attempt, in milliseconds: answers are single tokens (convention). */
const TYPESAFE_TIMEOUT_MS = 30_000;

export interface TypesafeOptions extends CallOptions {
  /** Default: the variables WHILEAI_TYPESAFE_API_KEY, then TYPESAFE_API_KEY, read at each call. */
  readonly apiKey?: string | undefined;
  /** Default: the variable TYPESAFE_BASE_URL, then TypeSafe itself. */
  readonly baseURL?: string | undefined;
}

/** What to do with a service that judges and does not chat. */
export const judgeOnlyFix = (spec: string): string =>
  `Use it where a judge stands: grade(rows, "${spec}"), Judge({ model: "${spec}" }) or configure({ judge: "${spec}" }).`;

/**
 * The decision service of TypeSafe as a backend: it answers questions about a state with probabilities, in the form of
 * `decisionRequest`, and its answer is the text of the completion. It does not chat: every other request is refused.
 *
 * @throws OptionError for unknown options and an empty model; calls throw the typed errors of `Backend`.
 *
 * @example
 * `${TypesafeBackend("jev-latest")}`; // Typesafe(model='jev-latest', key=TYPESAFE_API_KEY)
 */
export function TypesafeBackend(model: string = TYPESAFE_MODEL, options: TypesafeOptions = {}): Backend {
  checkModel("Typesafe", model);
  checkOptions("Typesafe", options, { apiKey: optionRule.text, baseURL: optionRule.text, ...CALL_OPTION_RULES });
  const fixedUrl = options.baseURL === undefined ? undefined : rootUrl("baseURL", options.baseURL);
  const spec = `typesafe:${model}`;
  const definition: ModelBackendDefinition = {
    provider: "typesafe",
    model,
    spec,
    judgeOnly: true,
    label: `Typesafe(model=${quoted(model)}, key=${options.apiKey?.trim() ? "given" : "TYPESAFE_API_KEY"})`,
    apiKey: options.apiKey,
    baseURL: () => fixedUrl ?? rootUrl("TYPESAFE_BASE_URL", environment("TYPESAFE_BASE_URL") ?? TYPESAFE_URL),
    keyRule: () => ({
      provider: "typesafe",
      call: `Typesafe(${quoted(model)})`,
      variables: ["WHILEAI_TYPESAFE_API_KEY", "TYPESAFE_API_KEY"],
      needed: true,
      fix: "Set TYPESAFE_API_KEY, or pass apiKey.",
    }),
    options: { ...options, timeoutMs: options.timeoutMs ?? TYPESAFE_TIMEOUT_MS },
    attempt: (request, attempt) => {
      const decision = readDecision(request);
      if (decision === undefined)
        throw new BackendError({ message: `"${spec}" judges only and is no chat model.`, fix: judgeOnlyFix(spec) });
      return decision === "models" ? askModels(model, attempt) : askDecision(model, decision, attempt);
    },
  };
  return createModelBackend(definition);
}

/** The version of the API is part of the calls, and people copy URLs with and without it. */
const rootUrl = (option: string, url: string): string => baseUrl("Typesafe", option, url).replace(/\/v1$/, "");

async function askDecision(model: string, { state, questions }: Decision, attempt: Attempt): Promise<Completion> {
  const answer = await send(attempt, "/v1/systemone", { state, model, questions });
  const { answers, usage } = answer;
  if (!isRecord(answers))
    throw new BackendError({
      status: 200,
      message: `${attempt.site.label} at ${attempt.site.origin} answered without answers.`,
      fix: "Check the URL; the service may have changed.",
    });
  return completion(model, JSON.stringify({ answers }), answer.model, isRecord(usage) ? usage : {});
}

async function askModels(model: string, attempt: Attempt): Promise<Completion> {
  const { models } = await send(attempt, "/v1/models");
  const names = (Array.isArray(models) ? models : []).flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.name === "string" ? [entry.name] : [],
  );
  return completion(model, JSON.stringify({ models: names }), undefined, {});
}

async function send({ site, baseURL, fetch }: Attempt, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${baseURL}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (isRecord(answer)) return answer;
  throw new BackendError({
    status: 200,
    message: `${site.label} at ${site.origin} answered with JSON that is no object.`,
    fix: "Check the URL.",
  });
}

const completion = (model: string, text: string, answered: unknown, usage: Record<string, unknown>): Completion => ({
  text,
  toolCalls: [],
  finishReason: "stop",
  usage: { inputTokens: count(usage.input_tokens), outputTokens: count(usage.output_tokens) },
  logprobs: null,
  model: typeof answered === "string" && answered !== "" ? answered : model,
});

const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
