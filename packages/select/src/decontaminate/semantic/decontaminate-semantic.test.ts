import type { Embedder, Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decontaminate } from "../decontaminate.js";
import { against, codes, embedder, failure, rowsOf, VECTORS } from "./__fixtures__/planted-vectors.js";
import { decontaminateSemantic } from "./decontaminate-semantic.js";
import type { DecontaminateSemanticOptions } from "./semantic-options.js";

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

  test("a field without a word in it is not compared, whatever stands beside it", async () => {
    const asked: string[] = [];
    const listening: Embedder = async (texts, options) => {
      asked.push(...texts);
      return embedder(texts, options);
    };
    const rows = [{ prompt: "Cook a soup.", note: "\ud83d\ude42 ?!" }] as Row[];
    await decontaminateSemantic(rows, { against, embedder: listening, fields: ["prompt", "note"] });
    expect(asked).toEqual([...against.map(({ prompt }) => prompt), "Cook a soup."]);
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
