import { frozenCopy, OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildPreferencePairs, type PreferencePairs } from "./build-preference-pairs.js";
import type { PreferencePairsOptions } from "./pair-options.js";

let made = 0;
const rollout = (reward: unknown, text: string, extra: Row = {}): Row => ({
  rollout_id: `r${made++}`,
  prompt: "Where is my order?",
  final_text: text,
  reward: reward as number,
  ...extra,
});
const build = (rows: readonly unknown[], options?: PreferencePairsOptions) =>
  buildPreferencePairs(rows.map((row) => frozenCopy(row)) as Row[], options);
const texts = ({ pairs }: PreferencePairs) =>
  pairs.map(({ chosen, rejected }) => [chosen.final_text, rejected.final_text]);
const codes = ({ report }: PreferencePairs) => report.notes.map((note) => note.code);

describe("which replies make a pair", () => {
  test("the best ones with the nearest in length", () => {
    const made = build([
      rollout(1, "x".repeat(500)),
      rollout(1, "y".repeat(50)),
      rollout(0, "z".repeat(60)),
      rollout(0, "w".repeat(10)),
    ]);
    expect(made.pairs).toMatchObject([{ length_delta: -10, margin: 1, prompt: "Where is my order?" }]);
  });

  test("the best assignment over a prompt, not the nearest in turn", () => {
    const made = build(
      [rollout(1, "a".repeat(50)), rollout(1, "b".repeat(40)), rollout(0, "c".repeat(48)), rollout(0, "d".repeat(90))],
      { maxPairsPerPrompt: 2 },
    );
    expect(made.pairs.map((pair) => pair.length_delta)).toEqual([-40, -8]);
  });

  test("of equally near ones the hardest to tell apart, whatever the order", () => {
    const rows = [rollout(1, "full"), rollout(0, "none"), rollout(0.4, "less"), rollout(0.5, "half")];
    expect(texts(build(rows, { minMargin: 0.5 }))).toEqual([["full", "half"]]);
    expect(texts(build(rows.toReversed(), { minMargin: 0.5 }))).toEqual([["full", "half"]]);
  });

  test("the widest margin first where that is asked for", () => {
    const rows = [rollout(1, "full"), rollout(0.5, "half"), rollout(0, "x".repeat(40)), rollout(0, "y".repeat(30))];
    expect(texts(build(rows, { minMargin: 0.5, prefer: "margin" }))).toEqual([["full", "y".repeat(30)]]);
    expect(texts(build(rows, { minMargin: 0.5, prefer: "margin", lengthMatch: false }))).toEqual([
      ["full", "x".repeat(40)],
    ]);
    expect(
      build(rows, { minMargin: 0.5, prefer: "margin", maxPairsPerPrompt: 9 }).pairs.map((pair) => pair.margin),
    ).toEqual([1, 0.5]);
  });

  test("and an exchange keeps it", () => {
    const leaning = (index: number) => {
      const prompt = `prompt ${index}`;
      return [
        rollout(1, "x".repeat(20), { prompt }),
        rollout(0, "y".repeat(19), { prompt }),
        rollout(0.4, "z".repeat(21), { prompt }),
      ];
    };
    const rows = [0, 1].flatMap(leaning);
    expect(build(rows, { minMargin: 0.5, prefer: "margin" }).report).toMatchObject({
      meanMargin: 1,
      length: { exchanged: 0 },
    });
    expect(build(rows, { minMargin: 0.5 }).report).toMatchObject({ meanMargin: 0.8, length: { exchanged: 1 } });
  });

  test("margins that are equal on paper count", () => {
    expect(build([rollout(0.7, "a"), rollout(0.2, "b")], { minMargin: 0.5 }).pairs[0]?.margin).toBe(0.5);
    expect(build([rollout(0.7, "a"), rollout(0.3, "b")], { minMargin: 0.5 }).pairs).toEqual([]);
  });

  test("equal scores are no pair, however small the margin asked for", () => {
    for (const minMargin of [Number.MIN_VALUE, 1e-12, 1e-9]) {
      expect(build([rollout(1, "a"), rollout(1, "b")], { minMargin }).pairs).toEqual([]);
      expect(build([rollout(0.1 + 0.2, "a"), rollout(0.3, "b")], { minMargin }).report.promptsWithContrast).toBe(0);
      expect(build([rollout(0.31, "a"), rollout(0.3, "b")], { minMargin }).pairs).toHaveLength(1);
    }
  });

  test("in the order of their scores where lengths do not count", () => {
    const rows = [rollout(1, "a"), rollout(1, "bb"), rollout(0, "x".repeat(900)), rollout(0, "y"), rollout(0.2, "zz")];
    const made = build(rows, { lengthMatch: false, minMargin: 0.5, maxPairsPerPrompt: 5 });
    expect(texts(made)).toEqual([
      ["a", "zz"],
      ["bb", "x".repeat(900)],
    ]);
    expect(build(rows, { lengthMatch: false, minMargin: 0.5 }).pairs).toHaveLength(1);
    expect(texts(build([rollout(1, "a"), rollout(1, "b"), rollout(0, "a")], { lengthMatch: false }))).toEqual([
      ["b", "a"],
    ]);
  });

  test("none that differ too much in length", () => {
    const rows = [rollout(1, "x".repeat(100)), rollout(0, "y".repeat(49))];
    const refused = build(rows, { maxLengthRatio: 2 });
    expect(refused.pairs).toEqual([]);
    expect(refused.report.promptsTooUnlike).toBe(1);
    expect(codes(refused)).toEqual(["lengths_too_unlike", "no_pairs"]);
    expect(build(rows, { maxLengthRatio: 2.1 }).pairs).toHaveLength(1);
    expect(build([rollout(1, "x"), rollout(0, "")], { maxLengthRatio: 9 }).pairs).toEqual([]);
    expect(build([rollout(1, "x"), rollout(0, "")]).pairs).toHaveLength(1);
  });
});

describe("replies that read the same", () => {
  test.each([
    ["text", rollout(1, "Done."), rollout(0, " Done.\n")],
    ["text but for thoughts", rollout(1, "<think>a</think>Done."), rollout(0, "<think>b</think>Done.")],
    [
      "calls and text, whatever tools answered",
      rollout(1, "Done.", { steps: [{ tool: "get", arguments: { a: 1, b: 2 }, result: "ok" }] }),
      rollout(0, "Done.", { steps: [{ tool: "get", arguments: { b: 2, a: 1 }, result: "failed" }] }),
    ],
    [
      "messages",
      rollout(1, "Done.", { messages: [{ role: "assistant", content: "Done." }] }),
      rollout(0, "Done.", {
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", content: "Done." },
        ],
      }),
    ],
  ])("the same %s is no pair", (_, better, worse) => {
    const made = build([better, worse]);
    expect(made.pairs).toEqual([]);
    expect(made.report).toMatchObject({ identical: 1, promptsWithContrast: 1, pairs: 0 });
    expect(codes(made)).toEqual(["identical_replies", "no_pairs"]);
    expect(`${made.report}`).toContain("identical replies refused: 1");
  });

  test.each([
    ["calls", { steps: [{ tool: "get", arguments: { id: 1 } }] }, { steps: [{ tool: "get", arguments: { id: 2 } }] }],
    [
      "raw arguments",
      { steps: [{ tool: "get", arguments: {}, arguments_raw: "{" }] },
      { steps: [{ tool: "get", arguments: {}, arguments_raw: "}" }] },
    ],
    [
      "images",
      { messages: [{ role: "assistant", content: [{ type: "image", url: "a" }] }] },
      { messages: [{ role: "assistant", content: [{ type: "image", url: "b" }] }] },
    ],
  ])("other %s are another reply", (_, better, worse) => {
    expect(build([rollout(1, "Done.", better as Row), rollout(0, "Done.", worse as Row)]).pairs).toHaveLength(1);
  });

  test("every refused combination is counted, and other pairs are still found", () => {
    const made = build([rollout(1, "same"), rollout(1, "same"), rollout(0, "same"), rollout(0, "else")]);
    expect(made.report.identical).toBe(2);
    expect(texts(made)).toEqual([["same", "else"]]);
  });
});

describe("which rollouts are compared", () => {
  const system = (content: string): Row => ({
    messages: [
      { role: "system", content },
      { role: "user", content: "Where is my order?" },
      { role: "assistant", content },
    ],
  });

  test.each([
    ["tasks", { scenario_id: "s1" }, { scenario_id: "s2" }],
    ["tasks named by task_id", { task_id: 0 }, { task_id: 1 }],
    ["prompts of a task", { scenario_id: "s" }, { scenario_id: "s", prompt: "Where is it?" }],
    ["system prompts", system("Be kind."), system("Be quick.")],
  ])("different %s are not", (_, better, worse) => {
    const made = build([rollout(1, "a", better as Row), rollout(0, "b", worse as Row)]);
    expect(made.report).toMatchObject({ pairs: 0, promptsSeen: 2, promptsWithContrast: 0 });
  });

  test("one prompt in other case and spacing is one", () => {
    expect(build([rollout(1, "a"), rollout(0, "b", { prompt: " where  IS my order?" })]).pairs).toHaveLength(1);
  });

  test("what cannot be compared stays out and is counted", () => {
    const made = build([
      null,
      "row",
      rollout(1, "a", { judge_status: "error" }),
      rollout(1, "b", { judge_status: "ok" }),
      rollout(2, "c"),
      rollout(true, "d"),
      rollout("1", "e"),
      rollout(Number.NaN, "f"),
      rollout(null, "g"),
      rollout(0, "h", { prompt: "" }),
    ]);
    expect(made.report.unpaired).toEqual({ notARow: 2, judgeFailed: 1, noScore: 5, noPrompt: 1 });
    expect(made.report).toMatchObject({ nRows: 10, promptsSeen: 1, pairs: 0, meanMargin: null });
    expect(codes(made)).toEqual(["unpaired_rows", "no_pairs"]);
    expect(made.report.length).toMatchObject({ medianDelta: null, chosenLongerFrac: null });
  });

  test("who leaks may be rejected, never chosen", () => {
    const privileged = { reference: "the hidden answer" };
    const made = build([
      rollout(1, "It is the hidden answer.", { privileged }),
      rollout(1, "I found it.", { privileged }),
      rollout(0, "The hidden answer, I heard.", { privileged }),
    ]);
    expect(texts(made)).toEqual([["I found it.", "The hidden answer, I heard."]]);
    expect(codes(made)).toEqual(["privileged_leaks"]);
    expect(build([rollout(1, "the hidden answer", { privileged }), rollout(0, "no")]).pairs).toEqual([]);
  });

  test("nothing at all", () => {
    const made = build([]);
    expect(made.pairs).toEqual([]);
    expect(made.report.notes).toMatchObject([{ code: "no_pairs", message: "No row could be compared." }]);
  });
});

test("a pair tells what is known of its sides", () => {
  const [pair] = build([
    rollout(1, "a", { model_version: "m1", reason: "right", lineage: { source: "eval" } }),
    rollout(0, "b", { model_version: "m1", failure_class: "wrong", reason: "no" }),
  ]).pairs;
  expect(pair).toMatchObject({
    same_policy: true,
    chosen_model: "m1",
    chosen_reason: "right",
    rejected_reason: "no",
    rejected_failure_class: "wrong",
    lineage: { chosen: { source: "eval" }, rejected: null },
  });
});

describe("the first turn", () => {
  const step = (text: string, id: number) => ({ text, tool: "get", arguments: { id }, result: "ok" });
  test.each([
    ["the same call with other words", { steps: [step("Let me see.", 1)] }, { steps: [step("One moment.", 1)] }, false],
    ["another call", { steps: [step("", 1)] }, { steps: [step("", 2)] }, true],
    ["a call after the same words", { steps: [{ text: "Hm." }, step("", 1)] }, { steps: [{ text: "Hm." }] }, true],
    [
      "the same words",
      { steps: [{ text: "Hm." }, { user: "yes?" }] },
      { steps: [{ text: "Hm." }, { user: "yes?" }] },
      false,
    ],
    ["the same opener", { opener: "Hello!" }, { opener: "Hello!" }, true],
    [
      "a shared beginning that was given",
      { steps: [{ ...step("", 1), prefix: true }] },
      { steps: [{ ...step("", 1), prefix: true }] },
      true,
    ],
  ])("%s", (_, better, worse, differs) => {
    const made = build([rollout(1, "Yes.", better as Row), rollout(0, "No.", worse as Row)]);
    expect(made.pairs[0]?.first_turn_differs).toBe(differs);
    expect(made.report).toMatchObject({ firstTurnIdentical: differs ? 0 : 1, trainerPairs: differs ? 1 : 0 });
    expect(codes(made)).toEqual(differs ? [] : ["first_turn_identical"]);
  });
});

describe("what the report warns of", () => {
  const lopsided = (longer: number, shorter: number) =>
    Array.from({ length: longer + shorter }, (_, index) => {
      const prompt = `prompt ${index}`;
      const better = index < longer ? "a long reply" : "short";
      return [rollout(1, better, { prompt }), rollout(0, index < longer ? "brief" : "a long one", { prompt })];
    }).flat();

  test.each([
    [3, 0, true],
    [2, 0, false],
    [5, 1, false],
    [6, 2, true],
    [6, 3, false],
  ])("%i chosen longer, %i shorter", (longer, shorter, warned) => {
    const made = build(lopsided(longer, shorter));
    expect(made.report.length).toMatchObject({ chosenLonger: longer, chosenShorter: shorter });
    expect(codes(made).includes("chosen_longer")).toBe(warned);
  });

  test("mixed models and evaluation rows", () => {
    const made = build([
      rollout(1, "a", { model_version: "m1" }),
      rollout(0, "b", { model_version: "m2", lineage: { source: "eval" } }),
    ]);
    expect(made.report).toMatchObject({ mixedPolicyPairs: 1, evalSourced: 1, samePolicyPairs: 0 });
    expect(codes(made)).toEqual(["mixed_policies", "eval_sourced_pairs"]);
  });

  test("prompts that are too large to match all at once", () => {
    const rows = Array.from({ length: 560 }, (_, index) => rollout(index % 2, "x".repeat(index % 7) + index));
    const made = build(rows, { maxPairsPerPrompt: 280 });
    expect(made.report).toMatchObject({ pairs: 280, promptsInexact: 1 });
    expect(codes(made)).toEqual(["inexact_lengths"]);
  });

  test("its text", () => {
    expect(`${build([rollout(1, "long reply"), rollout(0, "short")]).report}`.split("\n")).toEqual([
      "preference pairs: 1 from 2 rows",
      "  prompts seen: 1, with contrast: 1; mean margin 1.00",
      "  chosen longer: 1 (100%), shorter: 0, same length: 0; median length difference 5 characters; sign test p 1.000",
      "  identical replies refused: 0",
    ]);
  });
});

describe("as many longer as shorter", () => {
  const twoWays = (index: number) => {
    const prompt = `prompt ${index}`;
    return [
      rollout(1, "x".repeat(20), { prompt }),
      rollout(0, "y".repeat(19), { prompt }),
      rollout(0, "z".repeat(22), { prompt }),
    ];
  };

  test("pairs are exchanged for ones that match almost as well", () => {
    const made = build([0, 1, 2, 3].flatMap(twoWays));
    expect(made.report.length).toMatchObject({ chosenLonger: 2, chosenShorter: 2, exchanged: 2 });
    expect(build([0, 1].flatMap(twoWays), { lengthMatch: false }).report.length.exchanged).toBe(0);
  });

  test("no more than are needed", () => {
    const made = build([0, 1, 2].flatMap(twoWays));
    expect(made.report.length).toMatchObject({ chosenLonger: 2, chosenShorter: 1, exchanged: 1 });
  });

  test.each([
    [23, 1],
    [24, 0],
  ])("a stand-in may match worse by a tenth of the longer reply: %i characters", (length, exchanged) => {
    const rows = [0, 1].flatMap((index) => {
      const prompt = `prompt ${index}`;
      return [
        rollout(1, "x".repeat(20), { prompt }),
        rollout(0, "y".repeat(19), { prompt }),
        rollout(0, "z".repeat(length), { prompt }),
      ];
    });
    expect(build(rows).report.length.exchanged).toBe(exchanged);
  });

  test("and not for ones that match much worse", () => {
    const rows = [0, 1, 2].flatMap((index) => {
      const prompt = `prompt ${index}`;
      return [
        rollout(1, "x".repeat(20), { prompt }),
        rollout(0, "y".repeat(19), { prompt }),
        rollout(0, "z".repeat(40), { prompt }),
      ];
    });
    expect(build(rows).report.length).toMatchObject({ chosenLonger: 3, exchanged: 0 });
  });

  test("an exchange that an earlier one made impossible is passed over", () => {
    const rows = [
      rollout(1, "a".repeat(40)),
      rollout(1, "b".repeat(40)),
      rollout(0, "c".repeat(39)),
      rollout(0, "d".repeat(39)),
      rollout(0, "e".repeat(41)),
      ...twoWays(0),
      ...[0, 1].flatMap((index) => {
        const prompt = `forced ${index}`;
        return [rollout(1, "long reply", { prompt }), rollout(0, "short", { prompt })];
      }),
    ];
    const made = build(rows, { maxPairsPerPrompt: 2 });
    expect(made.report.length).toMatchObject({ chosenLonger: 3, chosenShorter: 2, exchanged: 2 });
  });
});

test("hostile rows", () => {
  const loop: Record<string, unknown> = { prompt: "p", reward: 1, final_text: "a" };
  loop.self = loop;
  const rows = [
    undefined,
    [],
    7,
    loop,
    JSON.parse('{"__proto__": {"reward": 1}, "prompt": "p", "final_text": "b", "reward": 0}'),
    { prompt: { deep: [] }, steps: "none", messages: "none", reward: 0 },
    { prompt: "p", reward: 0, final_text: 9, steps: [null, { tool: 7 }, { tool: "t", arguments: [1] }] },
    { prompt: "p", reward: 0, messages: [null, { role: "assistant", content: 5, tool_calls: "x" }, { role: 3 }] },
    { prompt: "__proto__", scenario_id: "__proto__", reward: 1, final_text: "\ud800" },
    { prompt: "__proto__", scenario_id: "__proto__", reward: 0, final_text: "constructor" },
  ];
  const { pairs, report } = buildPreferencePairs(rows as Row[]);
  expect(pairs.map((pair) => pair.prompt)).toEqual(["p", "__proto__"]);
  expect(report.unpaired.notARow).toBe(3);
});

describe("laws", () => {
  const reply = fc.record({
    score: fc.constantFrom(0, 0, 0.3, 0.5, 1, 1),
    length: fc.integer({ min: 0, max: 5 }),
    letter: fc.constantFrom("a", "b"),
    prompt: fc.integer({ min: 0, max: 2 }),
  });
  const rowsOf = (replies: readonly { score: number; length: number; letter: string; prompt: number }[]): Row[] =>
    replies.map(({ score, length, letter, prompt }, index) => ({
      rollout_id: `r${index}`,
      prompt: `prompt ${prompt}`,
      final_text: letter.repeat(length),
      reward: score,
    }));
  const options: fc.Arbitrary<PreferencePairsOptions & { minMargin: number; maxPairsPerPrompt: number }> = fc.record({
    maxPairsPerPrompt: fc.integer({ min: 1, max: 4 }),
    minMargin: fc.constantFrom(0.2, 0.5, 1),
    lengthMatch: fc.boolean(),
    prefer: fc.constantFrom("length", "margin"),
    maxLengthRatio: fc.constantFrom(undefined, 1, 1.5),
  });
  const replies = fc.array(reply, { maxLength: 24 });

  test("no row is in two pairs, margins hold, and no two sides read the same", () => {
    fc.assert(
      fc.property(replies, options, (given, settings) => {
        const { pairs } = build(rowsOf(given), settings);
        const ids = pairs.flatMap(({ chosen, rejected }) => [chosen.rollout_id, rejected.rollout_id]);
        expect(new Set(ids).size).toBe(ids.length);
        const perPrompt = new Map<string, number>();
        for (const pair of pairs) {
          expect(pair.margin).toBeGreaterThanOrEqual(settings.minMargin);
          expect(pair.chosen.final_text).not.toBe(pair.rejected.final_text);
          expect(pair.chosen.prompt).toBe(pair.rejected.prompt);
          perPrompt.set(pair.prompt, (perPrompt.get(pair.prompt) ?? 0) + 1);
        }
        expect(Math.max(0, ...perPrompt.values())).toBeLessThanOrEqual(settings.maxPairsPerPrompt);
      }),
    );
  });

  test("prompts that give no pair for their lengths alone are counted", () => {
    fc.assert(
      fc.property(replies, options, fc.constantFrom(1, 1.2, 2), (given, settings, maxLengthRatio) => {
        const promptsOf = (ratio: number | undefined) =>
          new Set(build(rowsOf(given), { ...settings, maxLengthRatio: ratio }).pairs.map(({ prompt }) => prompt));
        const near = promptsOf(maxLengthRatio);
        const lost = [...promptsOf(undefined)].filter((prompt) => !near.has(prompt)).length;
        const { report } = build(rowsOf(given), { ...settings, maxLengthRatio });
        expect(report.promptsTooUnlike).toBe(lost);
      }),
      { numRuns: 300 },
    );
  });

  test("the order of rows that have no id and say the same does not matter", () => {
    const [better, ...worse] = [1, 0, 0].map((reward, id) => ({
      prompt: "Where is it?",
      final_text: "Done.",
      steps: [{ tool: "get", arguments: { id }, result: "ok" }],
      reward,
    }));
    const rejected = (rows: readonly unknown[]) => build(rows).pairs[0]?.rejected.steps;
    expect(rejected([better, ...worse.toReversed()])).toEqual(rejected([better, ...worse]));
  });

  test("the order of the rows does not matter", () => {
    const shuffled = replies.chain((given) =>
      fc.tuple(fc.constant(rowsOf(given)), fc.shuffledSubarray(rowsOf(given), { minLength: given.length })),
    );
    const named = ({ pairs }: PreferencePairs) =>
      pairs.map(({ chosen, rejected }) => `${chosen.rollout_id}>${rejected.rollout_id}`).sort();
    fc.assert(
      fc.property(shuffled, options, ([rows, moved], settings) => {
        expect(named(build(moved, settings))).toEqual(named(build(rows, settings)));
      }),
    );
  });

  test("the sides' lengths lean by one pair at most, but for prompts that leave no choice", () => {
    fc.assert(
      fc.property(replies, (given) => {
        const made = build(rowsOf(given));
        const { chosenLonger, chosenShorter } = made.report.length;
        const lean = chosenLonger - chosenShorter;
        if (Math.abs(lean) < 2) return;
        // Whatever still leans the common way has no stand-in that is as near in length.
        for (const pair of made.pairs) {
          if (Math.sign(pair.length_delta) !== Math.sign(lean)) continue;
          const peers = rowsOf(given).filter((row) => row.prompt === pair.prompt);
          const standIns = peers.flatMap((better) =>
            peers.filter(
              (worse) =>
                better.reward === pair.chosen_score &&
                Number(better.reward) - Number(worse.reward) >= 1 &&
                better.final_text !== worse.final_text &&
                (better.final_text?.length ?? 0) - (worse.final_text?.length ?? 0) === -pair.length_delta,
            ),
          );
          expect(standIns).toEqual([]);
        }
      }),
    );
  });
});

test.each([
  [{ minMargin: 0 }, "`minMargin` must be a number above 0 and at most 1, got 0"],
  [{ minMargin: 1.5 }, "`minMargin` must be"],
  [{ maxPairsPerPrompt: 0 }, "a whole number of at least 1"],
  [{ maxLengthRatio: 0.5 }, "`maxLengthRatio` must be a number of at least 1"],
  [{ lengthMatch: "yes" }, "`lengthMatch` must be true or false"],
  [{ prefer: "margins" }, 'Did you mean "margin"?'],
  [{ minMargn: 1 }, "Did you mean `minMargin`?"],
])("options %j are refused", (options, message) => {
  expect(() => build([], options as object)).toThrow(OptionError);
  expect(() => build([], options as object)).toThrow(message);
});

test("a path is no list of rows", () => {
  expect(() => buildPreferencePairs("rows.jsonl" as never)).toThrow("must be a list of rows");
});

test.each([
  ["longer", 9, 28, 0, "chosen_shorter"],
  ["shorter beside many of one length", 7, 65, 10, "chosen_shorter"],
  ["longer beside many of one length", 19, 0, 19, "chosen_longer"],
  ["a lean that just cannot be chance", 6, 0, 20, "chosen_longer"],
  ["both alike", 12, 10, 5, null],
  ["a lean that many pairs make sure and that is small", 560, 440, 0, null],
  ["too few to tell", 0, 5, 0, null],
])("lengths that lean are told, whichever way: %s", (_, longer, shorter, same, code) => {
  const reply = (length: number, index: number) => `${index} `.padEnd(length, "word ");
  const sizes = [
    ...Array.from({ length: longer }, () => [60, 40]),
    ...Array.from({ length: shorter }, () => [40, 60]),
    ...Array.from({ length: same }, () => [50, 50]),
  ];
  const rows = sizes.flatMap(([better, worse], index) => [
    { task_id: `t${index}`, prompt: `Prompt ${index}?`, final_text: reply(better as number, index), reward: 1 },
    {
      task_id: `t${index}`,
      prompt: `Prompt ${index}?`,
      final_text: `${reply(worse as number, index).slice(0, -1)}.`,
      reward: 0,
    },
  ]);
  const { report } = buildPreferencePairs(rows);
  expect(report.length).toMatchObject({ chosenLonger: longer, chosenShorter: shorter, sameLength: same });
  const told = report.notes.map((note) => note.code).filter((found) => found.startsWith("chosen_"));
  expect(told).toEqual(code === null ? [] : [code]);
  expect(`${report}`).toMatch(/characters; sign test p \d/);
});

test("rows without a reward are to be graded, not to be asked for a smaller margin", () => {
  const { report } = buildPreferencePairs([{ prompt: "Hi?", final_text: "Hello." }]);
  expect(report.notes.find(({ code }) => code === "no_pairs")?.fix).toBe("Grade the rows first.");
  expect(`${report}`).toContain("median length difference n/a; sign test p n/a");
});
