import { AbortError, type Embedder, EmbedderError, TransientError } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { against, embedder, failure, rowsOf } from "./__fixtures__/planted-vectors.js";
import { decontaminateSemantic } from "./decontaminate-semantic.js";

describe("an embedder that fails", () => {
  const rows = rowsOf(["a b", "c d"]);
  const answers: readonly [string, (texts: readonly string[]) => unknown, RegExp][] = [
    ["null for all", () => null, /null instead of a list/],
    ["one vector too many", (texts) => [...texts, ""].map(() => [1]), /2 vectors for 1 text/],
    ["numbers that are too large to be any", (texts) => texts.map(() => [1n]), /finite/],
    ["one vector too few", (texts) => texts.slice(1).map(() => [1]), /0 vectors for 1 text/],
    ["nothing", () => undefined, /undefined instead of a list/],
    ["a vector that is none", (texts) => texts.map(() => 7), /no vector/],
    ["null", (texts) => texts.map(() => null), /no vector/],
    ["an empty vector", (texts) => texts.map(() => []), /no vector/],
    ["NaN", (texts) => texts.map(() => [Number.NaN]), /finite/],
    ["infinity", (texts) => texts.map(() => [Number.POSITIVE_INFINITY]), /finite/],
    ["texts for numbers", (texts) => texts.map(() => ["1"]), /finite/],
    ["other dimensions", (texts) => texts.map((text) => (text === "c d" ? [1, 2] : [1])), /1 and of 2 dimensions/],
  ];

  test.each(answers)("gives %s: no row passes", async (_, answer, said) => {
    const bad = (async (texts: readonly string[]) => answer(texts)) as unknown as Embedder;
    const error = await failure(decontaminateSemantic(rows, { against, embedder: bad, batchSize: 1 }));
    expect(error).toBeInstanceOf(EmbedderError);
    expect(error?.code).toBe("embedder_answer");
    expect(error?.message).toMatch(said);
  });

  test("throws: it is said, the cause is kept, and no further call is made", async () => {
    let calls = 0;
    const bad: Embedder = async () => {
      calls++;
      throw new Error("out of memory");
    };
    const error = await failure(decontaminateSemantic(rows, { against, embedder: bad, batchSize: 1, concurrency: 1 }));
    expect(error).toMatchObject({ name: "EmbedderError", code: "embedder_failed" });
    expect(error?.message).toContain("out of memory");
    expect((error?.cause as Error | undefined)?.message).toBe("out of memory");
    expect(calls).toBe(1);
    const sudden = (() => {
      throw new Error("at once");
    }) as unknown as Embedder;
    expect((await failure(decontaminateSemantic(rows, { against, embedder: sudden })))?.message).toContain("at once");
  });

  test("a typed error stays what it is, and ends the calls beside it", async () => {
    const thrown = new TransientError({ message: "down", fix: "" });
    let ended = 0;
    const bad: Embedder = async ([text], { signal }) => {
      if (text === "Where is my parcel?") throw thrown;
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          ended++;
          reject(new Error("aborted"));
        });
      });
    };
    const call = decontaminateSemantic(rows, { against, embedder: bad, batchSize: 1, concurrency: 2 });
    expect(await failure(call)).toBe(thrown);
    expect(ended).toBe(1);
  });

  test("midway: no row passes, and the stream is told that no more is wanted", async () => {
    let isEnded = false;
    async function* stream() {
      try {
        for (let index = 0; ; index++) yield { prompt: `row number ${index}` };
      } finally {
        isEnded = true;
        // biome-ignore lint/correctness/noUnsafeFinally: a stream that fails in its ending must not hide the first error.
        throw new Error("cannot close");
      }
    }
    let calls = 0;
    const tired: Embedder = async (texts) => {
      if (++calls > 5) throw new Error("tired");
      return texts.map(() => [1]);
    };
    const error = await failure(
      decontaminateSemantic(stream(), { against: ["eval"], embedder: tired, concurrency: 1 }),
    );
    expect(error).toMatchObject({ name: "EmbedderError", code: "embedder_failed" });
    expect([isEnded, calls]).toEqual([true, 6]);
  });

  test("a stream ends with the signal, though it hangs, and though nothing is embedded", async () => {
    const hanging = new AbortController();
    let nEnded = 0;
    async function* stuck() {
      yield { prompt: "a b" };
      setImmediate(() => hanging.abort("enough"));
      await new Promise(() => undefined);
    }
    const error = await failure(decontaminateSemantic(stuck(), { against, embedder, signal: hanging.signal }));
    expect(error).toMatchObject({ name: "AbortError", cause: "enough" });
    const counting = new AbortController();
    function* endless() {
      try {
        for (let index = 0; ; index++) {
          if (index === 10) counting.abort();
          yield { prompt: "How do I get a refund?" };
        }
      } finally {
        nEnded++;
      }
    }
    const stopped = decontaminateSemantic(endless(), { against, embedder, signal: counting.signal });
    expect(await failure(stopped)).toBeInstanceOf(AbortError);
    expect(nEnded).toBe(1);
  });

  test("an embedder's late rejection is heard by someone", async () => {
    const unheard: unknown[] = [];
    const listen = (reason: unknown) => unheard.push(reason);
    process.on("unhandledRejection", listen);
    try {
      const stop = new AbortController();
      const late: Embedder = (_, { signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener("abort", () => setImmediate(() => reject(new Error("late")))),
        );
      setImmediate(() => stop.abort("enough"));
      const call = decontaminateSemantic(rows, { against, embedder: late, batchSize: 1, signal: stop.signal });
      expect(await failure(call)).toMatchObject({ name: "AbortError", cause: "enough" });
      const half: Embedder = async ([text], { signal }) =>
        text === "How do I get a refund?" ? Promise.reject(new Error("first")) : late([], { signal });
      expect((await failure(decontaminateSemantic(rows, { against, embedder: half, batchSize: 1 }))).message).toContain(
        "first",
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(unheard).toEqual([]);
    } finally {
      process.off("unhandledRejection", listen);
    }
  });

  test("ends with the signal, whether or not the embedder listens", async () => {
    const stop = new AbortController();
    const deaf: Embedder = () => {
      queueMicrotask(() => stop.abort());
      return new Promise(() => undefined);
    };
    const call = decontaminateSemantic(rows, { against, embedder: deaf, signal: stop.signal });
    expect(await failure(call)).toBeInstanceOf(AbortError);
    expect(await failure(decontaminateSemantic(rows, { against, embedder, signal: stop.signal }))).toBeInstanceOf(
      AbortError,
    );
  });
});
