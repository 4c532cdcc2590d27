import { SpecError } from "../errors/spec-error.js";
import { nearestName } from "../options/nearest-name.js";
import { baseUrl } from "./wire/base-url.js";

/** A model as a string: the provider, a colon, the model; for an OpenAI-compatible server also `@` and its URL. */
export type Spec =
  | `openai:${string}`
  | `anthropic:${string}`
  | `ollama:${string}`
  | `typesafe:${string}`
  | `vllm:${string}@http://${string}`
  | `vllm:${string}@https://${string}`;

/** A spec string, read. */
export type ParsedSpec =
  | { readonly provider: "openai" | "anthropic" | "ollama" | "typesafe"; readonly model: string }
  | { readonly provider: "vllm"; readonly model: string; readonly url: string };

const PROVIDERS = ["openai", "anthropic", "vllm", "ollama", "typesafe"] as const;
const FORMS = '"openai:<model>", "anthropic:<model>", "vllm:<model>@<url>" or "ollama:<model>"';
const EXAMPLE_URL = "http://localhost:8000/v1";
/** A server's URL behind a model, which only "vllm:" takes. */
const SERVER = /@https?:\/\//i;

/**
 * Reads a spec string: `openai:gpt-4.1-mini`, `anthropic:claude-haiku-4-5`, `vllm:Qwen/Qwen3-4B@http://localhost:8000/v1`
 * (split at the last `@http`, so model names may hold `@`), `ollama:llama3`, `typesafe:jev-latest` (a judge only).
 *
 * @throws SpecError that shows the right form.
 *
 * @example
 * parseSpec("vllm:Qwen/Qwen3-4B@http://localhost:8000/v1"); // { provider: "vllm", model: "Qwen/Qwen3-4B", url: "http://…" }
 */
export function parseSpec(text: string): ParsedSpec {
  if (typeof text !== "string" || text.trim() === "") throw refused("A model spec is empty", `Write ${FORMS}.`);
  const spec = text.trim();
  if (/^https?:\/\//i.test(spec))
    throw refused(
      "A URL alone does not say which model it serves",
      `Write the model in front of it: "vllm:<model>@${isPrintable(spec) ? spec : EXAMPLE_URL}".`,
    );
  const colon = spec.indexOf(":");
  const slash = spec.indexOf("/");
  if (colon < 0 || (slash >= 0 && slash < colon)) throw withoutProvider(spec, slash);
  const written = spec.slice(0, colon);
  const rest = spec.slice(colon + 1).trim();
  const provider = PROVIDERS.find((name) => name === written);
  if (provider === undefined) throw unknownProvider(written, rest);
  if (rest === "") throw refused(`"${provider}:" names no model`, `Write ${form(provider, "<model>")}.`);
  if (provider === "vllm") return parseServer(rest);
  if (SERVER.test(rest)) throw withServer(provider, rest);
  return { provider, model: rest };
}

function parseServer(rest: string): ParsedSpec {
  const at = Math.max(...[...rest.matchAll(/@https?:\/\//gi)].map((match) => match.index), -1);
  if (at < 0)
    throw refused(
      `"vllm:${printable(rest)}" names no server`,
      `Write "vllm:${isPrintable(rest) ? rest.replace(/@.*$/, "") : "<model>"}@${EXAMPLE_URL}".`,
    );
  const model = rest.slice(0, at).trim();
  if (model === "") throw refused('"vllm:@…" names no model', `Write "vllm:<model>@${EXAMPLE_URL}".`);
  let url: string;
  try {
    url = baseUrl("spec", "url", rest.slice(at + 1));
  } catch (error) {
    throw new SpecError({
      message: `The server's URL of "vllm:${model}@…" cannot be used: ${(error as Error).message}`,
      fix: `Write "vllm:${model}@${EXAMPLE_URL}".`,
    });
  }
  return { provider: "vllm", model, url };
}

function withServer(provider: string, rest: string): SpecError {
  const model = rest.slice(0, rest.search(SERVER)).trim() || "<model>";
  return refused(
    `"${provider}:" takes no URL`,
    `Write ${form(provider, isPrintable(rest) ? model : "<model>")} for that service, or "vllm:${isPrintable(rest) ? rest : `<model>@${EXAMPLE_URL}`}" for a server that speaks OpenAI's protocol; the other backends take their URL as an option or a variable.`,
  );
}

function withoutProvider(spec: string, slash: number): SpecError {
  if (KEY_LIKE.test(spec) || !isPrintable(spec)) return refused("The model spec names no provider", `Write ${FORMS}.`);
  const owner = slash > 0 ? spec.slice(0, slash) : "";
  const rest = spec.slice(slash + 1);
  const provider = PROVIDERS.find((name) => name === owner.toLowerCase());
  if (provider !== undefined && provider !== "vllm")
    return refused(
      `"${spec}" is written with a slash`,
      `Write "${provider}:${rest}", or "vllm:${spec}@${EXAMPLE_URL}" for a model of that name on your own server.`,
    );
  if (slash > 0)
    return refused(`"${spec}" names a model but no provider`, `Write "vllm:${spec}@${EXAMPLE_URL}", or ${FORMS}.`);
  const near = nearestName(spec, PROVIDERS);
  if (near !== undefined) return refused(`"${spec}" names no model`, `Write ${form(near, "<model>")}.`);
  return refused(`"${spec}" names no provider`, `Write ${form(guessProvider(spec), spec)}; known forms: ${FORMS}.`);
}

function unknownProvider(written: string, rest: string): SpecError {
  const near = nearestName(written, PROVIDERS);
  if (!isPrintable(`${written}:${rest}`)) return refused(`Unknown provider "${written}"`, `Write ${FORMS}.`);
  return refused(
    `Unknown provider "${written}"`,
    near === undefined
      ? `Write ${FORMS}. A model called "${written}:${rest}" on an Ollama server is "ollama:${written}:${rest}".`
      : `Did you mean ${form(near, rest || "<model>")}? Known forms: ${FORMS}.`,
  );
}

function guessProvider(model: string): string {
  if (/^claude/i.test(model)) return "anthropic";
  return /^(gpt|o\d|chatgpt)/i.test(model) ? "openai" : "ollama";
}

function form(provider: string, model: string): string {
  return provider === "vllm" && !model.includes("@http") ? `"vllm:${model}@${EXAMPLE_URL}"` : `"${provider}:${model}"`;
}

/** How keys begin; one in the place of a model is not repeated. */
const KEY_LIKE = /^(sk|pk|rk|gsk|hf|xai|zp|wai|key)[-_]/i;

/** A URL with a user name or a query may hold a secret, with its scheme or without, and is not repeated. */
const isPrintable = (text: string): boolean => !/:[^:@]*@(?!https?:)|@.*@|\?/i.test(text.replace(/^vllm:/, ""));

const printable = (text: string): string => (isPrintable(text) ? text : "…");

const refused = (message: string, fix: string): SpecError => new SpecError({ message: `${message}.`, fix });
