import { frozenCopy, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { check, words } from "./__fixtures__/check-prompt.js";
import { caughtByKind, plantedEvals, plantedRows, SCRIPTS } from "./__fixtures__/planted-texts.js";
import { decontaminate } from "./decontaminate.js";

const QUESTION = "Natalia sold clips to forty eight friends in April and half as many in May how many in all";
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);

describe("rules", () => {
  test.each([
    ["case and spacing", "where  is\nORDER 4473?", "Where is order 4473?", "exact"],
    ["compatibility forms", "Ｗｈｅｒｅ is ｏｒｄｅｒ 4473?", "Where is order 4473?", "exact"],
    ["case without a pair", "STRASSE ΟΔΟΣ", "Straße οδος", "exact"],
    ["soft hyphens and joiners", "con\u00adtami\u200dnation", "contamination", "exact"],
    ["composed and decomposed", "cafe\u0301 menu", "café menu", "exact"],
    [
      "Chinese",
      "我的订单在哪里请帮我查一下谢谢你我已经等了三个星期了",
      "我的订单在哪里请帮我查一下谢谢你我已经等了三个星期了",
      "exact",
    ],
    ["Cyrillic", "Где мой заказ", "где  мой заказ", "exact"],
    ["punctuation of a short text", "what is 2 + 2", "What is 2+2?", "words"],
    ["quotes of a short text", "say “hello” now", 'say "hello", now!', "words"],
    ["a hyphen in a short text", "a well-known fact", "a well known fact", "words"],
    ["a hyphen before a number", "open form-5 now", "Open form 5 now", "words"],
    ["a dash after a number", "page 5 - the end", "page 5, the end", "words"],
    ["a range of words with a slash", "this and/or that", "this and or that", "words"],
    ["a lone surrogate between words", "one two \ud800 three", "one two three", "words"],
  ])("%s: verbatim", (_, prompt, against, match) => {
    expect(check(prompt, { against: [against] })).toMatchObject({
      rule: "exact",
      match,
      direction: "both",
      trainShare: 1,
      evalShare: 1,
      evalIndex: 0,
      evalField: "prompt",
    });
  });

  test.each([
    ["plus and minus", "what is 2 - 2", "What is 2+2?"],
    ["a sign before a number", "what is (-5) squared", "what is 5 squared"],
    ["more and less", "is x < 5", "is x > 5"],
    ["per cent", "what is 5% of 80", "what is 5 of 80"],
    ["a language and its successor", "what is C++", "what is C"],
    ["equal and not equal", "is x != 3", "is x = 3"],
    ["and and or", "what is 6 & 3", "what is 6 | 3"],
    ["one number and two", "add 3.5", "add 3 5"],
    ["another number", "where is order 4474", "where is order 4473"],
    ["one word more", "please cancel my order", "cancel my order"],
    ["nothing at all", "", "cancel my order"],
  ])("%s: another short text", (_, prompt, against) => {
    expect(check(prompt, { against: [against] })).toBeNull();
  });

  test("both ids of both sides are compared, and 0 is an id", () => {
    const against = [
      { prompt: "a", scenario_id: "z", task_id: "e1" },
      { prompt: "b", task_id: 0 },
    ];
    const rows = [
      { scenario_id: "z", prompt: "x" },
      { scenario_id: "q", task_id: "e1", prompt: "x" },
      { scenario_id: 0, prompt: "x" },
      { scenario_id: "q", task_id: "", prompt: "x" },
    ] as Row[];
    const { report } = decontaminate(rows, { against });
    expect(report.flagged).toEqual([0, 1, 2]);
    expect(report.nSameTask).toBe(3);
    expect(report.hits.map(({ match, evalIndex, trainShare }) => [match, evalIndex, trainShare])).toEqual([
      ["z", 0, null],
      ["e1", 0, null],
      ["0", 1, null],
    ]);
    expect(report.rulesSkipped).toEqual([]);
    expect(codes(report)).toContain("numeric_task_ids");
    expect(`${report}`).toContain("row 1 (the first of 2 rows of 2 tasks): same task, eval row 1 (task z)");
  });

  test("a hit says which text is covered how far, by what, and where that is", () => {
    const against = { gsm: [{ prompt: "something else" }, { prompt: QUESTION, task_id: "g7" }] };
    const prompt = `${words("filler", 60)} ${QUESTION}`;
    const hit = check(prompt, { against });
    expect(hit).toEqual({
      index: 0,
      rule: "contains",
      field: "prompt",
      match: "natalia sold clips to forty eight friends in",
      copy: null,
      direction: "eval",
      trainShare: 19 / 79,
      evalShare: 1,
      trainCommonWords: 0,
      evalCommonWords: 0,
      ngram: 8,
      span: QUESTION.toLowerCase(),
      source: "gsm",
      sourceIndex: 0,
      evalIndex: 1,
      evalTaskId: "g7",
      evalId: null,
      evalField: "prompt",
      evalText: QUESTION,
      similarity: null,
    });
    expect(check(prompt, { against, coverageOf: "train" })).toBeNull();
    expect(check(prompt, { against, coverageOf: "eval" })).toEqual(hit);
    // A part of a longer eval text: the training text is covered, the eval text is not.
    const part = { against: [`${QUESTION} ${words("more", 60)}`] };
    expect(check(QUESTION, part)).toMatchObject({
      rule: "near",
      direction: "train",
      trainShare: 1,
      evalShare: 19 / 79,
    });
    expect(check(QUESTION, { ...part, coverageOf: "eval" })).toBeNull();
  });

  test("a long text with other punctuation is near, and called the copy that it is", () => {
    const asked = "Natalia sold clips to forty-eight friends in April, and half as many in May: how many in all?";
    const against = [`${QUESTION} ${words("more", 9)}`, { prompt: asked, id: "q7" }, { prompt: "Where is it?" }];
    const rows = [{ prompt: QUESTION }, { prompt: "where is it" }, { prompt: asked }, { prompt: `${QUESTION} then` }];
    const { report } = decontaminate(rows, { against });
    expect(report.hits.map(({ rule, copy, match, evalId }) => [rule, copy, match, evalId])).toEqual([
      // The first eval text covers as much of it, and is more than it.
      ["near", "words", "natalia sold clips to forty eight friends in", "q7"],
      ["exact", "words", "words", null],
      ["exact", "verbatim", "exact", "q7"],
      ["near", null, "natalia sold clips to forty eight friends in", null],
    ]);
    expect(report).toMatchObject({ nExact: 2, nNear: 2, nSameWords: 2 });
    const text = `${report}`;
    expect(text).toContain("exact 2, near 2, contains 0; 2 of these are copies but for punctuation");
    expect(text).toMatch(
      /row 1 \(.*2 rows of 2 tasks\) prompt: near, a copy but for punctuation or signs, eval row 2 \(id q7\) prompt:/,
    );
    expect(text).toContain("row 2 prompt: exact, a copy but for punctuation, eval row 3 prompt:");
    const verbatim = decontaminate([{ prompt: asked }], { against }).report;
    expect(`${verbatim}`).toContain("row 1 prompt: exact, eval row 2 (id q7) prompt:");
    expect(text).toContain("row 4 prompt: near, eval row 1 prompt; 95.0% of the training text, 67.9% of the eval text");
    for (const coverageOf of ["train", "eval"] as const)
      expect(check(QUESTION, { against, coverageOf })).toMatchObject({ copy: "words", evalId: "q7" });
  });

  test.each(["either", "train", "eval"] as const)("of all that cover it (%s), the copy is named", (coverageOf) => {
    const against = ["a a b c d e d c", "b a d c e", "a b c d e"];
    const hit = check("a, b, c, d, e", { against, ngram: 1, coverageOf });
    expect(hit).toMatchObject({ copy: "words", evalIndex: 2 });
  });

  test.each([
    ["either", "at least 80.0% of either text"],
    ["train", "at least 80.0% of the training text"],
    ["eval", "at least 80.0% of the eval text"],
  ] as const)("the text says whose share is asked for (%s)", (coverageOf, says) => {
    expect(`${decontaminate([{ prompt: "a" }], { against: ["b"], coverageOf }).report}`).toContain(
      `8-word runs, ${says};`,
    );
  });

  test("an `id` names an eval row and matches none", () => {
    const against = [
      { prompt: "one two", id: 7 },
      { prompt: "three", id: { no: "id" } },
    ] as Row[];
    const { report } = decontaminate([{ prompt: "four", id: 7 }, { prompt: "One, two" }, { prompt: "three" }], {
      against,
    });
    expect(report.hits.map(({ index, evalId, evalTaskId }) => [index, evalId, evalTaskId])).toEqual([
      [1, "7", null],
      [2, null, null],
    ]);
    expect(`${report}`).toContain("same task not compared");
    const named = decontaminate([{ prompt: "three" }], { against: [{ prompt: "three", id: 7, task_id: "t" }] }).report;
    expect(`${named}`).toContain("eval row 1 (task t) prompt");
  });

  test("the share may be anything from 0 to 1, and reaches the bound inclusively", () => {
    const against = ["alpha bravo charlie delta echo foxtrot golf hotel india juliet"];
    const eight = "alpha bravo charlie delta echo foxtrot golf hotel";
    expect(check(`${eight} zz yy`, { against })).toMatchObject({ rule: "near", direction: "both", trainShare: 0.8 });
    expect(check(`${eight} zz yy xx`, { against })).toMatchObject({ rule: "contains", evalShare: 0.8 });
    expect(check(`${eight} zz yy`, { against, overlap: 1 })).toBeNull();
    expect(check(`${against[0]}!?`, { against, overlap: 1 })).toMatchObject({ rule: "near", trainShare: 1 });
    expect(check(`${eight} ${words("x", 500)}`, { against, overlap: 0 })).toMatchObject({ rule: "near" });
    expect(check(words("x", 500), { against, overlap: 0 })).toBeNull();
  });

  test("runs of one word compare sets of words", () => {
    expect(check("c b a", { against: ["a b c"], ngram: 1 })).toMatchObject({
      rule: "near",
      trainShare: 1,
      evalShare: 1,
    });
    expect(check("d e f", { against: ["a b c"], ngram: 1, overlap: 0 })).toBeNull();
  });

  test("of several eval texts the one that covers most is named, the first of equals", () => {
    const long = words("w", 20);
    const against = [words("w", 10), long, `${long} end`];
    expect(check(`q ${long}`, { against })).toMatchObject({ evalIndex: 1 });
    const tie = ["one", "two"].map((end) => `${words("w", 8)} ${end}`);
    expect(check(`q ${words("w", 8)}`, { against: tie })).toMatchObject({ evalIndex: 0 });
    // Of those that are all in it, the longest, and the first of equals, wherever it stands.
    const inside = [words("a", 9), words("b", 10), words("c", 10)];
    for (const order of [inside, [...inside].reverse()]) {
      const prompt = `${words("x", 40)} ${order.join(" y ")}`;
      expect(check(prompt, { against: inside })).toMatchObject({ rule: "contains", evalIndex: 1 });
    }
  });

  test("answers and references are eval texts, replies are not", () => {
    const against = [
      { prompt: "p", answer: "It is in the depot on the north side of town", reference: 42, final_text: "kept reply" },
    ] as Row[];
    const rows = [
      { prompt: "it is in the depot on the north side of town" },
      { prompt: "42" },
      { prompt: "kept reply" },
    ];
    const { report } = decontaminate(rows, { against });
    expect(report.hits.map(({ evalField }) => evalField)).toEqual(["answer", "reference"]);
  });

  test("fields are compared in their order, copies before what contains them", () => {
    const rows = [
      { prompt: `${words("x", 60)} ${QUESTION}`, final_text: QUESTION },
      { prompt: "clean", final_text: QUESTION },
    ];
    const { report } = decontaminate(rows, { against: [QUESTION], fields: ["prompt", "final_text", "prompt"] });
    expect(report.hits.map(({ rule, field }) => [rule, field])).toEqual([
      ["exact", "final_text"],
      ["exact", "final_text"],
    ]);
    expect(report.byField).toEqual({ final_text: 2 });
    expect(report.fields).toEqual(["prompt", "final_text"]);
  });
});

describe.each(SCRIPTS)("$name", (script) => {
  test("planted copies are found and nothing else", () => {
    const evals = plantedEvals(script, 60);
    const rows = [...plantedRows(script, evals, 600, 0.1)];
    const against = evals.map((text) => text.join(script.space));
    const { report } = decontaminate(frozenCopy(rows) as unknown as Row[], { against });
    const { exact, edited, embedded, clean } = caughtByKind(rows, report.flagged);
    expect(exact.of).toBeGreaterThan(30);
    expect(exact.caught).toBe(exact.of);
    expect(embedded.caught).toBe(embedded.of);
    expect(edited.caught / edited.of).toBeGreaterThan(0.95);
    expect(clean.caught).toBe(0);
    const rules = new Set(report.hits.map(({ index, rule }) => `${rows[index]?.kind} ${rule}`));
    expect(rules).toEqual(new Set(["exact exact", "edited near", "embedded contains"]));
  });
});

describe("options", () => {
  test.each([
    [{ against: [], ngram: 0 }, /`ngram` must be a whole number from 1/],
    [{ against: [], overlap: 1.1 }, /`overlap` must be a number from 0 to 1/],
    [{ against: [], overlap: Number.NaN }, /`overlap` must be/],
    [{ against: [], coverageOf: "eval_text" }, /`coverageOf` must be one of "either", "train", "eval"/],
    [{ against: [], fields: [] }, /`fields` must be an array of at least 1/],
    [{ against: [], feilds: ["x"] }, /Did you mean `fields`/],
    [{ against: [], embedder: () => [] }, /decontaminateSemantic/],
    [{ against: [], similarity: 0.9 }, /decontaminateSemantic/],
    [{}, /`against` is missing/],
    [undefined, /`against` is missing/],
    ["x", /must be an object/],
  ])("%j is refused", (options, message) => {
    expect(() => decontaminate([], options as never)).toThrow(message);
  });

  test("rows must be a list", () => {
    expect(() => decontaminate("rows.jsonl" as never, { against: [] })).toThrow(/must be a list of rows/);
  });
});
