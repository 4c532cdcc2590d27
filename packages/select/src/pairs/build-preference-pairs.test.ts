import { OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { build, codes, rollout } from "./__fixtures__/rollouts.js";
import { buildPreferencePairs, type PreferencePairs } from "./build-preference-pairs.js";

const texts = ({ pairs }: PreferencePairs) =>
  pairs.map(({ chosen, rejected }) => [chosen.final_text, rejected.final_text]);

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
    expect(made.report.unpaired).toEqual({
      notARow: 2,
      judgeFailed: 1,
      noScore: 2,
      labelOnly: 2,
      outOfRange: 1,
      noPrompt: 1,
    });
    expect(made.report).toMatchObject({ nRows: 10, promptsSeen: 1, pairs: 0, meanMargin: null });
    expect(codes(made)).toEqual(["label_rewards", "rewards_out_of_range", "unpaired_rows", "no_pairs"]);
    expect(made.report.length).toMatchObject({ medianDelta: null, chosenLongerFrac: null });
  });

  test.each<[string, readonly unknown[], string]>([
    ["true and false", [true, false], "2 rewards are true, false or text, and a score of a pair must be a number."],
    ["text", ["1", "0"], "2 rewards are true, false or text, and a score of a pair must be a number."],
    ["another scale", [5, 2], "2 rewards lie outside 0 to 1, so such rows stand in no pair."],
  ])("%s: the text says why there is no pair and what to do", (_, rewards, said) => {
    const { report } = build(rewards.map((reward, at) => rollout(reward, `r${at}`)));
    expect(`${report}`).toContain(`warning: ${said}`);
    expect(`${report}`).not.toContain("Grade");
    expect(report.notes.at(-1)).toMatchObject({
      code: "no_pairs",
      fix: rewards[0] === 5 ? "Scale the rewards to 0 to 1." : "Write the rewards as the numbers 0 and 1.",
    });
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
