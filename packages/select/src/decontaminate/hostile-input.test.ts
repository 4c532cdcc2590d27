import { frozenCopy, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { check, words } from "./__fixtures__/check-prompt.js";
import { decontaminate } from "./decontaminate.js";

describe("hostile input", () => {
  test("entries that are no rows are left out, counted, and keep their positions", () => {
    const rows = [null, { prompt: "x" }, 3, "text", { prompt: "one two" }, [], undefined] as unknown as Row[];
    const { rows: kept, report } = decontaminate(rows, { against: ["one two"] });
    expect(kept).toEqual([{ prompt: "x" }]);
    expect(report).toMatchObject({
      n: 7,
      nSkipped: 5,
      nKept: 1,
      nContaminated: 1,
      flagged: [4],
      contaminationRate: 0.5,
    });
  });

  test("rows that throw when they are read are kept without a text, and take no others with them", () => {
    const thrown = (): never => {
      throw new Error("not to be read");
    };
    const rows = [
      new Proxy({}, { get: thrown }),
      Object.defineProperty({ task_id: "e1" }, "prompt", { get: thrown }),
      { prompt: { toString: thrown, toJSON: thrown } },
      { prompt: "one two" },
    ] as unknown as Row[];
    const against = [rows[0] as Row, rows[1] as Row, "one two"];
    const { rows: kept, report } = decontaminate(rows, { against });
    expect(kept.map((row) => rows.indexOf(row))).toEqual([0, 2]);
    expect(report).toMatchObject({ n: 4, nWithoutText: 2, nEvalRows: 3, flagged: [1, 3] });
    expect(report.hits.map(({ rule }) => rule)).toEqual(["same_task", "exact"]);
    expect(report.notes.find(({ code }) => code === "rows_without_text")?.severity).toBe("warning");
  });

  test("odd values of a field are read as text or as nothing", () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const prompts = [
      Number.NaN,
      {},
      [null],
      { text: 1n },
      loop,
      [[[[[[["deep"]]]]]]],
      Symbol.iterator.toString(),
      true,
    ];
    const { report } = decontaminate(prompts.map((prompt) => ({ prompt, task_id: {}, __proto__: null })) as never, {
      against: ["true"],
      fields: ["prompt", "__proto__", "constructor"],
    });
    expect(report.flagged).toEqual([7]);
  });

  test("repeats of one word take time in proportion, and a word as long as a book is a word", () => {
    const many = "a ".repeat(300_000);
    const { report } = decontaminate([{ prompt: `${many}b` }, { prompt: many }, { prompt: "a a a a a a a a a" }], {
      against: [many, ...Array.from({ length: 150 }, (_, at) => "a ".repeat(10 + at))],
    });
    expect(report.flagged).toEqual([1]);
    expect(report.nCommonText).toBe(2);
    const book = "中".repeat(200_000);
    expect(check(`${book}国`, { against: [book] })).toMatchObject({ rule: "near", evalShare: 1 });
    expect(check("x".repeat(1_000_000), { against: ["x".repeat(999_999)] })).toBeNull();
  });

  test("a span is quoted up to sixty words and an eval text up to 120 characters", () => {
    const text = words("w", 500);
    const hit = check(`${text} end`, { against: [text] });
    expect(hit?.span?.split(" ")).toHaveLength(61);
    expect(hit?.evalText).toHaveLength(120);
  });

  test("neither rows nor eval rows are changed, and kept rows are the given ones", () => {
    const rows = frozenCopy([{ prompt: "keep" }, { prompt: "drop" }]) as Row[];
    const { rows: kept } = decontaminate(rows, { against: frozenCopy([{ prompt: "drop" }]) as Row[] });
    expect(kept[0]).toBe(rows[0]);
  });
});
