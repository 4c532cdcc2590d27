import { countText, type Note, percentText, type ReportOf, renderNotes } from "@whileai/core";
import { printedName } from "../hack-scan/printed-name.js";
import { info, type MaybeNote, warning } from "../notes/note.js";
import { numberText } from "../notes/number-text.js";
import { outOfRangeNote, SCALE_FIX } from "../notes/out-of-range-note.js";
import type { TruncationCause } from "../optimize/truncation-cause.js";
import { shownLeaksText, UNSEEN_FIX } from "../privileged/shown-leaks.js";
import type { UnpairedRows } from "./pair-entry.js";

/** Pairs from which a share of longer chosen replies says something, and the share that does. Convention. */
const PAIRS_FOR_SHARE = 8;
const LOPSIDED_SHARE = 0.75;
/** Pairs that all lean one way from which that is no accident. Convention. */
const PAIRS_FOR_ALL = 3;
/** Below this p-value of the sign test, and from this share of the pairs that differ in length, they lean. Convention. */
const LEANING_P = 0.05;
const LEANING_SHARE = 0.6;

/** Rows that a note names, and characters of an id that it shows. */
const ROWS_NAMED = 5;
const LONGEST_ID = 40;

const LABELS_FIX = "Write the rewards as the numbers 0 and 1.";
const LENGTH_FIX = "Set maxLengthRatio, or sample more replies for each prompt.";

/** How the lengths of the two sides compare, in characters. */
export interface PairLengths {
  /** Upper median of chosen less rejected; null without pairs. */
  readonly medianDelta: number | null;
  readonly chosenLonger: number;
  readonly chosenShorter: number;
  readonly sameLength: number;
  /** Of all pairs, those of one length among them; null without pairs. */
  readonly chosenLongerFrac: number | null;
  /** Exact two-sided sign test of longer against shorter, without the pairs of one length; null without pairs. */
  readonly signP: number | null;
  /** Pairs that were exchanged for ones that lean the other way. */
  readonly exchanged: number;
}

/** A chosen row that was cut by the token cap. */
export interface CutChosen {
  readonly rolloutId: string;
  /** What says so; `ending` is the look of the reply alone. */
  readonly cause: TruncationCause;
}

/** The fields of a pairs report. */
export interface PairsReportFields {
  /** Entries given. */
  readonly nRows: number;
  readonly pairs: number;
  /** Prompts with a row that can be compared, each counted per task. */
  readonly promptsSeen: number;
  /** Those with two scores far enough apart. */
  readonly promptsWithContrast: number;
  /** The margin that was asked for. */
  readonly minMargin: number;
  /** Null without pairs. */
  readonly meanMargin: number | null;
  /** Pairs in which a score is neither 0 nor 1. */
  readonly partialScorePairs: number;
  /** Pairs whose sides do the same first. */
  readonly firstTurnIdentical: number;
  /** Pairs whose sides part in the first turn. */
  readonly trainerPairs: number;
  readonly samePolicyPairs: number;
  readonly mixedPolicyPairs: number;
  /** Pairs with a side from an evaluation set. */
  readonly evalSourced: number;
  /** Better and worse rollouts that said and did the same: combinations that were refused. */
  readonly identical: number;
  /** Prompts with contrast that gave no pair because the lengths lie too far apart. */
  readonly promptsTooUnlike: number;
  /** Prompts with too many rollouts for the best assignment; there each chosen reply takes its nearest in turn. */
  readonly promptsInexact: number;
  /** Rows that say something privileged; they are never chosen. */
  readonly privilegedLeaks: number;
  /** Those that repeat only what the prompt or a tool result had shown to the agent. */
  readonly privilegedLeaksShown: number;
  readonly truncatedPolicy: "drop" | "keep";
  /** Rows that could be compared and were cut by the token cap; with the policy `drop` they are never chosen. */
  readonly truncatedRows: number;
  /** Chosen rows that were cut, in the order of the pairs. */
  readonly truncatedChosen: readonly CutChosen[];
  readonly unpaired: UnpairedRows;
  readonly length: PairLengths;
}

/** What `buildPreferencePairs` reports. */
export type PairsReport = ReportOf<"preference_pairs", PairsReportFields>;

/** What a reader of the pairs should know. */
export function pairsNotes(fields: PairsReportFields): Note[] {
  const { length, pairs, identical } = fields;
  const notes: MaybeNote[] = [
    isLopsided(fields) &&
      warning(
        "chosen_longer",
        `The chosen reply is the longer one in ${length.chosenLonger} of ${pairs} pairs and the shorter one in ${length.chosenShorter}: training may learn length alone.`,
        LENGTH_FIX,
      ),
    leansShorter(length) &&
      warning(
        "chosen_shorter",
        `The chosen reply is the shorter one in ${length.chosenShorter} of ${pairs} pairs and the longer one in ${length.chosenLonger}: training may learn to be brief and nothing else.`,
        LENGTH_FIX,
      ),
    fields.firstTurnIdentical > 0 &&
      warning(
        "first_turn_identical",
        `${countText(fields.firstTurnIdentical, "pair does", "pairs do")} the same first; only a later turn differs.`,
        "toTrlPreference, and with it the export, starts each side at the turn at which they part; a trainer that you give the pairs themselves needs the same.",
      ),
    fields.mixedPolicyPairs > 0 &&
      warning(
        "mixed_policies",
        `In ${countText(fields.mixedPolicyPairs, "pair")} the two sides come from different models.`,
        "Build pairs for one model_version at a time.",
      ),
    fields.evalSourced > 0 &&
      warning(
        "eval_sourced_pairs",
        `${countText(fields.evalSourced, "pair comes", "pairs come")} from an evaluation set.`,
        "Leave them out, or the evaluation means nothing.",
      ),
    identical > 0 &&
      warning(
        "identical_replies",
        `${countText(identical, "combination")} of a better and a worse rollout read the same and made no pair: the judge contradicts itself, or looks at what the reply does not show.`,
      ),
    fields.promptsTooUnlike > 0 &&
      info(
        "lengths_too_unlike",
        `${countText(fields.promptsTooUnlike, "prompt")} gave no pair within the length ratio.`,
      ),
    fields.promptsInexact > 0 &&
      info(
        "inexact_lengths",
        `${countText(fields.promptsInexact, "prompt has", "prompts have")} too many rollouts to match all lengths at once; there each chosen reply took its nearest in turn.`,
      ),
    fields.privilegedLeaks > 0 &&
      warning(
        "privileged_leaks",
        `${countText(fields.privilegedLeaks, "row says", "rows say")} something privileged and can only be rejected${shownOf(fields)}.`,
        fields.privilegedLeaksShown > 0 ? UNSEEN_FIX : undefined,
      ),
    truncatedNote(fields),
    ...rewardNotes(fields),
    unpairedNote(fields),
    pairs === 0 && noPairsNote(fields),
  ];
  return notes.filter((note) => note !== false);
}

function shownOf({ privilegedLeaks, privilegedLeaksShown }: PairsReportFields): string {
  const shown = shownLeaksText(privilegedLeaksShown, privilegedLeaks);
  return shown === "" ? "" : `; ${shown}`;
}

function truncatedNote({ truncatedPolicy, truncatedRows, truncatedChosen }: PairsReportFields): MaybeNote {
  if (truncatedPolicy === "drop")
    return (
      truncatedRows > 0 &&
      info(
        "truncated_rows",
        `${countText(truncatedRows, "row was", "rows were")} cut by the token cap and can only be rejected.`,
        'Set truncated: "keep" to let them be chosen too.',
      )
    );
  if (truncatedChosen.length === 0) return false;
  const named = truncatedChosen.slice(0, ROWS_NAMED).map((row) => printedName(row.rolloutId, LONGEST_ID));
  const which = `${named.length < truncatedChosen.length ? "first " : ""}${named.join(", ")}`;
  const isGuess = truncatedChosen.every(({ cause }) => cause === "ending");
  return (isGuess ? info : warning)(
    "truncated_chosen",
    `In ${countText(truncatedChosen.length, "pair")} the chosen reply ${isGuess ? "looks" : "was"} cut by the token cap (${which}).`,
    'Set truncated: "drop", or raise the cap and sample again.',
  );
}

function isLopsided({ pairs, length }: PairsReportFields): boolean {
  const { chosenLonger, chosenShorter } = length;
  if (leans(length, chosenLonger, chosenShorter)) return true;
  if (pairs >= PAIRS_FOR_SHARE && chosenLonger >= LOPSIDED_SHARE * pairs) return true;
  return pairs >= PAIRS_FOR_ALL && chosenLonger === pairs;
}

function leansShorter(length: PairLengths): boolean {
  return leans(length, length.chosenShorter, length.chosenLonger);
}

/** Pairs of one length say nothing either way, and must not hide how the others lean. */
function leans({ signP }: PairLengths, more: number, fewer: number): boolean {
  return signP !== null && signP < LEANING_P && more >= LEANING_SHARE * (more + fewer);
}

function unpairedNote({ unpaired }: PairsReportFields): MaybeNote {
  const causes = [
    [unpaired.notARow, "no row"],
    [unpaired.judgeFailed, "without a verdict of the judge"],
    [unpaired.noScore, "without a number from 0 to 1 as reward"],
    [unpaired.outOfRange, "with a reward outside 0 to 1"],
    [unpaired.labelOnly, "with true, false or text as reward"],
    [unpaired.noPrompt, "without a prompt"],
  ] as const;
  const said = causes.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return said.length > 0 && info("unpaired_rows", `Left out: ${said.join(", ")}.`);
}

function noPairsNote({ promptsSeen, promptsWithContrast, minMargin, unpaired }: PairsReportFields): Note {
  const message =
    promptsSeen === 0
      ? "No row could be compared."
      : `No pair: ${promptsWithContrast} of ${countText(promptsSeen, "prompt")} had two scores ${numberText(minMargin, 2)} apart.`;
  const fix =
    promptsSeen > 0 || unpaired.noScore + unpaired.labelOnly + unpaired.outOfRange === 0
      ? "Grade several rollouts of each prompt, or ask for a smaller minMargin."
      : unpaired.labelOnly > 0
        ? LABELS_FIX
        : unpaired.outOfRange > 0
          ? SCALE_FIX
          : "Grade the rows first.";
  return warning("no_pairs", message, fix);
}

/**
 * Rewards that count elsewhere and are no scores. A stray one among many is a remark; where they are the most, or all that
 * there is, the rows were graded otherwise than a score is written.
 */
function rewardNotes({ nRows, pairs, unpaired }: PairsReportFields): MaybeNote[] {
  const { labelOnly, outOfRange } = unpaired;
  const compared = nRows - Object.values(unpaired).reduce((sum, count) => sum + count, 0);
  const weighed = (note: MaybeNote, count: number): MaybeNote =>
    note && { ...note, severity: pairs === 0 || count > compared ? "warning" : "info" };
  return [
    weighed(labelsNote(labelOnly), labelOnly),
    weighed(outOfRangeNote(outOfRange, "such rows stand in no pair"), outOfRange),
  ];
}

function labelsNote(labelOnly: number): MaybeNote {
  return (
    labelOnly > 0 &&
    warning(
      "label_rewards",
      `${countText(labelOnly, "reward is", "rewards are")} true, false or text, and a score of a pair must be a number.`,
      LABELS_FIX,
    )
  );
}

/** The terminal text of a pairs report. */
export function renderPairs(report: PairsReport): string {
  const { length } = report;
  const number = (value: number | null, digits: number) => numberText(value, digits);
  const share = length.chosenLongerFrac === null ? "" : ` (${percentText(length.chosenLongerFrac)})`;
  return [
    `preference pairs: ${report.pairs} from ${countText(report.nRows, "row")}`,
    `  prompts seen: ${report.promptsSeen}, with contrast: ${report.promptsWithContrast}; mean margin ${number(report.meanMargin, 2)}`,
    `  chosen longer: ${length.chosenLonger}${share}, shorter: ${length.chosenShorter}, same length: ${length.sameLength}; median length difference ${number(length.medianDelta, 0)}${length.medianDelta === null ? "" : " characters"}; sign test p ${number(length.signP, 3)}`,
    `  identical replies refused: ${report.identical}`,
    ...renderNotes(report.notes),
  ].join("\n");
}
