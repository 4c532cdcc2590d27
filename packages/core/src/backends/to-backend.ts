import { type Backend, isBackend } from "../backend/backend.js";
import { SpecError } from "../errors/spec-error.js";
import { Anthropic } from "./anthropic/anthropic.js";
import { Endpoint } from "./endpoint/endpoint.js";
import { Ollama } from "./ollama/ollama.js";
import { OpenAI } from "./openai/openai.js";
import { parseSpec } from "./parse-spec.js";
import { TypesafeBackend } from "./typesafe/typesafe-backend.js";

/**
 * A backend as it is, or the one that a spec string names.
 *
 * @throws SpecError that shows the right form.
 *
 * @example
 * toBackend("ollama:llama3"); // the same as Ollama("llama3")
 */
export function toBackend(value: Backend | string): Backend {
  if (isBackend(value)) return value;
  if (typeof value !== "string")
    throw new SpecError({
      message: `A model must be a backend or a spec string, got ${value === null ? "null" : typeof value}.`,
      fix: 'Write OpenAI("gpt-4.1-mini") or "openai:gpt-4.1-mini".',
    });
  const spec = parseSpec(value);
  switch (spec.provider) {
    case "openai":
      return OpenAI(spec.model);
    case "anthropic":
      return Anthropic(spec.model);
    case "ollama":
      return Ollama(spec.model);
    case "typesafe":
      return TypesafeBackend(spec.model);
    case "vllm":
      return Endpoint(spec.model, { url: spec.url });
  }
}
