import { type Embedder, OptionError, WhileaiError } from "@whileai/core";
import { LocalEmbedder, OpenAIEmbedder, parseSpec } from "@whileai/core/backends";
import { loadExport } from "./load-export.js";

const MODULE = /\.[cm]?[jt]s(?:#.+)?$/;
const LOCAL = "local:";
const FORMS =
  "openai:text-embedding-3-small, vllm:<model>@http://localhost:8000/v1 (any server with /v1/embeddings), local:<folder of an ONNX model>, or embed.mjs#name";

/** What `--embedder` takes, for the help. */
export const EMBEDDER_HELP = `also compare by meaning: ${FORMS}`;

/**
 * The embedder that an option names.
 *
 * @throws OptionError for a text that names none.
 */
export async function embedderFrom(text: string): Promise<Embedder> {
  if (text.startsWith(LOCAL)) return LocalEmbedder({ model: text.slice(LOCAL.length) });
  if (MODULE.test(text)) {
    const exported = await loadExport("embedder", text);
    if (typeof exported === "function") return exported as Embedder;
    throw unknownEmbedder(text);
  }
  const spec = readSpec(text);
  if (spec.provider === "openai") return OpenAIEmbedder(spec.model);
  if (spec.provider !== "vllm") throw unknownEmbedder(text);
  // As for models: a key in a variable goes to no server without encryption, OpenAI's is not the first one tried, and OpenAI gets no other.
  const apiKey = spec.url.startsWith("https:") ? serverKey(new URL(spec.url)) : "none";
  return OpenAIEmbedder(spec.model, { baseURL: spec.url, apiKey });
}

const serverKey = ({ hostname }: URL): string | undefined =>
  hostname === "api.openai.com" ? undefined : process.env.VLLM_API_KEY;

function readSpec(text: string) {
  try {
    return parseSpec(text);
  } catch (cause) {
    if (WhileaiError.isInstance(cause)) throw unknownEmbedder(text, cause);
    throw cause;
  }
}

function unknownEmbedder(received: string, cause?: unknown): OptionError {
  return new OptionError({
    option: "embedder",
    received,
    cause,
    message: `--embedder: ${received} names no embedder.`,
    fix: `Write ${FORMS}.`,
  });
}
