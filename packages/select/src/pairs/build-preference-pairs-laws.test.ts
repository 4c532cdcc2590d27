import type { Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { build } from "./__fixtures__/rollouts.js";
import type { PreferencePairs } from "./build-preference-pairs.js";
import type { PreferencePairsOptions } from "./pair-options.js";

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
