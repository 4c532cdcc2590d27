import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { decontaminate } from "./decontaminate.js";
import type { DecontaminateOptions } from "./decontaminate-options.js";

const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);

describe("what a prompt says", () => {
  const turns = [
    { role: "system", content: "You are kind." },
    { role: "user", content: [{ type: "text", text: "Where is" }] },
    { role: "assistant", content: "Which order?" },
    { role: "user", content: "order 4473?" },
  ];
  test.each([
    ["all user turns of a list of messages", { prompt: turns }],
    ["the messages of a row without a prompt", { messages: turns }],
    ["messages in a list of turns", { prompt: [[turns[1]], [turns[3]]] }],
    [
      "text parts",
      {
        prompt: [
          { type: "text", text: "Where is order" },
          { type: "text", text: "4473?" },
        ],
      },
    ],
  ])("%s", (_, row) => {
    expect(decontaminate([row as Row], { against: ["where is order 4473"] }).report.nExact).toBe(1);
    expect(decontaminate([{ prompt: "where is order 4473" }], { against: [row as Row] }).report.nExact).toBe(1);
  });

  test("all turns of another field, and of a prompt without a user", () => {
    const completion = [{ role: "assistant", content: "It is on its way." }];
    const row = { prompt: "x", completion };
    expect(decontaminate([row], { against: ["it is on its way"], fields: ["completion"] }).report.nExact).toBe(1);
    expect(
      decontaminate([{ prompt: completion } as unknown as Row], { against: ["it is on its way"] }).report.nExact,
    ).toBe(1);
  });
});

describe("sources", () => {
  test.each([
    ["texts", ["one two", "three"], [["eval", 2]]],
    ["rows and texts", [{ prompt: "one two" }, "three"], [["eval", 2]]],
    ["a set", new Set(["one two", "three"]), [["eval", 2]]],
    [
      "several",
      [["one two"], [{ prompt: "three" }]],
      [
        ["source 1", 1],
        ["source 2", 1],
      ],
    ],
    [
      "named",
      { a: ["one two"], b: new Set(["three"]) },
      [
        ["a", 1],
        ["b", 1],
      ],
    ],
    [
      "several and loose ones",
      [["one two"], "three"],
      [
        ["source 1", 1],
        ["source 2", 1],
      ],
    ],
  ])("%s", (_, against, expected) => {
    const { report } = decontaminate([{ prompt: "three" }], { against: against as DecontaminateOptions["against"] });
    expect(report.sources.map(({ name, nRows }) => [name, nRows])).toEqual(expected);
    expect(report.sources.at(-1)?.nContaminated).toBe(1);
    expect(report.hits[0]?.source).toBe(expected.at(-1)?.[0]);
  });

  test.each([
    ["a path", "evals.jsonl", /got string\. .*Files are read first/],
    ["a row", { prompt: "x" }, /source `prompt`/],
    ["null", null, /got null/],
    ["a number", 3, /got number/],
    ["a promise", Promise.resolve(["x"]), /got a promise or a stream\. .*awaited/],
    ["a stream", new ReadableStream(), /got a promise or a stream/],
    ["a promise of a source", { a: Promise.resolve(["x"]) }, /source `a` of `against` must be a list, got a promise/],
    ["a Map", new Map([["a", ["x"]]]), /must be eval rows or texts/],
  ])("%s is no source", (_, against, message) => {
    expect(() => decontaminate([], { against: against as never })).toThrow(message);
  });

  test("repeated texts count once, texts without words not at all, and both are told", () => {
    const against = ["One two", "one  two", "?!", "", null, 7] as unknown as string[];
    const { report } = decontaminate([{ prompt: "?!" }, { prompt: "" }, { prompt: "two" }], { against });
    expect(report).toMatchObject({ nEvalRows: 4, nEvalTexts: 1, nEvalSkipped: 2, nContaminated: 0, nWithoutText: 2 });
    expect(codes(report)).toEqual([
      "rows_without_text",
      "same_task_skipped",
      "eval_texts_without_words",
      "not_rows",
      "no_embedder",
    ]);
  });

  test("training texts without a word in them are compared with nothing, whatever else they hold", () => {
    const prompts = ["???", "\ud83d\ude42 !", "  ", "\u2122", "\u4e2d", "a", "7", "&amp;", "&#33;&#63;"];
    const { report } = decontaminate(
      prompts.map((prompt) => ({ prompt })),
      { against: ["x"] },
    );
    expect(report.nWithoutText).toBe(5);
    const { sources } = decontaminate([{ prompt: "a" }], { against: ["a b", "c", "a  b", "?", 7 as never] }).report;
    expect(sources).toEqual([{ name: "eval", nRows: 4, nSkipped: 1, nTexts: 2, nWithoutWords: 1, nContaminated: 0 }]);
    const wordless = decontaminate([{ prompt: "???" }], { against: ["???"] }).report;
    expect(wordless.notes.map(({ code }) => code)).toContain("no_eval_texts");
    const blind = decontaminate([{ prompt: "???" }], { against: ["x"] }).report;
    expect(blind.notes[0]).toMatchObject({ code: "no_training_texts" });
  });

  test("a check that could compare nothing says so as an error", () => {
    const empty = decontaminate([{ prompt: "x" }], { against: [] }).report;
    expect(empty.notes[0]).toMatchObject({ code: "no_eval_texts", severity: "error" });
    const blind = decontaminate([{ prompt: "x" }], { against: ["x"], fields: ["promt"] }).report;
    expect(blind.notes[0]).toMatchObject({ code: "no_training_texts", severity: "error" });
    expect(decontaminate([], { against: ["x"] }).report.contaminationRate).toBeNull();
  });
});
