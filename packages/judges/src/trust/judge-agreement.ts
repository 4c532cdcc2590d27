import { checkOptions, countText, createReport, type Note, type ReportOf, type Row, renderNotes } from "@whileai/core";
import { skippedNotes } from "../grade/skipped-notes.js";
import { agreementLines } from "./agreement-text.js";
import { GOLD_RULES, type GoldOptions, type GoldRows, goldRows } from "./gold-rows.js";
import { type LabelledPairs, labelledPairs } from "./labelled-pairs.js";
import { type AgreementNumbers, measureAgreement } from "./measure-agreement.js";

/** What {@link judgeAgreement} reports. */
interface JudgeAgreementFields extends AgreementNumbers {
  /** Rows without a 0 or 1 on both sides. */
  readonly nSkipped: number;
  /** Who made the labels; null without labels. */
  readonly goldKind: string | null;
  /** Whether the numbers say anything about the judge: trusted labels, of both classes. */
  readonly ok: boolean;
}

/** The report of {@link judgeAgreement}. */
export type JudgeAgreementReport = ReportOf<"judge_agreement", JudgeAgreementFields>;

/**
 * How often the rewards on rows are the labels that people (or programs) gave: raw agreement with Wilson's 95% interval,
 * Cohen's kappa, Gwet's AC1, the confusion table and both error rates. Only 0 and 1 as numbers count; every other row
 * is skipped and counted.
 *
 * `ok` says that the judge was measured, not that it is good: there are labels, people or programs made them
 * (`gold_kind`), and they hold both classes. With one class kappa is null. Whether to rely on the judge is what
 * `judgeTrust` decides. Throws an OptionError for bad options.
 *
 * @example
 * judgeAgreement([{ reward: 1, gold_reward: 1, gold_kind: "human" }, { reward: 0, gold_reward: 0, gold_kind: "human" }]).kappa; // 1
 */
export function judgeAgreement(rows: Iterable<Row>, options: GoldOptions = {}): JudgeAgreementReport {
  checkOptions("judgeAgreement", options, GOLD_RULES);
  const found = labelledPairs(goldRows("judgeAgreement", rows, options), options.allowModelGold);
  const numbers = measureAgreement(found.pairs);
  const fields: JudgeAgreementFields = {
    ...numbers,
    nSkipped: found.rows.length - found.pairs.length,
    goldKind: found.goldKind,
    ok: found.isTrusted && !numbers.oneClass,
  };
  return createReport(
    "judge_agreement",
    fields,
    [...unmeasuredNotes(found, numbers), ...leftOutNotes(found)],
    (report) => [...agreementLines(report), ...renderNotes(report.notes)].join("\n"),
  );
}

/** Why agreement says nothing about the judge, at most one note. */
export function unmeasuredNotes(found: LabelledPairs, numbers: AgreementNumbers): Note[] {
  if (found.nGold === 0)
    return [
      {
        code: "no_labels",
        severity: "error",
        message: "No row has a label of 0 or 1 to compare with.",
        fix: "Label some rows with attachLabels, or name the field with `gold`.",
      },
    ];
  if (numbers.n === 0)
    return [
      {
        code: "no_verdicts",
        severity: "error",
        message: `None of ${countText(found.nGold, "labelled row")} has a reward of 0 or 1.`,
        fix: "Grade the labelled rows first.",
      },
    ];
  if (!found.isTrusted)
    return [
      {
        code: "gold_untrusted",
        severity: "error",
        message: `The labels are of kind "${found.goldKind}": nobody vouches that they are right.`,
        fix: "Where people or programs made them, say so with `goldKind` or in gold_kind (attachLabels does); allowModelGold takes a model's word.",
      },
    ];
  if (numbers.oneClass)
    return [
      {
        code: "one_class",
        severity: "error",
        message: `All ${numbers.n} labels are ${numbers.goldPassRate === 1 ? "passes" : "fails"}: a judge that always says so would look perfect.`,
        fix: "Label rows of the other class too.",
      },
    ];
  return [];
}

/** What was left out on purpose or because it is no row. */
export function leftOutNotes({ tunedOn, notRows }: Pick<GoldRows, "tunedOn" | "notRows">): Note[] {
  const notes: Note[] = [];
  if (tunedOn > 0)
    notes.push({
      code: "tuned_on",
      severity: "info",
      message: `${countText(tunedOn, "row")} the rubric was tuned on ${tunedOn === 1 ? "is" : "are"} left out.`,
    });
  return [...notes, ...skippedNotes(notRows)];
}
