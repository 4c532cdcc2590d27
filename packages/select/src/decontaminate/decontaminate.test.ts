import { frozenCopy, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caughtByKind, plantedEvals, plantedRows, SCRIPTS } from "./__fixtures__/planted-texts.js";
import { createDecontaminator } from "./create-decontaminator.js";
import { decontaminate } from "./decontaminate.js";
import type { DecontaminateOptions } from "./decontaminate-options.js";

const QUESTION = "Natalia sold clips to forty eight friends in April and half as many in May how many in all";
const words = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`).join(" ");

function check(prompt: unknown, options: DecontaminateOptions) {
  const rows = frozenCopy([{ prompt }]) as Row[];
  const { report } = decontaminate(rows, frozenCopy(options) as DecontaminateOptions);
  return report.hits[0] ?? null;
}
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
    expect(`${report}`).toContain("row 0: same task id as eval row 0 (task z)");
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
  ])("%s is no source", (_, against, message) => {
    expect(() => decontaminate([], { against: against as never })).toThrow(message);
  });

  test("repeated texts count once, texts without words not at all, and both are told", () => {
    const against = ["One two", "one  two", "?!", "", null, 7] as unknown as string[];
    const { report } = decontaminate([{ prompt: "?!" }, { prompt: "" }], { against });
    expect(report).toMatchObject({ nEvalRows: 4, nEvalTexts: 1, nEvalSkipped: 2, nContaminated: 0, nWithoutText: 1 });
    expect(codes(report)).toEqual([
      "rows_without_text",
      "same_task_skipped",
      "eval_texts_without_words",
      "not_rows",
      "no_embedder",
    ]);
  });

  test("a check that could compare nothing says so as an error", () => {
    const empty = decontaminate([{ prompt: "x" }], { against: [] }).report;
    expect(empty.notes[0]).toMatchObject({ code: "no_eval_texts", severity: "error" });
    const blind = decontaminate([{ prompt: "x" }], { against: ["x"], fields: ["promt"] }).report;
    expect(blind.notes[0]).toMatchObject({ code: "no_training_texts", severity: "error" });
    expect(decontaminate([], { against: ["x"] }).report.contaminationRate).toBeNull();
  });
});

describe("text that many eval texts share", () => {
  const preamble = words("policy", 40);
  const asks = Array.from({ length: 20 }, (_, at) => words(`ask${at}x`, 9));
  const against = asks.map((ask) => `${preamble} ${ask}`);

  test("another question behind the preamble is kept, and shown for a person to judge", () => {
    const { rows, report } = decontaminate([{ prompt: `${preamble} ${words("other", 9)}` }], { against });
    expect(rows).toHaveLength(1);
    expect(report.nCommonText).toBe(1);
    expect(report.commonText[0]).toMatchObject({
      index: 0,
      field: "prompt",
      share: 40 / 49,
      evalTexts: 20,
      span: preamble,
    });
    expect(codes(report)).toContain("common_text");
    expect(`${report}`).toContain('kept row 0: 82% of it is text that up to 20 eval texts have: "policy0 policy1');
  });

  test("the same question behind it is not, whatever is around it", () => {
    expect(check(`${preamble}: ${asks[3]}`, { against })).toMatchObject({
      rule: "near",
      direction: "both",
      trainShare: 1,
      evalShare: 1,
      trainCommonWords: 40,
      evalCommonWords: 40,
      evalIndex: 3,
    });
    expect(check(`${words("z", 90)} ${preamble} ${asks[3]}`, { against })).toMatchObject({
      rule: "contains",
      evalIndex: 3,
    });
    expect(check(`${preamble} ${asks[3]}`, { against })).toMatchObject({ rule: "exact" });
  });

  test("the question without the preamble is a copy of what the eval row asks", () => {
    expect(check(asks[3], { against })).toMatchObject({
      rule: "near",
      trainShare: 1,
      evalShare: 9 / 49,
      direction: "train",
    });
  });

  test("the limit is that of each source, however large the others are", () => {
    const other = Array.from({ length: 200 }, (_, at) => words(`unrelated${at}x`, 12));
    const prompt = `${preamble} ${words("other", 9)}`;
    expect(check(prompt, { against: { small: against, large: other } })).toBeNull();
    expect(check(prompt, { against: { small: against.slice(0, 2), large: other } })).toMatchObject({ rule: "near" });
  });

  test("a preamble that too few eval texts have to tell is pointed out when it flags several rows", () => {
    const rows = [1, 2, 3].map((at) => ({ prompt: `${preamble} ${words(`other${at}x`, 9)}` }));
    const { report } = decontaminate(rows, { against: [`${preamble} ${words("ask", 60)}`] });
    expect(report.nNear).toBe(3);
    expect(report.notes.find(({ code }) => code === "repeated_span")?.message).toContain("3 flagged rows");
  });

  test("a text of nothing but shared words is only ever a copy", () => {
    expect(check(preamble, { against })).toBeNull();
    expect(check(preamble, { against: [...against, preamble] })).toMatchObject({ rule: "exact" });
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

describe("streaming", () => {
  const against = [{ prompt: QUESTION, task_id: "g1" }];
  const rows: Row[] = [{ prompt: QUESTION }, { prompt: "fine" }, null as never, { prompt: "ok", task_id: "g1" }];

  test("row by row, from a list and from a stream, it says what decontaminate says", async () => {
    const whole = decontaminate(rows, { against });
    const checked = createDecontaminator(against);
    expect(rows.map((row) => checked.check(row)?.rule ?? null)).toEqual(["exact", null, null, "same_task"]);
    const listed = createDecontaminator(against);
    expect([...listed.filter(rows)]).toEqual(whole.rows);
    const streamed = createDecontaminator(against);
    const kept: Row[] = [];
    async function* stream() {
      yield* rows;
    }
    for await (const row of streamed.filter(stream())) kept.push(row);
    expect(kept).toEqual(whole.rows);
    for (const { report } of [checked, listed, streamed]) expect(report()).toEqual(whole.report);
  });

  test("reports are of that moment", () => {
    const decontaminator = createDecontaminator(against);
    const before = decontaminator.report();
    decontaminator.check({ prompt: QUESTION });
    expect(before).toMatchObject({ n: 0, flagged: [] });
    expect(decontaminator.report()).toMatchObject({ n: 1, flagged: [0] });
  });

  test("all positions are kept, the evidence of the first ten thousand", () => {
    const decontaminator = createDecontaminator(["same text"]);
    for (let at = 0; at < 10_005; at++) decontaminator.check({ prompt: "same text" });
    const report = decontaminator.report();
    expect(report.flagged).toHaveLength(10_005);
    expect(report.hits).toHaveLength(10_000);
    expect(codes(report)).toContain("hits_not_kept");
    expect(`${report}`).toContain("… and 9985 more");
  });

  test("what is neither list nor stream is refused", () => {
    expect(() => createDecontaminator(against).filter(3 as never)).toThrow(/a list or a stream/);
    expect(() => createDecontaminator(against, { against } as never)).toThrow(/unknown option `against`/);
  });
});

describe("laws", () => {
  const tokens = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 0, maxLength: 30 });

  /** The rule written down without any index: positions covered by shared runs. */
  function slowShare(of: readonly string[], by: readonly string[], n: number): number {
    const runs = new Set(
      by
        .map((_, at) => by.slice(at, at + n))
        .filter((run) => run.length === n)
        .map((run) => run.join(" ")),
    );
    const covered = new Set<number>();
    for (let at = 0; at + n <= of.length; at++)
      if (runs.has(of.slice(at, at + n).join(" "))) for (let step = 0; step < n; step++) covered.add(at + step);
    return of.length === 0 ? 0 : covered.size / of.length;
  }

  test("shares are those of a plain count, whichever of several eval texts is best", () => {
    fc.assert(
      fc.property(tokens, fc.array(tokens, { maxLength: 3 }), fc.integer({ min: 1, max: 4 }), (train, evals, ngram) => {
        const against = evals.map((text) => text.join(" "));
        // Two texts are too few to share anything.
        if (new Set(against.filter((text) => text !== "")).size > 2) return;
        for (const overlap of [0.5, 0.8, 1]) {
          const options = { against, ngram, overlap };
          const hit = decontaminate([{ prompt: train.join(" ") }], options).report.hits[0];
          if (hit?.rule === "exact") continue;
          const trainShare = Math.max(0, ...evals.map((text) => slowShare(train, text, ngram)));
          const evalShare = Math.max(0, ...evals.map((text) => slowShare(text, train, ngram)));
          const rule = trainShare >= overlap ? "near" : evalShare >= overlap ? "contains" : undefined;
          expect(hit?.rule).toBe(rule);
          if (hit === undefined) continue;
          const found = evals.find((text) => text.join(" ") === hit.evalText) as string[];
          expect(hit.trainShare).toBeCloseTo(slowShare(train, found, ngram), 12);
          expect(hit.evalShare).toBeCloseTo(slowShare(found, train, ngram), 12);
          expect(rule === "near" ? hit.trainShare : hit.evalShare).toBeCloseTo(
            rule === "near" ? trainShare : evalShare,
            12,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a text is found in itself, and in whatever is put around it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
        fc.array(fc.constantFrom("uno", "dos"), { maxLength: 40 }),
        (odd, around) => {
          const { report } = decontaminate([{ prompt: odd }], { against: [odd] });
          expect(report.nContaminated).toBe(report.nEvalTexts);
          const long = `${odd} ${QUESTION}`;
          const embedded = decontaminate([{ prompt: `${around.join(" ")} ${long}. ${around.join(" ")}` }], {
            against: [long],
          });
          expect(embedded.report.nContaminated).toBe(1);
        },
      ),
    );
  });

  test("order and repeats of the eval texts change no verdict", () => {
    fc.assert(
      fc.property(
        fc.array(tokens, { minLength: 1, maxLength: 5 }),
        fc.array(tokens, { maxLength: 6 }),
        (trains, evals) => {
          const rows = trains.map((train) => ({ prompt: train.join(" ") }));
          const against = evals.map((text) => text.join(" "));
          const flagged = (given: string[]) => decontaminate(rows, { against: given, ngram: 3 }).report.flagged;
          expect(flagged([...against].reverse())).toEqual(flagged([...against, ...against]));
        },
      ),
    );
  });
});
