import { derive, type Note, type Row } from "@whileai/core";
import { measureBeyond } from "./centred-column.js";
import type { Column } from "./column.js";
import { ConjunctionPool, findConjunctions } from "./conjunctions.js";
import { endorsementNotes } from "./endorsement-notes.js";
import { featureColumns } from "./feature-columns.js";
import { type GradedRows, gradedRows } from "./graded-rows.js";
import type { ScanSettings } from "./hack-scan-options.js";
import { leadIsClear } from "./lead.js";
import { mergeCollinear, mergeIdentical } from "./merge-columns.js";
import { endorsedTest, type RankedFeature, rankFeatures } from "./ranked-features.js";
import { shuffleFloor } from "./shuffle-floor.js";
import { sightingsOf } from "./sightings.js";
import { measureSupport } from "./support.js";
import { decideVerdict, type VerdictResult } from "./verdict.js";

/** A scan before it is a report: every feature with its column. */
export interface Scan {
  readonly graded: GradedRows;
  readonly settings: ScanSettings;
  readonly counts: ReturnType<typeof measureSupport>;
  readonly verdict: VerdictResult;
  /** All features, the strongest first. */
  readonly ranked: readonly RankedFeature[];
  /** The floor; null when there was no contrast to shuffle. */
  readonly tau: number | null;
  /** Rows that a caller's function threw on, by column. */
  readonly failed: ReadonlyMap<string, number>;
  /** The caller's columns that are no feature, with the rows that carry them. */
  readonly unused: ReadonlyMap<string, number>;
}

/** Scans rows for what their reward goes with. */
export function runScan(rows: Iterable<Row>, settings: ScanSettings): Scan {
  const graded = gradedRows(rows);
  const { columns, prints, failed, unused } = featureColumns(graded, settings);
  const counts = measureSupport(graded, prints);
  const identical = mergeIdentical(columns);
  const blocked = withoutContrast(graded, counts.nGroupsMulti);
  const outcome =
    blocked === null
      ? scanWithContrast(identical, graded, settings, counts)
      : scanWithoutContrast(identical, settings, blocked);
  return { graded, settings, counts, failed, unused, ...outcome };
}

type Outcome = Pick<Scan, "verdict" | "ranked" | "tau">;

function scanWithContrast(
  identical: readonly Column[],
  graded: GradedRows,
  settings: ScanSettings,
  { support, distinctPerAsk }: Scan["counts"],
): Outcome {
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
  const missed = settings.endorsed.filter((term) => !features.some(endorsedTest([term])));
  const sightings = sightingsOf(missed, graded, settings);
  const unmatched = missed.map((term, index) => ({ term, seen: sightings[index] ?? null }));
  const verdict = decideVerdict({
    ranked,
    unmatched,
    unmerged: [...identical, ...conjunctions],
    settings,
    saturated: support.sat ?? 0,
    distinctPerAsk,
    tau,
    leads: (top, best) => leadIsClear(top, best, graded, derive(settings.seed, "hack-scan", "lead")),
    beyond: (paid) => measureBeyond(paid, graded),
  });
  const notes = [...verdict.notes, ...endorsementNotes(unmatched, ranked)];
  return { verdict: { ...verdict, notes }, ranked, tau };
}

function scanWithoutContrast(columns: readonly Column[], settings: ScanSettings, note: Note): Outcome {
  const ranked = rankFeatures(columns, endorsedTest(settings.endorsed), null).toSorted(
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
      rival: null,
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
