import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LocalEmbedder, type LocalEmbedderOptions } from "./local-embedder.js";
import type { OnnxRuntime, TextTokenizer } from "./onnx-encoder.js";

interface Fed {
  readonly data: BigInt64Array;
  readonly dims: readonly number[];
}

/** A model of two dimensions: the vector of a token is its id and 1. */
function runtimeOf(
  given: {
    inputs?: readonly string[];
    outputs?: (fed: Readonly<Record<string, Fed>>) => Record<string, unknown>;
    created?: unknown[];
    fed?: Record<string, Fed>[];
  } = {},
): OnnxRuntime {
  class Tensor {
    readonly data: BigInt64Array;
    readonly dims: readonly number[];
    constructor(_: "int64", data: BigInt64Array, dims: readonly number[]) {
      this.data = data;
      this.dims = dims;
    }
  }
  const hidden = (fed: Readonly<Record<string, Fed>>): Record<string, unknown> => {
    const ids = [...(fed.input_ids as Fed).data].map(Number);
    return { last_hidden_state: { data: Float32Array.from(ids.flatMap((id) => [id, 1])), dims: [1, ids.length, 2] } };
  };
  const { inputs = ["input_ids", "attention_mask", "token_type_ids"], outputs = hidden, created, fed } = given;
  return {
    Tensor,
    InferenceSession: {
      create: async (model, options) => {
        created?.push(model, options);
        return {
          inputNames: inputs,
          outputNames: ["last_hidden_state"],
          run: async (feeds) => {
            fed?.push(feeds as Record<string, Fed>);
            return outputs(feeds as Record<string, Fed>);
          },
        };
      },
    },
  };
}

/** Ids of words: 1 begins a text, 2 ends it. */
const tokenizer: TextTokenizer = {
  encode: (text) => ({ ids: [1, ...text.split(" ").map((word) => 10 + word.length), 2] }),
};
const MODEL = new Uint8Array([1]);
const embedderOf = (options: Partial<LocalEmbedderOptions> = {}) =>
  LocalEmbedder({ model: MODEL, tokenizer, runtime: runtimeOf(), ...options });
const failure = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  ) as Promise<Error & Record<string, unknown>>;
const direction = (x: number, y: number) => [x / Math.hypot(x, y), y / Math.hypot(x, y)].map(Math.fround);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "local-embedder-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("vectors", () => {
  it("are the mean over the tokens, of length 1", async () => {
    const [vector] = await embedderOf()(["a bb"]);
    expect([...(vector as Float32Array)].map((value) => value.toFixed(5))).toEqual(
      direction((1 + 11 + 12 + 2) / 4, 1).map((value) => value.toFixed(5)),
    );
  });

  it("are the first token's where that is asked for", async () => {
    const [vector] = await embedderOf({ pooling: "first" })(["a bb"]);
    expect([...(vector as Float32Array)]).toEqual(direction(1, 1));
  });

  it("are taken as they are from a model that pools by itself", async () => {
    const runtime = runtimeOf({
      outputs: () => ({ last_hidden_state: { data: Float32Array.of(3, 4), dims: [1, 2] } }),
    });
    const [vector] = await embedderOf({ runtime })(["a"]);
    expect([...(vector as Float32Array)]).toEqual([0.6, 0.8].map(Math.fround));
  });

  it("of zeros stay zeros", async () => {
    const runtime = runtimeOf({
      outputs: () => ({ last_hidden_state: { data: Float32Array.of(0, 0), dims: [1, 2] } }),
    });
    expect((await embedderOf({ runtime })(["a"])).map((vector) => [...vector])).toEqual([[0, 0]]);
  });

  it("do not depend on the texts beside", async () => {
    const embedder = embedderOf();
    const [alone] = await embedder(["a bb"]);
    expect((await embedder(["cccc", "a bb", ""]))[1]).toEqual(alone);
  });
});

describe("what is fed", () => {
  it("is what the model asks for", async () => {
    const fed: Record<string, Fed>[] = [];
    const inputs = ["input_ids", "attention_mask", "position_ids"];
    await embedderOf({ runtime: runtimeOf({ fed, inputs }), prefix: "query: " })(["bb"]);
    expect(Object.keys(fed[0] as object)).toEqual(inputs);
    expect(fed[0]).toMatchObject({
      input_ids: { data: BigInt64Array.of(1n, 16n, 12n, 2n), dims: [1, 4] },
      attention_mask: { data: BigInt64Array.of(1n, 1n, 1n, 1n) },
      position_ids: { data: BigInt64Array.of(0n, 1n, 2n, 3n) },
    });
  });

  it("is cut before the end mark, and told", async () => {
    const fed: Record<string, Fed>[] = [];
    const embedder = embedderOf({ runtime: runtimeOf({ fed }), maxTokens: 3 });
    await embedder(["a bb ccc", "a"]);
    expect(fed.map(({ input_ids }) => input_ids?.data)).toEqual([
      BigInt64Array.of(1n, 11n, 2n),
      BigInt64Array.of(1n, 11n, 2n),
    ]);
    expect(embedder.usage()).toEqual({ calls: 1, texts: 2, tokens: 6, truncatedTexts: 1 });
  });

  it("ends with the signal, before anything is loaded and while a model works", async () => {
    const created: unknown[] = [];
    const early = embedderOf({ runtime: runtimeOf({ created }) });
    expect(await failure(early(["a"], { signal: AbortSignal.abort("enough") }))).toMatchObject({
      name: "AbortError",
      cause: "enough",
    });
    expect(created).toEqual([]);
    const stop = new AbortController();
    const stuck = runtimeOf({
      outputs: () => {
        stop.abort();
        return new Promise(() => undefined) as unknown as Record<string, unknown>;
      },
    });
    expect(await failure(embedderOf({ runtime: stuck })(["a", "b"], { signal: stop.signal }))).toMatchObject({
      name: "AbortError",
    });
  });

  it.each(["a text", undefined, [7], [null]])("is no %j", async (texts) => {
    expect(await failure(embedderOf()(texts as never))).toMatchObject({ name: "OptionError", option: "texts" });
  });
});

describe("models that are no sentence encoders", () => {
  it.each([
    [{ inputs: ["input_ids", "pixel_values"] }, /asks for `pixel_values`/],
    [{ outputs: () => ({}) }, /shape null/],
    [{ outputs: () => ({ last_hidden_state: { data: Float32Array.of(1, 2), dims: [1, 1, 2] } }) }, /shape \[1,1,2\]/],
  ])("are refused (%#)", async (given, said) => {
    const error = await failure(embedderOf({ runtime: runtimeOf(given) })(["a bb"]));
    expect(error).toMatchObject({ name: "EmbedderError", code: "not_an_encoder" });
    expect(error.message).toMatch(said);
  });
});

describe("what fails on a text", () => {
  const broken = (message: string) => () => {
    throw new Error(message);
  };
  it.each([
    [
      { runtime: runtimeOf({ outputs: broken("indices out of bounds.") }) },
      "the model failed on a text: indices out of bounds.",
    ],
    [{ tokenizer: { encode: broken("no such piece") } }, "the tokenizer failed on a text: no such piece."],
  ])("is named, with the cause (%#)", async (options, said) => {
    const error = await failure(embedderOf(options)(["a"]));
    expect(error).toMatchObject({ name: "EmbedderError", code: "embedder_failed", cause: expect.any(Error) });
    expect(error.message).toContain(`LocalEmbedder: ${said} Check`);
  });

  it("is told where numbers are none", async () => {
    const runtime = runtimeOf({
      outputs: () => ({ last_hidden_state: { data: Float32Array.of(Number.NaN, 1), dims: [1, 2] } }),
    });
    expect((await failure(embedderOf({ runtime })(["a"]))).message).toContain("finite numbers");
  });
});

describe("files", () => {
  it("are found in the model's folder and loaded once, when they are needed", async () => {
    const model = join(folder, "plain");
    await mkdir(model);
    await writeFile(join(model, "model.onnx"), "weights");
    const created: unknown[] = [];
    const embedder = LocalEmbedder({ model, tokenizer, runtime: runtimeOf({ created }) });
    expect(created).toEqual([]);
    await Promise.all([embedder(["a"]), embedder(["b"])]);
    expect(created).toEqual([`${model}/model.onnx`, { intraOpNumThreads: 1 }]);
    expect(embedder.model).toBe("plain");
  });

  it("may lie in a folder of their own", async () => {
    const model = join(folder, "nested");
    await mkdir(join(model, "onnx"), { recursive: true });
    await writeFile(join(model, "onnx", "model.onnx"), "weights");
    const created: unknown[] = [];
    await LocalEmbedder({ model, tokenizer, threads: 3, runtime: runtimeOf({ created }) })(["a"]);
    expect(created).toEqual([`${model}/onnx/model.onnx`, { intraOpNumThreads: 3 }]);
  });

  it("that are not there are named, and looked for again at the next call", async () => {
    const model = join(folder, "late");
    const embedder = LocalEmbedder({ model, tokenizer, runtime: runtimeOf() });
    expect((await failure(embedder(["a"]))).message).toContain("nothing is at");
    await mkdir(model);
    const error = await failure(embedder(["a"]));
    expect(error).toMatchObject({ name: "EmbedderError", code: "model_unreadable" });
    expect(error.message).toContain("no model.onnx and no onnx/model.onnx");
    await writeFile(join(model, "model.onnx"), "weights");
    expect(await embedder(["a"])).toHaveLength(1);
  });

  it("of a tokenizer are asked for where they are missing or broken", async () => {
    const model = join(folder, "bare");
    await mkdir(model);
    await writeFile(join(model, "model.onnx"), "weights");
    const embed = (options: Partial<LocalEmbedderOptions>) =>
      failure(LocalEmbedder({ model, runtime: runtimeOf(), ...options })(["a"]));
    expect((await embed({})).message).toMatch(/no tokenizer is at '.*tokenizer\.json'/);
    expect((await embed({ model: MODEL })).message).toContain("given as bytes");
    await writeFile(join(model, "tokenizer.json"), "{");
    expect((await embed({})).message).toContain("is not JSON");
    // The package that reads it is no dependency of this one.
    await writeFile(join(model, "tokenizer.json"), "{}");
    expect(await embed({})).toMatchObject({ code: "peer_missing" });
  });

  it("that cannot be loaded are an EmbedderError with the cause", async () => {
    const runtime: OnnxRuntime = {
      ...runtimeOf(),
      InferenceSession: { create: () => Promise.reject(new Error("Protobuf parsing failed")) },
    };
    const error = await failure(embedderOf({ runtime })(["a"]));
    expect(error).toMatchObject({ name: "EmbedderError", code: "model_unreadable" });
    expect(error.message).toContain("Protobuf parsing failed");
  });
});

describe("construction", () => {
  it("prints itself", () => {
    const embedder = LocalEmbedder({ model: "models/all-MiniLM-L6-v2/" });
    expect(inspect(embedder)).toBe("LocalEmbedder(model='all-MiniLM-L6-v2')");
    expect({ ...embedder }).toMatchObject({ concurrency: 1, batchSize: 256 });
  });

  it("says which package is missing", async () => {
    const error = await failure(LocalEmbedder({ model: MODEL, tokenizer })(["a"]));
    expect(error).toMatchObject({ name: "BackendError", code: "peer_missing" });
    expect(error.message).toContain("npm install onnxruntime-node`");
    const both = await failure(LocalEmbedder({ model: MODEL })(["a"]));
    expect(both.message).toContain("npm install onnxruntime-node @huggingface/tokenizers`");
  });

  it.each([
    [undefined],
    [{}],
    [{ model: 7 }],
    [{ model: "" }],
    [{ model: MODEL, tokenizer: {} }],
    [{ model: MODEL, pooling: "max" }],
    [{ model: MODEL, maxTokens: 1 }],
    [{ model: MODEL, threads: 0 }],
    [{ model: MODEL, modle: "x" }],
  ])("refuses %j", (options) => {
    expect(() => LocalEmbedder(options as never)).toThrow(expect.objectContaining({ name: "OptionError" }));
  });
});
