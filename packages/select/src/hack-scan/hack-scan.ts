import { createReport, type Note, type RowLike } from "@whileai/core";
import { outOfRangeNote } from "../notes/out-of-range-note.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { isShare } from "../signal/judged-reward.js";
import { strength } from "./column.js";
import { type HackScanOptions, scanSettings } from "./hack-scan-options.js";
import { type HackScanFeature, type HackScanReport, renderHackScan } from "./hack-scan-report.js";
import { inputNotes } from "./input-notes.js";
import type { RankedFeature } from "./ranked-features.js";
import { type RowsToRead, rowsToRead } from "./rows-to-read.js";
import { runScan, type Scan } from "./run-scan.js";
import { type Sighting, sightingText } from "./sightings.js";

/** Rollouts per ask below which the shuffles have few orders to draw from. Convention. */
const FINE_FLOOR_ROLLOUTS = 4;

/**
 * Looks for what a reward really pays for: features of the replies (length, tools, words, word pairs, pairs of those)
 * that go with the reward **inside asks**, so that easy and hard asks cannot fake it, against a floor that the strongest
 * feature reaches when rewards are shuffled inside each ask.
 *
 * `rho` is the correlation of feature and reward after taking the ask means out of both. Columns that are the same
 * behaviour up to scale and sign are one feature. With `endorsed` the scan says `train`, `reward_hack` or
 * `pool_exhausted`; without it, features above the floor give `unendorsed`, never `train`. An ask is a task with a
 * prompt. Needs an ask with two graded rollouts that differ, and 20 rollouts that carry a feature.
 *
 * @param rows - Graded rollouts; rows without a finite reward are left out, entries that are no rows are counted.
 * @throws OptionError for an unknown option or a bad value.
 *
 * @example
 * const scan = hackScan(rows, { endorsed: ["tool:lookup_order"] });
 * console.log(`${scan}`); // REWARD HACK … * contains:verified …
 */
export function hackScan(rows: Iterable<RowLike>, options?: HackScanOptions): HackScanReport {
  const settings = scanSettings("hackScan", options);
  return withRowErrors("hackScan", rows, (given) => scanReport(runScan(given, settings)));
}

/** What a scan found, as its report. */
export function scanReport(scan: Scan): HackScanReport {
  const { graded, settings, counts, verdict, ranked, tau } = scan;
  const first = ranked[0];
  return createReport(
    "hack_scan",
    {
      regime: verdict.regime,
      nRows: graded.nInput,
      nSkipped: graded.nSkipped,
      nGraded: graded.rows.length,
      ...counts,
      continuousReward: graded.reward.some((reward) => reward !== 0 && reward !== 1),
      nFeatures: ranked.length,
      nAboveFloor: ranked.filter((feature) => feature.aboveFloor).length,
      tau,
      permutations: settings.permutations,
      alpha: settings.alpha,
      topFeature: verdict.topFeature,
      rhoMax: tau === null || first === undefined ? null : strength(first.column),
      endorsedMatched: ranked.filter((feature) => feature.endorsed).length,
      endorsedOnTop: verdict.endorsedOnTop,
      integrity: verdict.integrity,
      inverted: verdict.inverted,
      degenerate: verdict.regime === "degenerate",
      collinear: verdict.collinear,
      features: ranked.slice(0, settings.topFeatures).map(publicFeature),
      examples: examplesOf(scan),
    },
    scanNotes(scan),
    renderHackScan,
  );
}

/** Rows with and without what is paid though nobody endorsed it, or what is punished though somebody did. */
function examplesOf({ ranked, verdict, graded }: Scan): RowsToRead | null {
  const shown = verdict.regime === "reward_hack" ? ranked[0]?.column : verdict.rival;
  return shown ? rowsToRead(shown, graded) : null;
}

function scanNotes({ verdict, tau, counts, graded, settings, failed, unused }: Scan): Note[] {
  const notes = [...verdict.notes];
  if (tau !== null && counts.rolloutsPerGroup < FINE_FLOOR_ROLLOUTS) notes.push(coarseNote(counts.rolloutsPerGroup));
  const outOfRange = outOfRangeNote(
    graded.reward.filter((reward) => !isShare(reward)).length,
    "the capacity is not told; correlations do not hang on the scale",
  );
  if (outOfRange !== false) notes.push(outOfRange);
  notes.push(...inputNotes(graded));
  for (const [name, count] of failed) notes.push(failedNote(name, count, graded.rows.length));
  if (graded.rows.length > 0)
    for (const [name, nObs] of unused)
      notes.push(unusedNote({ name, nObs, nRows: graded.rows.length, needed: settings.minimumObservations }));
  return notes;
}

const coarseNote = (rollouts: number): Note => ({
  code: "coarse_floor",
  severity: "warning",
  message: `With ${rollouts} rollouts per ask there are few orders to shuffle, so the floor is coarse.`,
  fix: "Run 8 per ask.",
});

const failedNote = (name: string, count: number, all: number): Note => ({
  code: "feature_failed",
  severity: "warning",
  message: `The function of the column ${name} threw on ${count} of ${all} rows, which count as not measured.`,
});

const unusedNote = (column: Sighting): Note => ({
  code: "feature_unused",
  severity: "warning",
  message: `Your column ${column.name} is no feature. ${sightingText(column)}`,
  ...(column.nObs === 0 ? { fix: "Check the name of its field, or what its function gives back." } : {}),
});

function publicFeature({ column, endorsed, aboveFloor }: RankedFeature): HackScanFeature {
  const { name, aliases, rho, pooled, nObs } = column;
  return { name, aliases, rho, pooled, nObs, endorsed, aboveFloor };
}
