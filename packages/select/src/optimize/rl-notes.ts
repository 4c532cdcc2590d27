import { countText, fixedText, type Note, percentText, quantile } from "@whileai/core";
import { NEAR_DUPLICATE_CODES } from "../near-duplicates/near-duplicates-report.js";
import { info, type MaybeNote, warning } from "../notes/note.js";
import { NO_RATE, outOfRangeNote, SCALE_FIX } from "../notes/out-of-range-note.js";
import { evalSourcedNote, skippedNote } from "../notes/row-notes.js";
import { scanNotes } from "../notes/scan-notes.js";
import { shownLeaksNote } from "../privileged/shown-leaks.js";
import type { AdvantageEstimator } from "../signal/advantage-estimators.js";
import { inBand } from "../signal/band.js";
import { KWAY_MINIMUM } from "../signal/group-signal.js";
import { NEAR_TIE } from "./advantage-preview.js";
import { causesText } from "./count-causes.js";
import { correlationNotes, duplicateNotes, lengthNotes } from "./hygiene-notes.js";
import type { VerifierFindings } from "./optimize-options.js";
import type { RlSelectionFields } from "./rl-report.js";

/** Rollouts per task below which a pass rate is too wide to call difficulty by. Convention. */
const ROLLOUTS_FOR_DIFFICULTY = 16;

/** Share of wrongly failed answers above which a verifier is called unreliable. Convention, as in its audit. */
const HIGH_FALSE_NEGATIVES = 0.1;

/** What the notes need beside the report's own fields. */
export interface NoteFacts {
  /** Smallest group with two or more graded rollouts as the rows came in; 1 when there was none. */
  readonly kBefore: number;
  /** Graded rows that came in. */
  readonly nGraded: number;
  /** Rollouts of the largest group that the band looked at. */
  readonly largestGroup: number;
  readonly audit: VerifierFindings | null;
  /** Whether the run decided by outcomes which groups to fill. */
  readonly stoppedOnOutcomes: boolean;
}

/** What a reader of an RL selection should know, in the order of the contract. */
export function rlNotes(fields: RlSelectionFields, facts: NoteFacts): Note[] {
  const nothing = fields.nSelected === 0 && facts.nGraded > 0;
  const scan = scanNotes(fields.hackScan).filter((note) => !(nothing && note.code === "ungraded"));
  return [
    duplicateNotes(fields),
    lengthNotes(fields),
    correlationNotes(fields),
    scan,
    auditNote(facts),
    textGatesNote(fields),
    shownLeaksNote(fields.privilegedLeaksShown, fields.privilegedLeaksDropped, "dropped"),
    thinNote(fields),
    evalSourcedNote(fields.evalSourced),
    nothing && nothingNote(fields),
    nothing &&
      fields.evalSourcedInput > 0 &&
      warning(
        "eval_sourced_input",
        `${countText(fields.evalSourcedInput, "row of the input comes", "rows of the input come")} from an evaluation set.`,
      ),
    kwayNote(fields, facts),
    bandCannotDropNote(fields, facts),
    singlesNote(fields),
    // Rows without a prompt are the selection's own matter, so only what was found is passed on.
    fields.nearDuplicates.notes.filter(({ code }) => NEAR_DUPLICATE_CODES.has(code)),
    unlabelledNote(fields),
    soFarNote(fields),
    facts.stoppedOnOutcomes &&
      info(
        "stopped_on_outcomes",
        "Groups of this run were filled where their first rollouts disagreed, so means over all rollouts are biased; passAt reads such runs without bias.",
      ),
    fractionalNotes(fields),
    skippedNote(fields.nSkipped),
    priorSkippedNote(fields),
    priorRangeNote(fields),
    fields.signal.nMixed === 0 &&
      warning(
        "no_mixed_groups",
        "No selected group has both better and worse rollouts, so nothing here carries a gradient.",
        "Sample more rollouts per prompt, or prompts nearer the policy's ability.",
      ),
  ]
    .flat()
    .filter((note) => note !== false);
}

function auditNote({ audit }: NoteFacts): MaybeNote {
  const rate = audit?.fails.rate ?? null;
  if (rate === null || rate <= HIGH_FALSE_NEGATIVES) return false;
  return warning(
    "verifier_false_negatives",
    `The verifier failed right answers: ${percentText(rate)} of the failed rows that were audited.`,
    "Mend it first, or the policy is trained away from right answers.",
  );
}

function unlabelledNote({ unlabelledCauses }: RlSelectionFields): MaybeNote {
  const rows = unlabelledCauses.reduce((sum, own) => sum + own.rows, 0);
  if (rows === 0) return false;
  const message = `${countText(rows, "row has", "rows have")} no reward from 0 to 1 (${causesText(unlabelledCauses)}); none of them counts as a failure.`;
  const isWaiting = unlabelledCauses.every(({ cause }) => cause === "never_graded");
  if (isWaiting) return info("unlabelled_rows", message);
  const isScaled = unlabelledCauses.some(({ cause }) => cause === "out_of_range");
  const isOnlyScale = unlabelledCauses.every(({ cause }) => cause === "out_of_range" || cause === "never_graded");
  const scaleFix = isOnlyScale ? SCALE_FIX : `${SCALE_FIX} Grade the others again.`;
  return warning("unlabelled_rows", message, isScaled ? scaleFix : "Grade them again.");
}

function soFarNote({ unanimousSoFar }: RlSelectionFields): MaybeNote {
  return (
    unanimousSoFar > 0 &&
    info(
      "unanimous_so_far",
      `${countText(unanimousSoFar, "dropped group agrees", "dropped groups agree")} only so far: rollouts of them have no reward or were never run.`,
    )
  );
}

function fractionalNotes({ nFractional, minSpread, nearTieGroups, advantages }: RlSelectionFields): MaybeNote[] {
  if (nFractional === 0) return [];
  const contrast = minSpread === 0 ? "any spread" : `a spread of ${minSpread}`;
  const sizeOf = (wanted: AdvantageEstimator) =>
    fixedText(advantages.find(({ estimator }) => estimator === wanted)?.nearTieSize ?? 0, 2);
  return [
    info(
      "fractional_rewards",
      `${countText(nFractional, "reward is a fraction", "rewards are fractions")}: the band is on the mean reward, and ${contrast} counts as contrast.`,
    ),
    nearTieGroups > 0 &&
      warning(
        "near_ties",
        `In ${countText(nearTieGroups, "group")} rewards differ by less than ${NEAR_TIE}; GRPO and DAPO divide by the deviation and give them advantages of ${sizeOf("grpo")} on average, Dr. GRPO ${sizeOf("drGrpo")}.`,
        "Set `minSpread`, or use an estimator that does not divide.",
      ),
  ];
}

function textGatesNote({ textGates }: RlSelectionFields): MaybeNote {
  return !textGates.applied && warning("text_gates_off", `Junk and repeats were not looked for: ${textGates.reason}.`);
}

function thinNote({ calibration: { tasks } }: RlSelectionFields): MaybeNote {
  const counts = tasks.map((task) => task.n).sort((left, right) => left - right);
  const median = quantile(counts, 0.5);
  if (median === null || median >= ROLLOUTS_FOR_DIFFICULTY) return false;
  const widths = tasks
    .flatMap(({ passRateCi95 }) => (passRateCi95 === null ? [] : [(passRateCi95.high - passRateCi95.low) / 2]))
    .sort((left, right) => left - right);
  const half = quantile(widths, 0.5);
  return warning(
    "thin_difficulty",
    `Pass rates rest on ${fixedText(median, 0)} ${median === 1 ? "rollout" : "rollouts"} per task${half === null ? "" : `, give or take ${fixedText(half, 1)}`}.`,
    `${ROLLOUTS_FOR_DIFFICULTY} rollouts place a task far better.`,
  );
}

function nothingNote(fields: RlSelectionFields): Note {
  const { tooEasy, tooHard } = fields.bandDropped;
  return warning(
    "nothing_selected",
    `Nothing was kept: ${countText(fields.unanimousGroupsDropped, "group was", "groups were")} unanimous (${fields.collapsedGroupsDropped} of them collapsed to one row), ${tooEasy} too easy, ${tooHard} too hard.`,
    "Look at report.dropped for each row's gate.",
  );
}

function kwayNote({ signal }: RlSelectionFields, { kBefore }: NoteFacts): MaybeNote {
  if (kBefore < KWAY_MINIMUM || signal.k >= KWAY_MINIMUM || signal.nGroups === 0) return false;
  return warning(
    "kway_lost",
    `Groups came with ${kBefore} or more rollouts and are down to ${signal.k}: measure pass@k on the graded rows, not on the selection.`,
  );
}

function bandCannotDropNote(fields: RlSelectionFields, { largestGroup }: NoteFacts): MaybeNote {
  if (fields.bandRule === "posterior" || !fields.enforceBand || fields.nFractional > 0 || largestGroup < 2)
    return false;
  const extremes = [1 / largestGroup, 1 - 1 / largestGroup];
  if (!extremes.every((rate) => inBand(rate, fields.band))) return false;
  return info(
    "band_cannot_drop",
    `With up to ${largestGroup} rollouts per task every mixed one lies in the band, so it drops nothing.`,
  );
}

function priorSkippedNote({ prior }: RlSelectionFields): MaybeNote {
  const nSkipped = prior?.nSkipped ?? 0;
  return (
    nSkipped > 0 &&
    warning(
      "prior_skipped_entries",
      `${countText(nSkipped, "entry of `prior` is no row", "entries of `prior` are no rows")}.`,
    )
  );
}

function priorRangeNote({ prior }: RlSelectionFields): MaybeNote {
  if (prior === null) return false;
  const left = countText(prior.outOfRange.length, "task of `prior` has", "tasks of `prior` have");
  return outOfRangeNote(
    prior.nOutOfRange,
    prior.outOfRange.length === 0
      ? NO_RATE
      : `${left} no pass rate and ${prior.outOfRange.length === 1 ? "is" : "are"} kept`,
  );
}

function singlesNote({ singles }: RlSelectionFields): MaybeNote {
  if (singles.groups === 0) return false;
  return singles.dropped > 0
    ? info(
        "singles_dropped",
        `${countText(singles.dropped, "ask with a single rollout carries no gradient and was", "asks with a single rollout carry no gradient and were")} left out.`,
      )
    : info(
        "singles_kept",
        `${countText(singles.groups, "ask has a single rollout, which alone carries", "asks have a single rollout each, which alone carries")} no gradient.`,
      );
}
