import { derive, frozenCopy, OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { optimize } from "./optimize.js";

const completion = (prompt: string, words: string, reward: unknown, extra: Row = {}): Row => ({
  rollout_id: `${prompt}/${words}`,
  prompt,
  final_text: `${words}.`,
  steps: [],
  reward: reward as number,
  ...extra,
});
const ids = (rows: Iterable<Row>) => [...rows].map((row) => row.rollout_id);
const codes = (selection: { report: { notes: readonly { code: string }[] } }) =>
  selection.report.notes.map((note) => note.code);

const ROWS = [
  completion("first ask here", "low", 0.6),
  completion("FIRST  ask here", "high", 0.9),
  completion("first ask here", "fail", 0.1),
  completion("second ask here", "mid", 0.7),
  completion("second ask here", "none", null),
];

test("the best passing completion of each prompt, with a random pick beside it", () => {
  const selection = optimize(ROWS, { mode: "sft", minReward: 0.5 });
  expect(new Set(ids(selection))).toEqual(new Set(["FIRST  ask here/high", "second ask here/mid"]));
  expect(selection.report).toMatchObject({
    n: 5,
    nEligible: 2,
    nNotPass: 2,
    promptsWithChoice: 1,
    promptsWithWinner: 1,
    pickEffective: "top",
    completionsPerPromptMean: 2.5,
  });
  expect(selection.report.rewardMeanSelected).toBeCloseTo(0.8);
  expect(selection.report.control.rewardMean).toBeGreaterThan(0.6);
  expect(`${selection}`).toContain("  eligible 2 (reward >= 0.5), junk 0, not passing 2\n");
  expect(selection.report.nPassing).toBe(3);
  expect(`${selection}`).toContain(
    "  rows with reward >= 0.5: 3; eligible are those that the gates and a pick of 1 for each prompt left\n",
  );
  const both = optimize(ROWS, { mode: "sft", minReward: 0.5, perPrompt: 2 });
  expect(both.rows).toHaveLength(3);
  expect(`${both}`).not.toContain("rows with reward");
});

test("topOverall ignores prompts and cuts at the target", () => {
  const selection = optimize(ROWS, { mode: "sft", pick: "topOverall", minReward: 0, target: 3 });
  expect(ids(selection)).toEqual(["FIRST  ask here/high", "second ask here/mid", "first ask here/low"]);
  expect(selection.report.pickEffective).toBe("topOverall");
});

test("a random pick depends on the seed and on nothing else", () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    completion(`ask number ${index % 6} here`, `reply ${index}`, 1),
  );
  const pick = (seed: number, from = rows) => new Set(ids(optimize(from, { mode: "sft", pick: "random", seed })));
  expect(pick(1, derive(0, "order").shuffle(rows))).toEqual(pick(1));
  expect(pick(2)).not.toEqual(pick(1));
});

test("the control of a pick over everything hangs on the seed and not on the order of the rows", () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    completion(`ask number ${index % 9} here`, `reply ${index}`, (index + 1) / 40),
  );
  const control = (from: Row[], seed = 0) =>
    optimize(from, { mode: "sft", pick: "topOverall", minReward: 0, target: 5, seed }).report.control.rewardMean;
  for (const order of [1, 2, 3])
    expect(control(derive(order, "order").shuffle(rows))).toBeCloseTo(control(rows) as number, 12);
  expect(control(rows, 1)).not.toBeCloseTo(control(rows) as number, 6);
});

test("without a strict winner the pick is a tie, and the report says so", () => {
  const rows = ["a", "b", "c"].map((words) => completion("the one ask", words, 1));
  const selection = optimize(rows, { mode: "sft" });
  expect(selection.report).toMatchObject({ pickEffective: "tie", promptsWithWinner: 0 });
  expect(codes(selection)).toEqual(["small_k", "all_tied"]);
});

test("leaks, junk, cut replies, evaluation rows and non-rows are counted", () => {
  const selection = optimize(
    [
      completion("ask a please", "the secret answer", 1, { privileged: { reference: "the secret answer" } }),
      completion("ask b please", " ", 1, { final_text: "" }),
      completion("ask c please", "cut", 1, { finish_reason: "length" }),
      completion("ask d please", "known", 1, { lineage: { source: "eval" } }),
      null as unknown as Row,
    ],
    { mode: "sft" },
  );
  expect(selection.report).toMatchObject({ n: 4, nSkipped: 1, privilegedLeaksDropped: 1, nJunk: 1, nSelected: 1 });
  expect(codes(selection)).toEqual(["small_k", "eval_sourced_selected", "skipped_entries"]);
  expect(selection.report.dropped.map((row) => row.gate)).toEqual([
    "privileged_leak",
    "junk",
    "truncated",
    "not_a_row",
  ]);
  const empty = optimize([], { mode: "sft" });
  expect(empty.report).toMatchObject({ rewardMeanSelected: null, completionsPerPromptMean: null, nSelected: 0 });
  expect(`${empty}`).toContain("mean reward n/a");
});

test.each([
  [{ pick: "best" }, "topOverall"],
  [{ band: [0, 1] }, "Known options"],
  [{ minReward: Number.NaN }, "finite"],
])("%o is refused", (options, words) => {
  const call = () => optimize([], { mode: "sft", ...options } as never);
  expect(call).toThrow(OptionError);
  expect(call).toThrow(words);
});

test("a path is no list of rows", () => {
  expect(() => optimize("rows.jsonl" as never, { mode: "sft" })).toThrow("must be a list of rows, got string");
});

test("rows without a reward are said to be ungraded, and no choice is claimed where there was none", () => {
  const selection = optimize([completion("an ask", "one", null), completion("an ask", "two", null)], { mode: "sft" });
  expect(selection.report).toMatchObject({ nNotPass: 2, nSelected: 0 });
  expect(codes(selection)).toEqual(["ungraded", "small_k"]);
  expect(`${selection}`).toContain("  warning: 2 of 2 rows have no reward and count as not passing. Grade them first.");
});

test.each([
  [2 / 3, "0.6667"],
  [0.99999, "0.99999"],
])("a highest reward of %s is told in few digits, and never as the one that was asked for", (reward, shown) => {
  const { report } = optimize([completion("an ask", "one", reward)], { mode: "sft" });
  expect(report.notes.find(({ code }) => code === "nothing_selected")?.message).toBe(
    `Nothing was kept: the highest reward is ${shown}, and \`minReward\` asks for 1.`,
  );
});

test("several that repeat, or that are kept of equals, are spoken of as several", () => {
  const rows = ["a", "A", "a", "b"].map((words, index) => ({
    ...completion("the ask", words, 1),
    rollout_id: `r${index}`,
  }));
  const { report } = optimize([...rows, completion("the ask", "c", 1)], { mode: "sft", perPrompt: 2 });
  expect(report.notes.find(({ code }) => code === "duplicate_rollouts")?.message).toBe(
    "2 passing replies repeat another one of their prompt and were left out.",
  );
  expect(report.notes.find(({ code }) => code === "all_tied")?.message).toContain("of the equals 2 are kept, by hash");
});

test("cut replies stay on request, the long ones too", () => {
  const rows = [
    completion("ask a please", "cut", 1, { finish_reason: "length" }),
    completion("ask b please", "and so on and ".repeat(60), 1, { finish_reason: "length" }),
    completion("ask c please", "whole", 1),
  ].map((row, index) => (index === 1 ? { ...row, final_text: "and so on and ".repeat(60).trim() } : row));
  const dropped = optimize(rows, { mode: "sft" }).report;
  expect(dropped).toMatchObject({ nSelected: 1, nJunk: 1, truncatedAsJunk: 1, truncatedDropped: 1 });
  expect(dropped.truncatedCauses).toEqual([{ cause: "finish_reason", rows: 2 }]);
  const kept = optimize(rows, { mode: "sft", truncated: "keep" });
  expect(kept.report).toMatchObject({ nSelected: 3, nJunk: 0, truncatedSelected: 2 });
  expect(codes(kept)).toContain("truncated_rollouts");
  expect(`${optimize(rows, { mode: "sft", truncated: "keep", target: 1 })}`).not.toContain("cut replies kept: 2");
  expect(kept.rows.every((row) => rows.includes(row))).toBe(true);
});

test("of replies that repeat each other the best stays, whatever their order", () => {
  const rows = [
    { ...completion("one ask here", "same", 0.8), rollout_id: "low" },
    { ...completion("one ask here", "SAME", 0.9), rollout_id: "high" },
    { ...completion("one ask here", "other", 0.7), rollout_id: "other" },
  ];
  for (const order of [rows, rows.toReversed()]) {
    const selection = optimize(order, { mode: "sft", minReward: 0.5, perPrompt: 3 });
    expect(new Set(ids(selection))).toEqual(new Set(["high", "other"]));
    expect(selection.report.duplicates).toEqual({ policy: "drop", nRepeats: 1, nDropped: 1 });
    expect(selection.report.dropped).toMatchObject([{ rolloutId: "low", gate: "duplicate" }]);
  }
  const kept = optimize(rows, { mode: "sft", minReward: 0.5, perPrompt: 3, duplicates: "keep" });
  expect(kept.rows).toHaveLength(3);
  expect(codes(kept)).toContain("duplicate_rollouts");
});

test("what was passed over and what the target cut off are told apart, and the share of strict winners is given", () => {
  const selection = optimize(ROWS, { mode: "sft", minReward: 0.5, target: 1 });
  const gates = selection.report.dropped.map((row) => row.gate);
  expect(gates.toSorted()).toEqual(["below_reward", "not_picked", "target", "ungraded"]);
  expect(selection.report.strictWinnerShare).toBe(1);
  expect(`${selection}`).toContain("strictly best completion: 1 of 1 prompt with a choice (100%)");
  expect(optimize([], { mode: "sft" }).report.strictWinnerShare).toBeNull();
});

test("a reward beside a failed verdict is no pass", () => {
  const rows = [
    completion("an ask", "one", 1, { judge_status: "timeout" }),
    completion("an ask", "two", null),
    completion("an ask", "three", "many"),
  ];
  const { report } = optimize(rows, { mode: "sft" });
  expect(report.unlabelledCauses.map(({ cause }) => cause)).toEqual(["never_graded", "not_a_number", "timeout"]);
  expect(report.notes[0]?.message).toBe(
    "3 of 3 rows have no reward and count as not passing (never graded 1, not a number 1, timeout 1).",
  );
});

describe("laws", () => {
  const rows = fc
    .array(
      fc.record({
        prompt: fc.constantFrom("ask one please", "Ask  one please", "ask two please", "ask three please"),
        words: fc.constantFrom("a", "b", "B", "c"),
        reward: fc.constantFrom(0, 1, 0.9, 0.7, null, "1", true),
        finish_reason: fc.constantFrom("stop", "length"),
        judge_status: fc.constantFrom("ok", "error"),
      }),
      { maxLength: 30 },
    )
    .map((drawn) =>
      drawn.map(({ prompt, words, reward, ...extra }, index) =>
        frozenCopy({ ...completion(prompt, words, reward, extra), rollout_id: `r${index}` }),
      ),
    );
  const options = fc.record({
    mode: fc.constant("sft" as const),
    pick: fc.constantFrom("top" as const, "topOverall" as const, "random" as const),
    perPrompt: fc.constantFrom(1, 2),
    duplicates: fc.constantFrom("keep" as const, "drop" as const),
    truncated: fc.constantFrom("keep" as const, "drop" as const),
    minReward: fc.constantFrom(0.5, 1),
    target: fc.constantFrom(2, 1000),
    seed: fc.integer({ min: 0, max: 3 }),
  });

  test("the same rows in any order give the same choice and the same control", () => {
    fc.assert(
      fc.property(rows, options, fc.integer(), (given, settings, seed) => {
        const once = optimize(given, settings);
        const again = optimize(derive(seed, "order").shuffle(given), settings);
        expect(new Set(ids(again))).toEqual(new Set(ids(once)));
        expect(again.report.control.behaviorsCovered).toBe(once.report.control.behaviorsCovered);
        expect(again.report.control.rewardMean ?? 0).toBeCloseTo(once.report.control.rewardMean ?? 0, 12);
      }),
      { numRuns: 100 },
    );
  });

  test("every row is selected once or dropped once, and a selection selects itself", () => {
    fc.assert(
      fc.property(rows, options, (given, settings) => {
        const selection = optimize(given, settings);
        const seen = [...ids(selection), ...selection.report.dropped.map((row) => row.rolloutId)];
        expect(seen.toSorted()).toEqual(ids(given).toSorted());
        expect(new Set(ids(optimize(selection.rows, settings)))).toEqual(new Set(ids(selection)));
      }),
      { numRuns: 100 },
    );
  });
});

test("rows without a prompt are no completions of one and the same", () => {
  const unprompted = (task: string): Row => ({
    task_id: task,
    prompt: "",
    final_text: `About ${task}.`,
    steps: [],
    reward: 1,
  });
  const called = { steps: [{ tool: "get", arguments: {}, result: "x" }] };
  const rows = ["a", "b", "b"].map((task) => ({ ...unprompted(task), ...called }));
  const { report } = optimize(rows, { mode: "sft", duplicates: "keep" });
  expect(report).toMatchObject({ nSelected: 2, completionsPerPromptMax: 2, promptsWithOneCompletion: 1 });
});

test.each([
  [[0.9, 0.4], "the highest reward is 0.9, and `minReward` asks for 1."],
  [[1], "no completion that passed got through the other gates."],
])("an empty selection says why: %j", (rewards, message) => {
  const rows = rewards.map((reward) => ({ prompt: "please look", final_text: "", steps: [], reward }));
  const selection = optimize(rows, { mode: "sft" });
  expect(selection.report.rewardHighest).toBe(rewards[0]);
  expect(`${selection}`).toContain(`warning: Nothing was kept: ${message}`);
});

test("the text counts junk by cause, and what was passed over or cut off", () => {
  const rows = ["a", "b", "c"].flatMap((name) =>
    [1, 1].map((reward, at) => ({ prompt: `please look into ${name}`, final_text: `Reply ${at} on ${name}.`, reward })),
  );
  const text = `${optimize([...rows, { prompt: "please", final_text: "", reward: 1 }], { mode: "sft", target: 1 })}`;
  expect(text).toContain("junk 1 (blank 1)");
  expect(text).toContain("  passed over: 3; past the target of 1 row: 2\n");
});

test("dropped rows are named with their task, and counted by gate in the text", () => {
  const { report } = optimize([...ROWS, null as unknown as Row], { mode: "sft", minReward: 0.5 });
  expect(report.dropped.map(({ taskKey }) => taskKey === null)).toEqual(
    report.dropped.map(({ gate }) => gate === "not_a_row"),
  );
  expect(`${report}`).toContain(`  ${report.dropped.length} entries dropped by gate: `);
  expect(`${report}`).toContain("not a row 1");
});

test("a selection that covers fewer behaviors than a random pick says so", () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    completion(`ask ${index}`, `done ${index}`, index < 10 ? 1 : 0.9, {
      steps: index < 10 ? [] : [{ tool: `tool${index}`, arguments: {}, result: "ok" }],
    }),
  );
  const { report } = optimize(rows, { mode: "sft", minReward: 0.5, pick: "topOverall", target: 10 });
  expect(report).toMatchObject({ behaviorsCovered: 1 });
  expect(report.notes.find(({ code }) => code === "fewer_behaviors")?.message).toBe(
    `The 10 completions selected cover 1 distinct behavior; a random pick of as many covers ${report.control.behaviorsCovered}.`,
  );
  const all = optimize(rows, { mode: "sft", minReward: 0.5 });
  expect(codes(all)).not.toContain("fewer_behaviors");
});
