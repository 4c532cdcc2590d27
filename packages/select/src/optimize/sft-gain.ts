import { countText, exactBootstrapMean, type Interval, roundHalfEven, signFlipP } from "@whileai/core";
import { numberText, signedNumberText } from "../notes/number-text.js";
import { meanOfRewards, rewardUnit } from "../signal/reward-unit.js";
import type { Completion } from "./sft-completion.js";

/** Prompts below which nothing is said. The fewest with which a sign flip can reach 5%: 2 in 2^6. */
const FEWEST_PROMPTS = 6;
/** P-value up to which a difference counts. Convention. */
const ALPHA = 0.05;
/** Decimals beyond which a difference of two means is rounding. */
const EXACT_DIGITS = 12;

/** A difference of two means without its rounding, and without a minus where nothing is left of it. */
const difference = (value: number): number => roundHalfEven(value, EXACT_DIGITS) || 0;

/**
 * Whether the choice beat the random control: `better` and `worse` where the interval excludes 0 and the sign-flip test
 * agrees, `not_shown` where it does not, `too_few` below 6 prompts.
 */
export type GainVerdict = "better" | "worse" | "not_shown" | "too_few";

/** What the choice is worth over a random pick, in mean reward. */
export interface SftGain {
  /** The selection's mean reward less the control's; null without a selection. */
  readonly gain: number | null;
  /** 95% bootstrap interval of the gain over the prompts of both; null below 6 prompts. */
  readonly gainInterval: Interval | null;
  /** Two-sided sign-flip test over the same prompts; null below 6. */
  readonly gainP: number | null;
  /** Prompts that gave the selection or the control a completion. */
  readonly gainPrompts: number;
  /** Null without a selection. */
  readonly gainVerdict: GainVerdict | null;
}

/**
 * Compares the mean rewards of a selection and of its control, prompt by prompt: completions of one prompt are no
 * independent ones. All resamples of the prompts are taken into account, so nothing is drawn; the seed decides about the
 * test where its exact value is out of reach.
 */
export function sftGain(
  selected: readonly Completion[],
  control: readonly Completion[],
  seed: number | string,
): SftGain {
  const unit = rewardUnit([...selected, ...control].map(({ reward }) => reward));
  const parts = contributions(selected, control, unit);
  const nothing = { gain: null, gainInterval: null, gainP: null, gainPrompts: parts.length, gainVerdict: null };
  if (selected.length === 0 || control.length === 0) return nothing;
  const gain = difference(meanReward(selected) / unit - meanReward(control) / unit) * unit;
  if (parts.length < FEWEST_PROMPTS) return { ...nothing, gain, gainVerdict: "too_few" };
  const { low, high } = exactBootstrapMean(parts) as Interval;
  const { p } = signFlipP(parts, { seed });
  const isShown = p <= ALPHA && (low > 0 || high < 0);
  return {
    gain,
    gainInterval: { low: low * unit, high: high * unit },
    gainP: p,
    gainPrompts: parts.length,
    gainVerdict: isShown ? (gain > 0 ? "better" : "worse") : "not_shown",
  };
}

/**
 * What each prompt adds to the difference of the two means, in units; their mean is the difference itself. Where both sides took
 * equally many of every prompt that is the difference of its rewards, else the linear part of a ratio.
 */
function contributions(selected: readonly Completion[], control: readonly Completion[], unit: number): number[] {
  const [mine, drawn] = [sumsByPrompt(selected, unit), sumsByPrompt(control, unit)];
  const prompts = [...new Set([...mine.keys(), ...drawn.keys()])].sort();
  const [all, other] = [meanReward(selected) / unit, meanReward(control) / unit];
  return prompts.map((prompt) => {
    const own = mine.get(prompt) ?? NONE;
    const its = drawn.get(prompt) ?? NONE;
    const beyond = (own.sum - all * own.n) / selected.length - (its.sum - other * its.n) / control.length;
    return difference(all - other + prompts.length * beyond);
  });
}

interface RewardSum {
  readonly sum: number;
  readonly n: number;
}

const NONE: RewardSum = { sum: 0, n: 0 };

function sumsByPrompt(completions: readonly Completion[], unit: number): Map<string, RewardSum> {
  const sums = new Map<string, RewardSum>();
  for (const { prompt, reward } of completions) {
    const { sum, n } = sums.get(prompt) ?? NONE;
    sums.set(prompt, { sum: sum + reward / unit, n: n + 1 });
  }
  return sums;
}

/** The mean reward of completions, of which there must be one. */
export function meanReward(completions: readonly Completion[]): number {
  return meanOfRewards(completions.map(({ reward }) => reward));
}

/** The answer to "is it better than random?" as one sentence; none without a selection. */
export function gainText({ gain, gainInterval, gainP, gainPrompts, gainVerdict }: SftGain): string | null {
  if (gain === null) return null;
  const prompts = countText(gainPrompts, "prompt");
  if (gainInterval === null)
    return `${prompts} ${gainPrompts === 1 ? "is" : "are"} too few to tell whether that is better than random (${FEWEST_PROMPTS} are needed): ${signedNumberText(gain, 2)}`;
  const { low, high } = gainInterval;
  if (low === 0 && high === 0) return `no better than random: the same mean reward on each of ${prompts}`;
  const range = `[${numberText(low, 2)}, ${numberText(high, 2)}]`;
  const basis = `95% over ${prompts}`;
  if (gainVerdict === "better") return `better than random by ${numberText(gain, 2)} ${range}, ${basis}`;
  if (gainVerdict === "worse")
    return `worse than random by ${numberText(-gain, 2)}: ${signedNumberText(gain, 2)} ${range}, ${basis}`;
  const why = low > 0 || high < 0 ? `a sign-flip test gives p ${numberText(gainP ?? 1, 3)}` : "the interval holds 0";
  return `not shown to be better than random: ${signedNumberText(gain, 2)} ${range}, ${basis}; ${why}`;
}
