import { countText, type Note } from "@whileai/core";
import type { HackScanReport } from "../hack-scan/hack-scan-report.js";
import { NEAR_DUPLICATE_CODES } from "../near-duplicates/near-duplicates-report.js";
import { type MaybeNote, warning } from "../notes/note.js";
import { outOfRangeNote, SCALE_FIX } from "../notes/out-of-range-note.js";
import { skippedNote } from "../notes/row-notes.js";
import { scanNotes } from "../notes/scan-notes.js";
import { correlationNotes, duplicateNotes, lengthNotes } from "../optimize/hygiene-notes.js";
import type { GateRefusal, GradientGateFields } from "./gate-report.js";

const REFUSALS: Readonly<Record<GateRefusal, Omit<Note, "code" | "severity"> & { readonly fix: string }>> = {
  ungraded_rl_rows: {
    message: "No row has a reward from 0 to 1, so nothing can be learnt from comparing rollouts.",
    fix: "Grade the rows first.",
  },
  no_mixed_groups: {
    message:
      "No prompt has rollouts with different rewards, and a group that agrees gives an advantage of zero: training on these rows would change nothing.",
    fix: "Sample more rollouts for each prompt, or take prompts nearer the policy's ability.",
  },
  reward_hack: {
    message: "The hack scan says that the reward pays for something that is not endorsed.",
    fix: "Mend the judge and grade again, or endorse what it pays for.",
  },
  endorsed_unmatched: {
    message: "No feature matches what was endorsed, so the hack scan cannot tell intended from not.",
    fix: "Name parts of feature names in `endorsed`, as the hack scan lists them.",
  },
  no_groups: {
    message: "No task has two rows, so the hack scan has nothing to compare, and `strictHacks` asks for one.",
    fix: "Gate the rollouts before one of each prompt is picked, or leave `strictHacks` out.",
  },
};

/** A refusal as the note that the report begins with; rewards on another scale are its cause before any other. */
export function refusalNote(
  refusal: GateRefusal,
  nOutOfRange: number,
  scan: HackScanReport | null,
): Note & { readonly fix: string } {
  const said = { code: refusal, severity: "error", ...REFUSALS[refusal] } as const;
  if (refusal === "endorsed_unmatched" && scan !== null) return { ...said, ...whyUnmatched(scan) };
  if (nOutOfRange === 0 || !isForWant(refusal)) return said;
  const scale = `${countText(nOutOfRange, "reward lies", "rewards lie")} outside 0 to 1`;
  const message =
    refusal === "ungraded_rl_rows"
      ? `No row has a reward from 0 to 1: ${scale}.`
      : `No prompt has rollouts with different rewards from 0 to 1; ${scale} and took no part.`;
  return { ...said, message, fix: SCALE_FIX };
}

/** What the scan says of terms that match nothing, or of rows without any feature. */
function whyUnmatched(scan: HackScanReport): { readonly message: string; readonly fix: string } {
  const told = scanNotes(scan).find(({ code }) => code === "endorsed_unmatched" || code === "no_signal");
  if (told === undefined) return REFUSALS.endorsed_unmatched;
  const { message, fix = REFUSALS.endorsed_unmatched.fix } = told;
  return { message, fix };
}

/** Whether rows are refused for want of rewards or contrast. */
const isForWant = (refusal: GateRefusal | null) => refusal === "ungraded_rl_rows" || refusal === "no_mixed_groups";

/** What a reader of the gate should know. */
export function gateNotes(fields: GradientGateFields): Note[] {
  const { refusal, rlShaped, nRows, nSkipped } = fields;
  const { nOutOfRange } = fields.calibration;
  const notes: MaybeNote[] = [
    refusal !== null && refusalNote(refusal, nOutOfRange, fields.hackScan),
    // A refusal for want of rewards or contrast says it already.
    !isForWant(refusal) && outOfRangeNote(nOutOfRange, "a group that holds one has no pass rate"),
    ...(rlShaped && refusal === null ? groupNotes(fields) : []),
    ...(rlShaped && !isForWant(refusal) ? hygieneNotes(fields) : []),
    nRows === 0 && warning("no_rows", "There are no rows, so nothing was looked at."),
    !rlShaped &&
      nRows > 0 && {
        code: "not_rl_shaped",
        severity: "info",
        message: "The rows are not for comparing rollouts of a prompt, so contrast was not asked for.",
      },
    holdoutNote(fields),
    skippedNote(nSkipped),
  ];
  return notes.filter((note) => note !== false);
}

function groupNotes({ signal, calibration }: GradientGateFields): MaybeNote[] {
  const outside = signal.nMixed - signal.nInBand;
  const unanimous = signal.nAllOne + signal.nAllZero + signal.nFlat;
  return [
    outside > 0 &&
      warning("out_of_band_present", `${countText(outside, "mixed group lies", "mixed groups lie")} outside the band.`),
    unanimous > 0 &&
      warning(
        "unanimous_present",
        `${countText(unanimous, "group agrees", "groups agree")} on one reward and ${unanimous === 1 ? "carries" : "carry"} no gradient.`,
        "Select with mode rl first.",
      ),
    signal.nUngraded > 0 &&
      warning(
        "ungraded_rows",
        `${countText(signal.nUngraded, "row has", "rows have")} no reward and ${signal.nUngraded === 1 ? "is" : "are"} in no rate.`,
      ),
    calibration.nCarriedFromElsewhere > 0 &&
      warning(
        "calibration_carried",
        `${countText(calibration.nCarriedFromElsewhere, "row keeps", "rows keep")} a pass rate that was measured elsewhere.`,
      ),
  ];
}

/** What optimize would say of these rows, and the scan's own words where the gate let them pass. */
function hygieneNotes(fields: GradientGateFields): MaybeNote[] {
  const { duplicates, hackScan, nearDuplicates, refusal, nRows } = fields;
  return [
    ...duplicateNotes({
      duplicates: {
        policy: "keep",
        nRepeats: duplicates.nRepeats,
        nDropped: 0,
        groupsAffected: duplicates.prompts,
        duplicateRate: nRows === 0 ? null : duplicates.nRepeats / nRows,
        conflictingRewards: duplicates.conflicts,
      },
    }),
    ...(nearDuplicates?.notes ?? []).filter(({ code }) => NEAR_DUPLICATE_CODES.has(code)),
    ...lengthNotes(fields),
    ...correlationNotes(fields),
    ...(refusal === null && hackScan !== null ? scanNotes(hackScan) : []),
  ];
}

function holdoutNote({ rlShaped, holdoutSignal }: GradientGateFields): MaybeNote {
  return (
    rlShaped &&
    holdoutSignal !== null &&
    holdoutSignal.nMixed === 0 &&
    warning(
      "holdout_no_mixed_groups",
      "No group of the holdout has rollouts with different rewards: a gain would be hard to see there.",
      "Hold out more tasks, or tasks nearer the policy's ability.",
    )
  );
}
