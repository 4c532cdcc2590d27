import { untilAborted } from "../abort/until-aborted.js";
import { loadPeer } from "../backends/wire/load-peer.js";
import { quoted } from "../backends/wire/model-backend.js";
import { AbortError } from "../errors/abort-error.js";
import { OptionError } from "../errors/option-error.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { EmbedderError } from "./embedder-error.js";
import { checkEmbedCall, embedderObject, type ReadyEmbedder } from "./embedder-object.js";
import { OnnxEncoder, type OnnxRuntime, type Pooling, type TextTokenizer } from "./onnx-encoder.js";

/** Tokens of a text that are read: what all-MiniLM-L6-v2 was made for (source: its model card). */
const DEFAULT_MAX_TOKENS = 256;
/** Texts that it would like to get at a time (convention); it encodes them one by one. */
const BATCH = 256;
/** Threads that work on one text (measured: several take longer for texts of a sentence or two). */
const DEFAULT_THREADS = 1;
/** Where exports keep the weights, below the model's folder. */
const MODEL_FILES = ["model.onnx", "onnx/model.onnx"];

/** Names that are not written in the `import` keep bundlers and type checks from asking for packages that are not there. */
const RUNTIME_PACKAGE: string = "onnxruntime-node";
const TOKENIZER_PACKAGE: string = "@huggingface/tokenizers";
const BOTH_PACKAGES = `${RUNTIME_PACKAGE} ${TOKENIZER_PACKAGE}`;

/** The options of {@link LocalEmbedder}. */
export interface LocalEmbedderOptions {
  /** The model's folder, its `.onnx` file, or what is in that file. */
  readonly model: string | Uint8Array;
  /** The file `tokenizer.json`, or an object that tokenizes. Default: `tokenizer.json` in the model's folder. */
  readonly tokenizer?: string | TextTokenizer | undefined;
  /** Tokens of a text that are read, its two end marks included; the rest is left out and counted. Default: 256. */
  readonly maxTokens?: number | undefined;
  /** How the vectors of the tokens become one: as the model was trained. Default: "mean". */
  readonly pooling?: Pooling | undefined;
  /** Put before each text, for models that want it (`"query: "`). Default: nothing. */
  readonly prefix?: string | undefined;
  /** Threads that work on one text. Default: 1, which is the fastest for short texts. */
  readonly threads?: number | undefined;
  /** What runs the model. Default: the package `onnxruntime-node`; `onnxruntime-web` fits too. */
  readonly runtime?: OnnxRuntime | undefined;
}

/**
 * A sentence encoder on this machine, from an ONNX file that you have. Nothing is downloaded. Needs the packages
 * `onnxruntime-node` and `@huggingface/tokenizers`, which are loaded on the first call.
 *
 * @throws OptionError for unknown options; calls throw EmbedderError for files that cannot be read and models that are no
 * sentence encoders, and BackendError for a missing package.
 *
 * @example
 * const embedder = LocalEmbedder({ model: "models/all-MiniLM-L6-v2" });
 * const [vector] = await embedder(["Where is my order?"]);
 */
export function LocalEmbedder(options: LocalEmbedderOptions): ReadyEmbedder {
  checkOptions("LocalEmbedder", options ?? {}, {
    model: optionRule.either(optionRule.notBlank, bytes),
    tokenizer: optionRule.either(optionRule.notBlank, tokenizes),
    maxTokens: optionRule.integer(2),
    pooling: optionRule.oneOf(["mean", "first"]),
    prefix: optionRule.text,
    threads: optionRule.integer(1),
    runtime: optionRule.record,
  });
  if (options?.model === undefined)
    throw new OptionError({
      option: "model",
      message: "LocalEmbedder: `model` is missing.",
      fix: `Write LocalEmbedder({ model: "models/all-MiniLM-L6-v2" }): a folder with model.onnx and tokenizer.json.`,
    });
  const { model, prefix = "", maxTokens = DEFAULT_MAX_TOKENS } = options;
  const name = typeof model === "string" ? model.replace(/[\\/]+$/, "").replace(/^.*[\\/]/, "") : "bytes";
  let loading: Promise<OnnxEncoder> | undefined;
  let [calls, texts, tokens, truncatedTexts] = [0, 0, 0, 0];

  return embedderObject(
    async (given, call = {}) => {
      checkEmbedCall("LocalEmbedder", given, call);
      const { signal } = call;
      if (signal?.aborted) throw new AbortError({ cause: signal.reason });
      calls++;
      loading ??= loadEncoder(options, maxTokens).catch((error: unknown) => {
        // A file that was missing may be there the next time.
        loading = undefined;
        throw error;
      });
      const encoder = await untilAborted(loading, signal);
      const vectors: Float32Array[] = [];
      for (const text of given) {
        const encoded = await untilAborted(encoder.encode(prefix + text), signal);
        texts++;
        tokens += encoded.tokens;
        if (encoded.isTruncated) truncatedTexts++;
        vectors.push(encoded.vector);
      }
      return vectors;
    },
    {
      label: `LocalEmbedder(model=${quoted(name)})`,
      model: name,
      batchSize: BATCH,
      concurrency: 1,
      usage: () => ({ calls, texts, tokens, truncatedTexts }),
    },
  );
}

async function loadEncoder(options: LocalEmbedderOptions, maxTokens: number): Promise<OnnxEncoder> {
  const needed = typeof options.tokenizer === "object" ? RUNTIME_PACKAGE : BOTH_PACKAGES;
  const runtime =
    options.runtime ?? (await loadPeer<OnnxRuntime>(RUNTIME_PACKAGE, () => importPeer(RUNTIME_PACKAGE), needed));
  const weights = typeof options.model === "string" ? await modelFile(options.model) : options.model;
  const tokenizer =
    typeof options.tokenizer === "object" ? options.tokenizer : await readTokenizer(options.tokenizer, weights);
  const settings = { intraOpNumThreads: options.threads ?? DEFAULT_THREADS };
  const session = await runtime.InferenceSession.create(weights, settings).catch((error: unknown) => {
    throw unreadable(
      `the model cannot be loaded: ${String((error as Error)?.message ?? error).replace(/\.+$/, "")}`,
      error,
    );
  });
  return new OnnxEncoder(runtime, session, tokenizer, { maxTokens, pooling: options.pooling ?? "mean" });
}

/** CommonJS packages come with their exports under `default` too; the named ones are not always seen. */
async function importPeer<T>(name: string): Promise<T> {
  const loaded = (await import(/* @vite-ignore */ name)) as T & { readonly default?: T };
  return loaded.default ?? loaded;
}

async function modelFile(model: string): Promise<string> {
  const { stat } = await import("node:fs/promises");
  const isThere = (path: string, what: "isFile" | "isDirectory"): Promise<boolean> =>
    stat(path).then(
      (found) => found[what](),
      () => false,
    );
  if (await isThere(model, "isFile")) return model;
  for (const file of MODEL_FILES) if (await isThere(`${model}/${file}`, "isFile")) return `${model}/${file}`;
  throw unreadable(
    (await isThere(model, "isDirectory"))
      ? `no ${MODEL_FILES.join(" and no ")} is in the folder ${quoted(model)}`
      : `nothing is at ${quoted(model)}`,
  );
}

/** Reads `tokenizer.json` and, where it is there, `tokenizer_config.json` beside it. */
async function readTokenizer(given: string | undefined, weights: string | Uint8Array): Promise<TextTokenizer> {
  if (given === undefined && typeof weights !== "string")
    throw unreadable("a model that is given as bytes has no folder to find tokenizer.json in");
  const folder = (path: string): string => path.replace(/[^\\/]*$/, "");
  const beside = folder(String(weights));
  const places = given === undefined ? [`${beside}tokenizer.json`, `${beside}../tokenizer.json`] : [given];
  const file = await firstJson(places);
  if (file === undefined) throw unreadable(`no tokenizer is at ${places.map(quoted).join(" or ")}`);
  const settings = await firstJson([`${folder(file.path)}tokenizer_config.json`]);
  const { Tokenizer } = await loadPeer<{ Tokenizer: new (data: object, settings: object) => TextTokenizer }>(
    TOKENIZER_PACKAGE,
    () => importPeer(TOKENIZER_PACKAGE),
  );
  try {
    return new Tokenizer(file.data, settings?.data ?? {});
  } catch (error) {
    throw unreadable(
      `the tokenizer ${quoted(file.path)} is not understood: ${String((error as Error).message)}`,
      error,
    );
  }
}

async function firstJson(paths: readonly string[]): Promise<{ path: string; data: object } | undefined> {
  const { readFile } = await import("node:fs/promises");
  for (const path of paths) {
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    try {
      return { path, data: JSON.parse(text) as object };
    } catch (error) {
      throw unreadable(`${quoted(path)} is not JSON`, error);
    }
  }
  return undefined;
}

function unreadable(why: string, cause?: unknown): EmbedderError {
  return new EmbedderError(
    {
      message: `LocalEmbedder: ${why}.`,
      fix: "Give a folder with model.onnx and tokenizer.json as `model`, or the tokenizer's file as `tokenizer`; nothing is downloaded.",
      cause,
    },
    "model_unreadable",
  );
}

function bytes(value: unknown): string | undefined {
  return value instanceof Uint8Array ? undefined : "bytes";
}

function tokenizes(value: unknown): string | undefined {
  return typeof (value as { encode?: unknown } | null)?.encode === "function" ? undefined : "an object with `encode`";
}
