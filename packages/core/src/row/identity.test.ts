import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { foldText } from "./fold-text.js";
import { groupStamps } from "./group-stamps.js";
import { holdoutSide } from "./holdout-side.js";
import { agentTexts, replyLength } from "./reply-length.js";
import { rolloutId } from "./rollout-id.js";
import type { Row } from "./row.js";

test.each<[unknown, string]>([
  [{ rollout_id: "r", scenario_id: "s", rollout_index: 0 }, "r"],
  [{ scenario_id: "s", rollout_index: 0 }, "s#0"],
  [{ scenario_id: 0, rollout_index: 1 }, "0#1"],
  [{ scenario_id: "s", prompt: "p", final_text: "f" }, "7066aa00a4db6c35"],
  [null, "953efe8f531a5a87"],
])("rolloutId(%j)", (row, expected) => {
  expect(rolloutId(row as Row)).toBe(expected);
});

describe("holdoutSide", () => {
  test("never moves a task as the fraction grows", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (key, a, b) => {
          const [low, high] = a < b ? [a, b] : [b, a];
          if (holdoutSide(key, low) === "holdout") expect(holdoutSide(key, high)).toBe("holdout");
        },
      ),
    );
  });
  test("holds nothing out at 0", () => {
    expect(holdoutSide("s7", 0)).toBe("train");
    expect(holdoutSide("s7", 0.2)).toBe("holdout");
  });
  test.each([-0.1, 1.1, Number.NaN, "0.2" as never])("refuses %j", (fraction) => {
    expect(() => holdoutSide("s7", fraction)).toThrow(OptionError);
  });
});

test("replyLength counts code points of the agent alone", () => {
  expect(replyLength({ prompt: "long prompt", steps: [{ text: "a🎉" }, { user: "u" }], final_text: "xyz" })).toBe(5);
  expect(replyLength({ messages: [{ role: "assistant", content: "ab" }], final_text: "ab" })).toBe(2);
  expect(replyLength({ messages: [{ role: "assistant", content: "ab" }], final_text: "c" })).toBe(3);
  expect(replyLength(null as never)).toBe(0);
  expect(agentTexts({ final_text: "x" })).toEqual(["x"]);
});

test("foldText", () => {
  expect(foldText("  A\u00a0\n b ")).toBe("a b");
});

describe("groupStamps", () => {
  test("is empty when no task repeats", () => {
    expect(groupStamps([{ prompt: "a" }, { prompt: "b" }])).toEqual([]);
    expect(groupStamps([])).toEqual([]);
  });
  test("gives both standard deviations", () => {
    const rows = [1, 1, 1, 0].map((reward) => ({ scenario_id: "s", reward }));
    expect(groupStamps(rows)[3]).toMatchObject({ k: 4, n0: 1, n1: 3, reward_mean: 0.75, reward_std_sample: 0.5 });
    expect(groupStamps(rows)[3]?.reward_std).toBeCloseTo(0.4330127, 7);
  });
  test("leaves a single reward without a sample deviation, and hostile rows ungraded", () => {
    const rows = [{ task_id: "__proto__", reward: 1 }, { task_id: "__proto__", reward: "x" }, null] as Row[];
    expect(groupStamps(rows)[0]).toMatchObject({ k: 2, n1: 1, reward_std: 0, reward_std_sample: null });
    expect(groupStamps(rows)[2]).toMatchObject({ k: 1, reward_mean: null, reward_std: null });
  });
});
