import { AbortError, type Embedder, EmbedderError, frozenCopy, type Row, TransientError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decontaminate } from "../decontaminate.js";
import { decontaminateSemantic } from "./decontaminate-semantic.js";
import { nearestVectors } from "./nearest-vectors.js";
import type { DecontaminateSemanticOptions } from "./semantic-options.js";
import { cosine, unitVectors } from "./unit-vectors.js";

const VECTORS: Readonly<Record<string, readonly number[]>> = {
  "How do I get a refund?": [1, 0, 0],
  "Can I have my money back?": [0.95, 0.2, 0],
  "Where is my parcel?": [0, 1, 0],
  "Has it shipped?": [0, 0.6, 0.8],
  "Cook a soup.": [0, 0, 1],
  "Say nothing.": [0, 0, 0],
};
const embedder: Embedder = async (texts) => texts.map((text) => VECTORS[text] ?? [0.5, 0.5, 0.5]);
const against = [
  { prompt: "How do I get a refund?", task_id: "e1" },
  { prompt: "Where is my parcel?", task_id: "e2" },
];
const rowsOf = (prompts: readonly unknown[]): Row[] => prompts.map((prompt) => frozenCopy({ prompt }) as Row);
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map((note) => note.code);
const failure = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  ) as Promise<Error & Record<string, unknown>>;

describe("rows in other words", () => {
  test("are flagged, with what they are like and how much", async () => {
    const given = rowsOf(["Cook a soup.", "Can I have my money back?", "How do I get a refund?"]);
    const { rows, report } = await decontaminateSemantic(given, { against, embedder });
    expect(rows).toEqual([given[0]]);
    expect(rows[0]).toBe(given[0]);
    expect(report).toMatchObject({ nSemantic: 1, nExact: 1, nContaminated: 2, similarity: 0.85, flagged: [1, 2] });
    expect(report.hits[0]).toMatchObject({
      index: 1,
      rule: "semantic",
      field: "prompt",
      source: "eval",
      evalIndex: 0,
      evalTaskId: "e1",
      evalField: "prompt",
      evalText: "How do I get a refund?",
    });
    expect(report.hits[0]?.similarity).toBeCloseTo(0.95 / Math.hypot(0.95, 0.2), 6);
    expect(report.semantic).toMatchObject({ dimensions: 3, nEvalPrompts: 2, nTexts: 2, model: null, nTruncated: null });
    expect(`${report}`).toContain("semantic, eval row 1 (task e1), similarity 0.979");
  });

  test("they are those of comparing all with all", async () => {
    const text = fc.integer({ min: 0, max: 11 }).map((number) => `text ${number}`);
    const vector = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 3, maxLength: 3 });
    const row = fc.record({ prompt: text, note: text });
    await fc.assert(
      fc.asyncProperty(
        fc.array(vector, { minLength: 24, maxLength: 24 }),
        fc.array(row, { maxLength: 30 }),
        fc.uniqueArray(fc.integer({ min: 12, max: 23 }), { maxLength: 12 }),
        fc.constantFrom(0, 0.3, 0.5, 0.8, 1),
        fc.integer({ min: 1, max: 5 }),
        async (vectors, rows, evals, similarity, batchSize) => {
          const vectorOf = (one: string) => vectors[Number(one.slice(5))] as number[];
          const cosineOf = (one: string, other: string) => {
            const [a, b] = [vectorOf(one), vectorOf(other)];
            const product = a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
            return Math.hypot(...a) * Math.hypot(...b) === 0 ? -2 : product / (Math.hypot(...a) * Math.hypot(...b));
          };
          const asked: string[] = [];
          const listening: Embedder = async (texts) => {
            asked.push(...texts);
            return texts.map(vectorOf);
          };
          const flagged = rows.flatMap(({ prompt, note }, index) =>
            [prompt, note].some((one) => evals.some((number) => cosineOf(one, `text ${number}`) >= similarity - 1e-6))
              ? [index]
              : [],
          );
          const { rows: kept, report } = await decontaminateSemantic(rows, {
            against: evals.map((number) => `text ${number}`),
            embedder: listening,
            fields: ["prompt", "note"],
            similarity,
            batchSize,
          });
          expect(report.flagged).toEqual(flagged);
          expect(kept).toEqual(rows.filter((_, index) => !flagged.includes(index)));
          expect(new Set(asked).size).toBe(asked.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("a cosine of exactly the bound is enough", async () => {
    const run = (similarity: number) =>
      decontaminateSemantic(rowsOf(["Has it shipped?"]), { against, embedder, similarity });
    expect((await run(0.6)).report.nSemantic).toBe(1);
    expect((await run(0.601)).report.nSemantic).toBe(0);
  });

  test("the field that is most like an eval prompt is named", async () => {
    const row = { prompt: "Has it shipped?", final_text: "Can I have my money back?" };
    const fields = ["prompt", "final_text"];
    const { report } = await decontaminateSemantic([row], { against, embedder, fields, similarity: 0.5 });
    expect(report.hits[0]).toMatchObject({ field: "final_text", evalTaskId: "e1" });
    expect(report.byField).toEqual({ final_text: 1 });
  });

  test("answers and references of eval rows are not looked for by meaning", async () => {
    const asked: string[] = [];
    const listening: Embedder = async (texts) => {
      asked.push(...texts);
      return texts.map(() => [1, 0]);
    };
    await decontaminateSemantic(rowsOf(["x y"]), {
      against: [{ prompt: "a b", answer: "c d", reference: "e f" }],
      embedder: listening,
    });
    expect(asked).toEqual(["a b", "x y"]);
  });

  test("a prompt that an earlier row has as its answer is looked for, and named by its own row", async () => {
    const { report } = await decontaminateSemantic(rowsOf(["Can I have my money back?"]), {
      against: [
        { prompt: "Where is my parcel?", reference: "How do I get a refund?", task_id: "e1" },
        { prompt: "How do I get a refund?", task_id: "e2" },
        { prompt: "How do I get a refund?", task_id: "e3" },
      ],
      embedder,
    });
    expect(report.hits[0]).toMatchObject({ rule: "semantic", evalIndex: 1, evalTaskId: "e2", evalField: "prompt" });
    expect(report.semantic?.nEvalPrompts).toBe(2);
  });

  test("streams come out as lists do", async () => {
    async function* stream() {
      yield* rowsOf(["Cook a soup.", "Can I have my money back?"]);
    }
    expect((await decontaminateSemantic(stream(), { against, embedder })).report.flagged).toEqual([1]);
  });

  test("whatever batches and calls at a time, the report is the same", async () => {
    const prompts = Object.keys(VECTORS).flatMap((text) => [text, `${text} again`]);
    const run = (batchSize: number, concurrency: number) =>
      decontaminateSemantic(rowsOf(prompts), { against, embedder, batchSize, concurrency, similarity: 0.7 });
    const { semantic: _, ...whole } = (await run(100, 1)).report;
    for (const [batchSize, concurrency] of [
      [1, 1],
      [2, 3],
      [3, 8],
    ] as const)
      expect((await run(batchSize, concurrency)).report).toMatchObject(JSON.parse(JSON.stringify(whole)));
  });

  test("more rows than are embedded at a time come out in order", async () => {
    const prompts = Array.from({ length: 9000 }, (_, index) => `row number ${index}`);
    const byNumber: Embedder = async (texts) =>
      texts.map((text) => (Number(text.replace(/\D/g, "")) % 1000 === 7 ? [1, 0] : [0, 1]));
    const { rows, report } = await decontaminateSemantic(rowsOf(prompts), {
      against: ["evaluation 7"],
      embedder: byNumber,
    });
    expect(report.flagged).toEqual(Array.from({ length: 9 }, (_, index) => index * 1000 + 7));
    expect(rows.map(({ prompt }) => prompt)).toEqual(prompts.filter((_, index) => index % 1000 !== 7));
  });
});

describe("what is embedded", () => {
  test("each text once, only where no text rule holds", async () => {
    const calls: string[][] = [];
    const counting: Embedder = async (texts) => {
      calls.push([...texts]);
      return texts.map(() => [1, 0]);
    };
    const rows = rowsOf(["a b", "a b ", "c d", "How do I get a refund?", "", "   "]);
    const { report } = await decontaminateSemantic([...rows, null, { task_id: "e1", prompt: "new" }] as Row[], {
      against,
      embedder: counting,
      batchSize: 1,
    });
    expect(calls.flat().sort()).toEqual(["How do I get a refund?", "Where is my parcel?", "a b", "c d"]);
    expect(report.semantic).toMatchObject({ nTexts: 2, nCalls: 4 });
    expect(report).toMatchObject({ n: 8, nSkipped: 1, nSameTask: 1, nExact: 1, nWithoutText: 2 });
  });

  test("an embedder may write each answer into the same memory, give typed lists, and answer at once", async () => {
    const memory = [new Float64Array(3), new Float64Array(3)];
    const thrifty = ((texts: readonly string[]) =>
      texts.map((text, at) => {
        (memory[at] as Float64Array).set(VECTORS[text] ?? [0.5, 0.5, 0.5]);
        return memory[at];
      })) as unknown as Embedder;
    const rows = rowsOf(["Cook a soup.", "Can I have my money back?", "Has it shipped?"]);
    const options = { against, batchSize: 1, concurrency: 1 };
    const plain = await decontaminateSemantic(rows, { ...options, embedder });
    const { report } = await decontaminateSemantic(rows, { ...options, embedder: thrifty });
    expect(report.flagged).toEqual([1]);
    expect(JSON.stringify(report)).toBe(JSON.stringify(plain.report));
  });

  test("in the batches that the embedder likes, and as many calls at a time", async () => {
    let [running, most, largest] = [0, 0, 0];
    const shy = Object.assign(
      async (texts: readonly string[]) => {
        running++;
        most = Math.max(most, running);
        largest = Math.max(largest, texts.length);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running--;
        return texts.map(() => [1]);
      },
      { batchSize: 3, concurrency: 2 },
    );
    const prompts = Array.from({ length: 30 }, (_, index) => `prompt ${index}`);
    await decontaminateSemantic(rowsOf(prompts), { against, embedder: shy });
    expect([most, largest]).toEqual([2, 3]);
  });
});

describe("notes", () => {
  const calibrated = [
    { prompt: "How do I get a refund?", task_id: "e1" },
    { prompt: "Can I have my money back?", task_id: "e2" },
    { prompt: "Where is my parcel?", task_id: "e3" },
  ];

  test("a bound that eval prompts of different tasks reach is warned of", async () => {
    const { report } = await decontaminateSemantic(rowsOf(["Cook a soup."]), { against: calibrated, embedder });
    expect(report.semantic).toMatchObject({ calibration: { nPairs: 3 }, calibrationReason: null });
    const note = report.notes.find(({ code }) => code === "embedder_calibration");
    expect(note).toMatchObject({ severity: "warning" });
    expect(note?.fix).toContain("Raise `similarity` above");
    const high = await decontaminateSemantic(rowsOf(["Cook a soup."]), {
      against: calibrated,
      embedder,
      similarity: 0.99,
    });
    expect(high.report.notes.find(({ code }) => code === "embedder_calibration")).toMatchObject({ severity: "info" });
  });

  test("one task, or prompts without ids, calibrate nothing", async () => {
    for (const [one, why] of [
      [
        calibrated.map((row) => ({ ...row, task_id: "e" })),
        "fewer than 2 pairs of eval prompts are of different tasks",
      ],
      [calibrated.map(({ prompt }) => prompt), "no eval prompt has the id of a task"],
    ] as const) {
      const { report } = await decontaminateSemantic(rowsOf(["Cook a soup."]), { against: one, embedder });
      expect(report.semantic).toMatchObject({ calibration: null, calibrationReason: why });
      expect(`${report}`).toContain(`here it could not be measured: ${why}`);
      expect(codes(report)).not.toContain("embedder_calibration");
      expect(codes(report)).toContain("semantic_check");
    }
  });

  test("vectors of zeros are told, and clear nothing by meaning", async () => {
    const { report } = await decontaminateSemantic(rowsOf(["Say nothing.", "Cook a soup."]), { against, embedder });
    expect(report).toMatchObject({ nSemantic: 0, semantic: { nZeroTexts: 1, nZeroEvalPrompts: 0 } });
    expect(codes(report)).toContain("zero_vectors");
    const blind = await decontaminateSemantic(rowsOf(["a"]), { against: ["Say nothing."], embedder });
    const all = await decontaminateSemantic(rowsOf(["a"]), { against: ["Say nothing."], embedder, similarity: 0 });
    expect(all.report).toMatchObject({ nSemantic: null, nContaminated: 0, nKept: 1 });
    const part = await decontaminateSemantic(rowsOf(["Cook a soup."]), {
      against: ["Say nothing.", "Can I have my money back?"],
      embedder: async (texts) =>
        texts.map((text) => (text.startsWith("Can") ? [-1, -1, -1] : (VECTORS[text] as number[]))),
      similarity: 0,
    });
    expect(part.report).toMatchObject({ nSemantic: 0, semantic: { nEvalPrompts: 2, nZeroEvalPrompts: 1 } });
    expect(blind.report).toMatchObject({ nSemantic: null, similarity: null, semantic: null });
    expect(blind.report.rulesSkipped.map(({ rule }) => rule)).toContain("semantic");
  });

  test.each([
    [[], ["Cook a soup."], "no eval row has a prompt"],
    [[{ answer: "only an answer" }], ["Cook a soup."], "no eval row has a prompt"],
    [against, [], "no row was left"],
    [against, ["How do I get a refund?", ""], "no row was left"],
    [against, ["?!", "\ud83d\ude42"], "no row was left"],
  ])("a pass with nothing to compare is skipped (%#)", async (evals, prompts, why) => {
    const { report } = await decontaminateSemantic(rowsOf(prompts), { against: evals, embedder });
    expect(report.nSemantic).toBeNull();
    expect(report.rulesSkipped).toContainEqual({ rule: "semantic", why: expect.stringContaining(why) });
    expect(codes(report)).toContain("semantic_skipped");
    expect(codes(report)).not.toContain("semantic_check");
  });

  test("texts that the embedder cuts are counted for this call alone", async () => {
    let cut = 5;
    const cutting = Object.assign(
      async (texts: readonly string[]) => {
        cut += texts.filter((text) => text.startsWith("Cook")).length;
        return texts.map(() => [1, 0]);
      },
      { model: "m", usage: () => ({ calls: 0, texts: 0, tokens: null, truncatedTexts: cut }) },
    );
    const { report } = await decontaminateSemantic(rowsOf(["Cook a soup."]), { against, embedder: cutting });
    expect(report.semantic).toMatchObject({ model: "m", nTruncated: 1 });
    expect(codes(report)).toContain("texts_truncated");
    const silent = await decontaminateSemantic(rowsOf(["Cook a soup."]), { against, embedder });
    expect(codes(silent.report)).not.toContain("texts_truncated");
  });

  test("the text rules alone say that they do not see paraphrases", async () => {
    expect(codes(decontaminate(rowsOf(["a"]), { against }).report)).toContain("no_embedder");
    const { report } = await decontaminateSemantic(rowsOf(["a"]), { against, embedder });
    expect(codes(report)).not.toContain("no_embedder");
  });
});

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

describe("options", () => {
  test.each([
    [{ against }, "embedder"],
    [{ embedder }, "against"],
    [{ against, embedder, similarty: 0.9 }, "similarty"],
    [{ against, embedder, similarity: 1.2 }, "similarity"],
    [{ against, embedder, similarity: Number.NaN }, "similarity"],
    [{ against, embedder, batchSize: 0 }, "batchSize"],
    [{ against, embedder: Object.assign(async () => [], { batchSize: 0 }) }, "embedder.batchSize"],
    [
      { against, embedder: Object.assign(async () => [], { batchSize: Number.POSITIVE_INFINITY }) },
      "embedder.batchSize",
    ],
    [{ against, embedder: Object.assign(async () => [], { concurrency: "4" }) }, "embedder.concurrency"],
    [{ against, embedder: "all-MiniLM-L6-v2" }, "embedder"],
    [{ against, embedder, overlap: 2 }, "overlap"],
  ])("refuses %o", async (options, option) => {
    const error = await failure(decontaminateSemantic([], options as unknown as DecontaminateSemanticOptions));
    expect(error).toMatchObject({ name: "OptionError", option });
  });

  test("refuses rows that are none", async () => {
    const error = await failure(decontaminateSemantic("rows.jsonl" as never, { against, embedder }));
    expect(error).toMatchObject({ name: "OptionError", option: "rows" });
  });
});

describe("vectors", () => {
  const value = fc.double({ min: -1e3, max: 1e3, noNaN: true });
  const matrix = (most: number) =>
    fc
      .integer({ min: 1, max: 9 })
      .chain((d) =>
        fc.tuple(
          fc.array(fc.array(value, { minLength: d, maxLength: d }), { minLength: 1, maxLength: most }),
          fc.array(fc.array(value, { minLength: d, maxLength: d }), { minLength: 1, maxLength: most }),
        ),
      );

  test("the nearest is that of comparing all with all", () => {
    fc.assert(
      fc.property(matrix(90), ([rows, evals]) => {
        const d = (rows[0] as number[]).length;
        const [x, y] = [unitVectors(rows, d), unitVectors(evals, d)];
        const { numbers, cosines } = nearestVectors(x, y);
        for (let row = 0; row < x.count; row++) {
          const all = evals.map((_, at) => cosine(x, row, y, at));
          expect(cosines[row]).toBeCloseTo(Math.max(...all), 5);
          expect(all[numbers[row] as number]).toBeCloseTo(Math.max(...all), 5);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("lengths are 1 for tiny and huge values; zeros stay zeros and are told", () => {
    const made = unitVectors(
      [
        [1e-200, 0],
        [1e300, 1e300],
        [0, 0],
        [-3, 4],
      ],
      2,
    );
    expect(made.zeros).toEqual([2]);
    expect(Array.from(made.values)).toEqual([
      1,
      0,
      Math.fround(Math.SQRT1_2),
      Math.fround(Math.SQRT1_2),
      0,
      0,
      Math.fround(-0.6),
      Math.fround(0.8),
    ]);
  });

  test("ties go to the earliest eval prompt", () => {
    const evals = unitVectors(
      Array.from({ length: 70 }, () => [1, 1]),
      2,
    );
    expect(nearestVectors(unitVectors([[2, 2]], 2), evals).numbers[0]).toBe(0);
    expect(nearestVectors(unitVectors([[2, 2]], 2), unitVectors([], 2)).numbers[0]).toBe(-1);
  });
});
