import { createReport, derive, type Note, type Row, requireRows } from "@whileai/core";
import { type Column, strength } from "./column.js";
import { ConjunctionPool, findConjunctions } from "./conjunctions.js";
import { featureColumns } from "./feature-columns.js";
import { type GradedRows, gradedRows } from "./graded-rows.js";
import { type HackScanOptions, type ScanSettings, scanSettings } from "./hack-scan-options.js";
import { type HackScanFeature, type HackScanReport, renderHackScan } from "./hack-scan-report.js";
import { leadIsClear } from "./lead.js";
import { mergeCollinear, mergeIdentical } from "./merge-columns.js";
import { endorsedTest, type RankedFeature, rankFeatures } from "./ranked-features.js";
import { shuffleFloor } from "./shuffle-floor.js";
import { measureSupport } from "./support.js";
import { decideVerdict, type VerdictResult } from "./verdict.js";

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
export function hackScan(rows: Iterable<Row>, options?: HackScanOptions): HackScanReport {
  const settings = scanSettings(options);
  const graded = gradedRows(requireRows("hackScan", rows));
  const { columns, prints } = featureColumns(graded, settings);
  const counts = measureSupport(graded, prints);
  const isEndorsed = endorsedTest(settings.endorsed);
  const identical = mergeIdentical(columns);
  const blocked = withoutContrast(graded, counts.nGroupsMulti);
  const outcome =
    blocked === null
      ? scanWithContrast(identical, graded, settings, counts.support.sat ?? 0, counts.distinctPerAsk)
      : scanWithoutContrast(identical, isEndorsed, blocked);
  const { verdict, ranked, tau } = outcome;

  const notes = [...verdict.notes];
  if (blocked === null && counts.rolloutsPerGroup < FINE_FLOOR_ROLLOUTS)
    notes.push(coarseNote(counts.rolloutsPerGroup));
  if (graded.nInfinite > 0) notes.push(infiniteNote(graded.nInfinite));
  if (graded.nSkipped > 0) notes.push(skippedNote(graded.nSkipped));
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
      rhoMax: blocked !== null || first === undefined ? null : strength(first.column),
      endorsedMatched: ranked.filter((feature) => feature.endorsed).length,
      endorsedOnTop: verdict.endorsedOnTop,
      integrity: verdict.integrity,
      inverted: verdict.inverted,
      degenerate: verdict.regime === "degenerate",
      collinear: verdict.collinear,
      features: ranked.slice(0, settings.topFeatures).map(publicFeature),
    },
    notes,
    renderHackScan,
  );
}

interface ScanOutcome {
  readonly verdict: VerdictResult;
  readonly ranked: readonly RankedFeature[];
  readonly tau: number | null;
}

function scanWithContrast(
  identical: readonly Column[],
  graded: GradedRows,
  settings: ScanSettings,
  saturated: number,
  distinctPerAsk: number,
): ScanOutcome {
  const isEndorsed = endorsedTest(settings.endorsed);
  const merge = (columns: readonly Column[]) =>
    settings.merge === "collinear" ? mergeCollinear(columns, graded, isEndorsed) : [...columns];
  const base = merge(identical);
  const pool =
    settings.auto && settings.seeds > 0 ? new ConjunctionPool(base, graded, settings.minimumObservations) : null;
  const conjunctions = pool === null ? [] : findConjunctions(pool, settings.seeds);
  const features = conjunctions.length > 0 ? merge([...base, ...conjunctions]) : base;
  const tau = shuffleFloor(
    settings.floor === "refit" ? base : features,
    settings.floor === "refit" ? pool : null,
    graded,
    settings,
    derive(settings.seed, "hack-scan", "floor"),
  );
  const ranked = rankFeatures(features, isEndorsed, tau);
  const verdict = decideVerdict({
    ranked,
    unmerged: [...identical, ...conjunctions],
    settings,
    saturated,
    distinctPerAsk,
    leads: (ahead, behind) => leadIsClear(ahead, behind, graded, derive(settings.seed, "hack-scan", "lead")),
  });
  return { verdict, ranked, tau };
}

function scanWithoutContrast(
  columns: readonly Column[],
  isEndorsed: (column: Column) => boolean,
  note: Note,
): ScanOutcome {
  const ranked = rankFeatures(columns, isEndorsed, null).toSorted(
    (left, right) => Math.abs(right.column.pooled ?? 0) - Math.abs(left.column.pooled ?? 0),
  );
  return {
    verdict: {
      regime: "unknown",
      notes: [note],
      topFeature: null,
      endorsedOnTop: null,
      integrity: null,
      inverted: [],
      collinear: [],
    },
    ranked,
    tau: null,
  };
}

function withoutContrast(graded: GradedRows, nGroupsMulti: number): Note | null {
  const note = (code: string, message: string, fix: string): Note => ({ code, severity: "warning", message, fix });
  if (graded.rows.length === 0) return note("ungraded", "No row carries a reward.", "Grade the rows first.");
  if (nGroupsMulti === 0)
    return note(
      "no_repeats",
      "No ask has two graded rollouts, so nothing can be compared inside an ask.",
      "Run each prompt several times.",
    );
  if (graded.squares === 0)
    return note(
      "no_contrast",
      "Every ask is unanimous, so no feature can go with the reward inside one.",
      "Grade asks that sometimes pass.",
    );
  return null;
}

const coarseNote = (rollouts: number): Note => ({
  code: "coarse_floor",
  severity: "warning",
  message: `With ${rollouts} rollouts per ask there are few orders to shuffle, so the floor is coarse.`,
  fix: "Run 8 per ask.",
});

const infiniteNote = (count: number): Note => ({
  code: "infinite_rewards",
  severity: "warning",
  message: `${count} rows carry an infinite reward and were not used.`,
});

const skippedNote = (count: number): Note => ({
  code: "skipped_entries",
  severity: "warning",
  message: `${count} entries are no rows and were not used.`,
});

function publicFeature({ column, endorsed, aboveFloor }: RankedFeature): HackScanFeature {
  const { name, aliases, rho, pooled, nObs } = column;
  return { name, aliases, rho, pooled, nObs, endorsed, aboveFloor };
}
