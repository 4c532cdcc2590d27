import { countText, fixedText, type Note, percentText } from "@whileai/core";
import { probeNotes } from "../probes/probe-lines.js";
import { bandText, coefficientText } from "./agreement-text.js";
import { foreignNotes } from "./foreign-rewards.js";
import { leftOutNotes, unmeasuredNotes } from "./judge-agreement.js";
import type { MeasuredTrust } from "./judge-trust.js";
import type { LabelledPairs } from "./labelled-pairs.js";
import { labelsNeeded } from "./labels-needed.js";
import { GUESSING_KAPPA, MAX_GOLD_ASK, MIN_HALF_ROWS, type TrustThresholds } from "./trust-thresholds.js";

/** Everything there is to say about a judge, by code. Notes of severity "error" are what keeps it from passing. */
export function trustNotes(fields: MeasuredTrust, found: LabelledPairs, bars: TrustThresholds): Note[] {
  const unmeasured = unmeasuredNotes(found, fields.agreement);
  const decided = fields.agreement.n > 0;
  return [
    ...skippedNotes(fields, bars),
    ...unmeasured,
    ...(decided ? fewLabelNotes(fields, bars) : []),
    ...(decided ? agreementNotes(fields, bars, unmeasured.length > 0) : []),
    ...(decided ? biasNotes(fields, bars) : []),
    ...calibrationNotes(fields),
    ...askedAgainNotes(fields, bars),
    ...(fields.probes === null ? [] : probeNotes(fields.probes, { flag: bars.maxExploitRate, minN: bars.probeMinN })),
    ...leftOutNotes(found),
  ];
}

function skippedNotes({ skipped }: MeasuredTrust, { maxSkippedShare }: TrustThresholds): Note[] {
  const { nGold, fractional, unscored, overFloor, examples } = skipped;
  const notes: Note[] = [];
  if (fractional > 0)
    notes.push({
      code: overFloor ? "too_many_skipped" : "fractional",
      severity: overFloor ? "error" : "warning",
      message: `${fractional} of ${nGold} labelled rows have a reward that is neither 0 nor 1 (such as ${examples.join(", ")}) and cannot be compared with a label of 0 or 1.`,
      fix: overFloor
        ? "Make the judge decide 0 or 1, or grade with a threshold."
        : "Check that leaving them out is fair.",
    });
  if (unscored > 0 && unscored < nGold && unscored / nGold > maxSkippedShare)
    notes.push({
      code: "unscored",
      severity: "warning",
      message: `${unscored} of ${nGold} labelled rows have no verdict (${percentText(unscored / nGold)}); the numbers are about the others, which may be the easy ones.`,
      fix: "Grade them again, and see why they failed.",
    });
  return notes;
}

function fewLabelNotes({ agreement }: MeasuredTrust, { minGold }: TrustThresholds): Note[] {
  if (agreement.n >= minGold) return [];
  return [
    {
      code: "few_labels",
      severity: "warning",
      message: `There are ${agreement.n} usable labels, fewer than ${minGold}.`,
      fix: `Label about ${minGold - agreement.n} more rows before relying on this.`,
    },
  ];
}

function agreementNotes({ agreement: numbers }: MeasuredTrust, bars: TrustThresholds, isUnmeasured: boolean): Note[] {
  const { agreement, ci95, kappa, ac1, passWhenGoldFail, confusion } = numbers;
  const notes: Note[] = [];
  if (agreement !== null && ci95 !== null && ci95.low < bars.minAgreement) {
    const needed = labelsNeeded(agreement, bars.minAgreement, MAX_GOLD_ASK);
    notes.push({
      code: "low_agreement",
      severity: "error",
      message: `Agreement (95% ${bandText(ci95)}) is not shown to be ${percentText(bars.minAgreement)} or more.`,
      fix:
        needed === null
          ? "More labels will not mend this: change the judge or its rubric."
          : `If it stays at ${percentText(agreement)}, about ${countText(needed, "label")} would show it.`,
    });
  }
  if (isUnmeasured) return notes;
  if (kappa !== null && kappa < bars.minKappa)
    notes.push({
      code: "low_kappa",
      severity: "error",
      message: `Kappa ${coefficientText(kappa)} is below ${fixedText(bars.minKappa, 2)}${kappa < GUESSING_KAPPA ? ", close to guessing" : ""} (AC1 ${coefficientText(ac1)}).`,
      fix: "Read the disagreements: either the rubric is unclear or the judge does not follow it.",
    });
  if (passWhenGoldFail !== null && passWhenGoldFail > bars.maxLeak)
    notes.push({
      code: "leak",
      severity: "error",
      message: `${confusion.fp} of ${confusion.fp + confusion.tn} wrong rows pass (${percentText(passWhenGoldFail)}, over ${percentText(bars.maxLeak)}).`,
      fix: "Training on these rewards teaches what is wrong. Name the missed faults in the rubric.",
    });
  return notes;
}

function biasNotes({ length, halves }: MeasuredTrust, bars: TrustThresholds): Note[] {
  const notes: Note[] = [];
  if (length.flagged) {
    const worst = [length.gold1, length.gold0]
      .filter((split) => split.flagged)
      .sort((left, right) => Math.abs(right.gapLongMinusShort ?? 0) - Math.abs(left.gapLongMinusShort ?? 0))[0];
    const gap = worst?.gapLongMinusShort ?? 0;
    notes.push({
      code: "length_bias",
      severity: "error",
      message: `Among equally right replies the judge passes the ${gap > 0 ? "longer" : "shorter"} half ${percentText(Math.abs(gap))} more often.`,
      fix: "Say in the rubric that length does not count, or change the judge.",
    });
  }
  const { a, b, gap } = halves;
  if (Math.min(a.n, b.n) >= MIN_HALF_ROWS && gap !== null && gap >= bars.maxHalvesGap)
    notes.push({
      code: "halves_differ",
      severity: "warning",
      message: `Agreement differs by ${percentText(gap)} between the two halves of the tasks.`,
      fix: "A rubric tuned on some of these tasks looks like this; leave them out with `tunedOn`.",
    });
  return notes;
}

function calibrationNotes({ calibration }: MeasuredTrust): Note[] {
  // Of one class the baseline is perfect: it knows the class.
  if (calibration === null || calibration.baselineBrier === 0 || calibration.brier <= calibration.baselineBrier)
    return [];
  return [
    {
      code: "miscalibrated",
      severity: "warning",
      message: `The judge's probabilities are worse than always saying the share of passes (Brier ${fixedText(calibration.brier, 3)} against ${fixedText(calibration.baselineBrier, 3)}).`,
      fix: "Use its verdicts, not its probabilities.",
    },
  ];
}

function askedAgainNotes({ foreign, perturbation }: MeasuredTrust, bars: TrustThresholds): Note[] {
  const notes = foreign === null ? [] : foreignNotes(foreign, "error");
  if (perturbation === null) return notes;
  const asked = perturbation.n + perturbation.errors;
  if (perturbation.n === 0 || perturbation.errors / asked > bars.maxSkippedShare)
    notes.push({
      code: "not_asked_again",
      severity: "error",
      message: `Asked again, the judge gave a verdict of 0 or 1 on ${perturbation.n} of ${countText(asked, "row")}: too few to know its stability.`,
      fix: "See what it does with grade() on a few rows.",
    });
  if (perturbation.rejudgeFlagged)
    notes.push({
      code: "unstable",
      severity: "error",
      message: `${percentText(perturbation.rejudgeFlips ?? 0)} of the verdicts changed when nothing had (${percentText(bars.maxFlips)} is the bar).`,
      fix: "Judge at temperature 0, or take a majority of several votes.",
    });
  if (perturbation.fillerFlagged)
    notes.push({
      code: "filler_flips",
      severity: "error",
      message: `Filler that says nothing moved ${percentText(perturbation.fillerFlips ?? 0)} of the verdicts one way.`,
      fix: "Say in the rubric that length does not count, or change the judge.",
    });
  return notes;
}
