import { WhileaiError } from "../errors/whileai-error.js";
import { EmbedderError } from "./embedder-error.js";

/** What is used of `onnxruntime-node`, or of `onnxruntime-web`, which has the same interface. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(model: string | Uint8Array, options?: object): Promise<OnnxSession> };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => object;
}

/** What is used of a session. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, object>): Promise<Record<string, unknown>>;
}

/** Makes the tokens of a text; what is used of `@huggingface/tokenizers`. */
export interface TextTokenizer {
  encode(text: string): { readonly ids: readonly number[] };
}

/** How the vectors of the tokens become that of the text: their mean, or the first one. */
export type Pooling = "mean" | "first";

/** A vector of length 1, and whether the text was longer than what was read. */
export interface EncodedText {
  readonly vector: Float32Array;
  readonly tokens: number;
  readonly isTruncated: boolean;
}

/** Outputs in which models give a vector for each token. */
const TOKEN_OUTPUTS = ["last_hidden_state", "token_embeddings"];

/** Runs a sentence encoder on one text at a time. */
export class OnnxEncoder {
  readonly #runtime: OnnxRuntime;
  readonly #session: OnnxSession;
  readonly #tokenizer: TextTokenizer;
  readonly #maxTokens: number;
  readonly #pooling: Pooling;

  constructor(
    runtime: OnnxRuntime,
    session: OnnxSession,
    tokenizer: TextTokenizer,
    { maxTokens, pooling }: { readonly maxTokens: number; readonly pooling: Pooling },
  ) {
    this.#runtime = runtime;
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#maxTokens = maxTokens;
    this.#pooling = pooling;
  }

  /**
   * The vector of a text. Texts are not batched: models with 8-bit weights scale a batch as a whole, so a text's vector would
   * depend on its neighbours, and padding takes most of what batches save.
   */
  async encode(text: string): Promise<EncodedText> {
    const { ids } = await tried("the tokenizer", () => this.#tokenizer.encode(text));
    const isTruncated = ids.length > this.#maxTokens;
    // The last token ends the text; it stays when the text is cut.
    const kept = isTruncated ? [...ids.slice(0, this.#maxTokens - 1), ids.at(-1) as number] : ids;
    const outputs = await tried("the model", () => this.#session.run(this.#feeds(kept)));
    const vector = unit(this.#pool(outputs, kept.length));
    if (!vector.every(Number.isFinite)) throw notAnEncoder("its output holds something other than finite numbers");
    return { vector, tokens: kept.length, isTruncated };
  }

  #feeds(ids: readonly number[]): Record<string, object> {
    const tensor = (values: BigInt64Array): object => new this.#runtime.Tensor("int64", values, [1, ids.length]);
    const feeds: Record<string, object> = {};
    for (const name of this.#session.inputNames) {
      if (name === "input_ids") feeds[name] = tensor(BigInt64Array.from(ids, BigInt));
      else if (name === "attention_mask") feeds[name] = tensor(new BigInt64Array(ids.length).fill(1n));
      else if (name === "token_type_ids") feeds[name] = tensor(new BigInt64Array(ids.length));
      else if (name === "position_ids") feeds[name] = tensor(BigInt64Array.from(ids, (_, at) => BigInt(at)));
      else throw notAnEncoder(`it asks for \`${name}\``);
    }
    return feeds;
  }

  #pool(outputs: Record<string, unknown>, tokens: number): Float32Array {
    const names = this.#session.outputNames;
    const name = TOKEN_OUTPUTS.find((known) => names.includes(known)) ?? names[0];
    const { data, dims } = (outputs[name as string] ?? {}) as { data?: ArrayLike<number>; dims?: readonly number[] };
    const width = dims?.at(-1) ?? 0;
    // A model that pools by itself gives one vector for the text.
    const isPooled = dims?.length === 2 && dims[0] === 1;
    const rows = isPooled ? 1 : tokens;
    if (data === undefined || width < 1 || data.length !== rows * width)
      throw notAnEncoder(`its output has the shape ${JSON.stringify(dims ?? null)} for ${tokens} tokens`);
    const vector = new Float32Array(width);
    const used = this.#pooling === "first" ? 1 : rows;
    for (let row = 0; row < used; row++)
      for (let at = 0; at < width; at++)
        vector[at] = (vector[at] as number) + (data[row * width + at] as number) / used;
    return vector;
  }
}

/** What a part of the encoder gives; what it throws becomes an error that says which part it was. */
async function tried<T>(part: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (WhileaiError.isInstance(error)) throw error;
    throw new EmbedderError({
      message: `LocalEmbedder: ${part} failed on a text: ${String((error as Error)?.message ?? error).replace(/\.+$/, "")}.`,
      fix: "Check that the tokenizer is that of the model, and that the model takes as many tokens as `maxTokens` says.",
      cause: error,
    });
  }
}

function notAnEncoder(why: string): EmbedderError {
  return new EmbedderError(
    {
      message: `LocalEmbedder: the model is no sentence encoder: ${why}.`,
      fix: "Give an ONNX export that takes input_ids and attention_mask and gives a vector for each token, such as all-MiniLM-L6-v2.",
    },
    "not_an_encoder",
  );
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
