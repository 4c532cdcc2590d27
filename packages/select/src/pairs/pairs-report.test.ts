import { describe, expect, test } from "vitest";
import { build, codes, rollout } from "./__fixtures__/rollouts.js";
import { buildPreferencePairs } from "./build-preference-pairs.js";

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
