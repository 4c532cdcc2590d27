import { derive, OptionError, type Row } from "@whileai/core";
import { expect, test } from "vitest";
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
  expect(optimize(ROWS, { mode: "sft", minReward: 0.5, perPrompt: 2 }).rows).toHaveLength(3);
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
  expect(selection.report).toMatchObject({ n: 4, nSkipped: 1, privilegedLeaksDropped: 1, nJunk: 1, nSelected: 2 });
  expect(codes(selection)).toEqual(["small_k", "truncated_rollouts", "eval_sourced_selected", "skipped_entries"]);
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
