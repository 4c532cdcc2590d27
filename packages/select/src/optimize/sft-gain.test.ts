import { bootstrapInterval, derive } from "@whileai/core";
import { expect, test } from "vitest";
import { optimize } from "./optimize.js";
import { completionOf } from "./sft-completion.js";
import { gainText, meanReward, sftGain } from "./sft-gain.js";

const graded = (prompt: string, rewards: readonly number[]) =>
  rewards.map((reward, index) => ({
    rollout_id: `${prompt}-${index}`,
    prompt,
    final_text: `Reply number ${index} to ${prompt}.`,
    reward,
  }));

const choose = (groups: readonly (readonly number[])[], options: { target?: number; seed?: number } = {}) =>
  optimize(
    groups.flatMap((rewards, at) => graded(`ask ${at}`, rewards)),
    { mode: "sft", minReward: 0.1, ...options },
  );

const completions = (rewards: readonly (readonly [prompt: string, reward: number])[]) =>
  rewards.map(([prompt, reward], index) => completionOf({ row: { prompt, reward }, index, reward, prompt }, false));

test("a choice that beats random says by how much, with an interval", () => {
  const { report } = choose(Array.from({ length: 12 }, () => [0.9, 0.4, 0.4, 0.4]));
  const { gain, gainInterval, gainVerdict, gainPrompts, rewardMean } = report.control;
  expect(gainVerdict).toBe("better");
  expect(gain).toBeCloseTo((report.rewardMeanSelected as number) - (rewardMean as number), 12);
  expect(gainInterval?.low).toBeGreaterThan(0);
  expect(gainPrompts).toBe(12);
  expect(`${report}`).toMatch(/\n {2}better than random by 0\.\d\d \[0\.\d\d, 0\.\d\d\], 95% over 12 prompts\n/);
});

test.each<[string, readonly (readonly number[])[], string]>([
  [
    "full marks alone",
    Array.from({ length: 8 }, () => [1, 1, 1]),
    "no better than random: the same mean reward on each of 8 prompts",
  ],
  ["few prompts", [[0.9, 0.2]], "1 prompt is too few to tell whether that is better than random (6 are needed): +"],
  ["fewer than six", Array.from({ length: 5 }, () => [0.9, 0.2]), "5 prompts are too few to tell"],
  [
    "a choice at one prompt of ten",
    Array.from({ length: 10 }, (_, at) => (at === 0 ? [0.9, 0.2, 0.2, 0.2, 0.2, 0.2] : [0.5])),
    "not shown to be better than random: +0.07 [0.00, 0.21], 95% over 10 prompts; the interval holds 0",
  ],
])("%s: the sentence says so", (_, groups, sentence) => {
  expect(`${choose(groups).report}`).toContain(`\n  ${sentence}`);
});

test("an interval beside 0 is no proof where the sign-flip test gives none", () => {
  const selected = completions(Array.from({ length: 7 }, (_, at) => [`p${at}`, at < 4 ? 0.9 : 0.5] as const));
  const control = completions(Array.from({ length: 7 }, (_, at) => [`p${at}`, 0.5] as const));
  const gain = sftGain(selected, control, 0);
  expect(gain.gainInterval?.low).toBeGreaterThan(0);
  expect(gain).toMatchObject({ gainP: 0.125, gainVerdict: "not_shown" });
  expect(gainText(gain)).toMatch(/95% over 7 prompts; a sign-flip test gives p 0\.125$/);
  const worse = completions(Array.from({ length: 7 }, (_, at) => [`p${at}`, 0.1 + at / 100] as const));
  expect(gainText(sftGain(worse, control, 0))).toMatch(/^worse than random by 0\.37: -0\.37 \[-0\.\d\d, -0\.\d\d\]/);
});

test("means that are equal on paper have a gain of 0 without a minus", () => {
  const rewards = [0.3, 0.2, 0.1].map((reward, at) => [`p${at}`, reward] as const);
  const [selected, control] = [completions(rewards), completions(rewards.toReversed())];
  expect(meanReward(selected)).toBeLessThan(meanReward(control));
  expect(sftGain(selected, control, 0).gain).toBe(0);
});

test("nothing selected has no gain", () => {
  expect(choose([[0, 0]]).report.control).toMatchObject({ gain: null, gainInterval: null, gainVerdict: null });
  expect(gainText(sftGain([], [], 0))).toBeNull();
});

test("the interval is that of resampled prompts, also where the target cuts the two sides apart", () => {
  const stream = derive("gain", 1);
  const side = (from: number) =>
    completions(Array.from({ length: 60 }, (_, at) => [`p${from + (at % 40)}`, stream.uniform()] as const));
  const [selected, control] = [side(0), side(15)];
  const prompts = [...new Set([...selected, ...control].map(({ prompt }) => prompt))];
  const sums = prompts.map((prompt) =>
    [selected, control].map((list) => list.filter((one) => one.prompt === prompt).map(({ reward }) => reward)),
  );
  const meanAt = (sample: Float64Array, which: 0 | 1) => {
    const rewards = [...sample].flatMap((at) => sums[at]?.[which] ?? []);
    return rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  };
  const drawn = bootstrapInterval([...prompts.keys()], {
    statistic: (sample) => meanAt(sample, 0) - meanAt(sample, 1),
    seed: 3,
  });
  const { gainInterval } = sftGain(selected, control, 0);
  expect(Math.abs((gainInterval?.low ?? 9) - (drawn?.low as number))).toBeLessThan(0.01);
  expect(Math.abs((gainInterval?.high ?? 9) - (drawn?.high as number))).toBeLessThan(0.01);
});
