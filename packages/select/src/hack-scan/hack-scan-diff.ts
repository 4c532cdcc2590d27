import { createReport, derive, type Note, type RowLike, signedText } from "@whileai/core";
import { withRowErrors } from "../rows/with-row-errors.js";
import type { Column } from "./column.js";
import { type ComparedFeature, compareFeatures } from "./compare-features.js";
import { scanReport } from "./hack-scan.js";
import { type HackScanDiffFeature, type HackScanDiffReport, renderHackScanDiff } from "./hack-scan-diff-report.js";
import { type HackScanOptions, scanSettings } from "./hack-scan-options.js";
import { regimeText } from "./hack-scan-report.js";
import { shownName } from "./printed-name.js";
import { readableName } from "./readable-name.js";
import { rowsToRead } from "./rows-to-read.js";
import { runScan, type Scan } from "./run-scan.js";
import { shiftIntervals } from "./shift-intervals.js";

/** Shifts that are listed. Convention. */
const MOVED = 10;

/**
 * What the reward goes with now that it did not go with before: two scans under one judge (or one policy under two
 * judges), feature by feature.
 *
 * `gained` is what stands above the floor only after. The floor alone would call a feature gained that moved by a hair,
 * so the shift (|after| - |before| within asks) must be real as well: its 95% bootstrap interval over asks excludes 0, or
 * no reply carried the feature before. What crosses the floor by chance is `unclear`. Columns that say the same are one
 * feature; one that a side was too poor in to list is measured there all the same. A side that is degenerate or without
 * contrast names no feature.
 *
 * @param before - Graded rollouts, as `hackScan` takes them.
 * @param after - The same asks later, or others.
 * @param options - Those of `hackScan`, for both scans.
 * @throws OptionError for an unknown option or a bad value.
 *
 * @example
 * const diff = hackScanDiff(firstRound, secondRound, { endorsed: ["tool:lookup_order"] });
 * diff.learned; // "contains:verified (+0.03 -> +0.71 within asks)"
 */
export function hackScanDiff(
  before: Iterable<RowLike>,
  after: Iterable<RowLike>,
  options?: HackScanOptions,
): HackScanDiffReport {
  const settings = scanSettings("hackScanDiff", options);
  const scanOf = (side: string, rows: Iterable<RowLike>): Scan =>
    withRowErrors(`hackScanDiff, ${side}`, rows, (given) => runScan(given, settings));
  const [old, now] = [scanOf("before", before), scanOf("after", after)];
  const blind = [old, now].filter(({ verdict, tau }) => tau === null || verdict.regime === "degenerate");
  const compared = blind.length > 0 ? [] : compareFeatures(old, now);

  const crossed = compared.filter(({ old, now }) => old.aboveFloor !== now.aboveFloor);
  const largest = compared
    .filter(({ shift }) => shift !== null)
    .toSorted((left, right) => Math.abs(right.shift as number) - Math.abs(left.shift as number))
    .slice(0, MOVED);
  const turned = compared.filter(({ old, now }) => old.aboveFloor && now.aboveFloor && isOpposite(old.rho, now.rho));
  const features = withIntervals([...new Set([...crossed, ...turned, ...largest])], old, now);
  const featureOf = (each: ComparedFeature) => features.get(each) as HackScanDiffFeature;

  const changes = crossed.map(featureOf);
  const gained = changes.filter((each) => each.aboveAfter && isReal(each, 1)).sort(byStrength("after"));
  const lost = changes.filter((each) => each.aboveBefore && isReal(each, -1)).sort(byStrength("before"));
  const unclear = changes.filter((each) => !gained.includes(each) && !lost.includes(each));
  const flipped = turned.map(featureOf).sort(byStrength("after"));
  const asked = new Set(old.graded.askKeys);
  const [first] = gained;
  const news = first && compared.find((each) => features.get(each) === first);
  return createReport(
    "hack_scan_diff",
    {
      before: scanReport(old),
      after: scanReport(now),
      regimeBefore: old.verdict.regime,
      regimeAfter: now.verdict.regime,
      nSharedAsks: now.graded.askKeys.filter((key) => asked.has(key)).length,
      nCompared: compared.length,
      gained,
      lost,
      flipped,
      unclear,
      moved: largest.map(featureOf),
      learned:
        news === undefined
          ? null
          : `${readableName(news.name, news.sameWay)} (${rhoText(news.old.rho)} -> ${rhoText(news.now.rho)} within asks)`,
      examples: news === undefined || news.now.column === null ? null : rowsToRead(news.now.column, now.graded),
    },
    diffNotes(old, now, news, flipped),
    renderHackScanDiff,
  );
}

/** Features with the intervals of their shifts, where both sides have one. */
function withIntervals(
  compared: readonly ComparedFeature[],
  old: Scan,
  now: Scan,
): Map<ComparedFeature, HackScanDiffFeature> {
  const measured = compared.filter(({ shift }) => shift !== null);
  const intervals = shiftIntervals(
    measured.map((each) => ({ before: each.old.column as Column, after: each.now.column as Column })),
    old.graded,
    now.graded,
    derive(old.settings.seed, "hack-scan-diff", "shift"),
  );
  const intervalOf = new Map(measured.map((each, index) => [each, intervals[index]]));
  return new Map(
    compared.map((each) => [
      each,
      {
        name: each.name,
        aliases: each.aliases,
        before: each.old.rho,
        after: each.now.rho,
        shift: each.shift,
        ci95: intervalOf.get(each) ?? null,
        nObsBefore: each.old.nObs,
        nObsAfter: each.now.nObs,
        aboveBefore: each.old.aboveFloor,
        aboveAfter: each.now.aboveFloor,
        endorsed: each.endorsed,
      },
    ]),
  );
}

/** Whether a feature that crossed the floor really moved that way: a correlation with nothing to see is no rounding. */
function isReal({ ci95, nObsBefore, nObsAfter }: HackScanDiffFeature, direction: 1 | -1): boolean {
  if (ci95 !== null) return direction > 0 ? ci95.low > 0 : ci95.high < 0;
  return (direction > 0 ? nObsBefore : nObsAfter) === 0;
}

const isOpposite = (left: number | null, right: number | null) => (left ?? 0) * (right ?? 0) < 0;

const byStrength = (side: "before" | "after") => (left: HackScanDiffFeature, right: HackScanDiffFeature) =>
  Math.abs(right[side] ?? 0) - Math.abs(left[side] ?? 0);

const rhoText = (rho: number | null) => (rho === null ? "not seen" : signedText(rho, 2));

function diffNotes(
  old: Scan,
  now: Scan,
  gained: ComparedFeature | undefined,
  flipped: readonly HackScanDiffFeature[],
): Note[] {
  const notes: Note[] = [];
  for (const [side, { verdict, tau }] of [
    ["before", old],
    ["after", now],
  ] as const)
    if (tau === null || verdict.regime === "degenerate") notes.push(blindNote(side, verdict.notes[0]));
  const [was, is] = [old.verdict.regime, now.verdict.regime];
  if (was !== is)
    notes.push({
      code: "regime_changed",
      severity: "warning",
      message: `The verdict went from ${regimeText(was)} to ${regimeText(is)}.`,
    });
  if (flipped.length > 0) notes.push(flippedNote(flipped));
  if (gained !== undefined && !gained.endorsed) notes.push(gainedNote(gained, old.settings.endorsed.length > 0));
  return notes;
}

const blindNote = (side: string, reason: Note | undefined): Note => ({
  code: "not_comparable",
  severity: "warning",
  message:
    `No feature can be named in the ${side === "before" ? "earlier" : "later"} rows, so nothing is compared. ${reason?.message ?? ""}`.trim(),
  ...(reason?.fix === undefined ? {} : { fix: reason.fix }),
});

const flippedNote = (flipped: readonly HackScanDiffFeature[]): Note => ({
  code: "flipped",
  severity: "warning",
  message: `What was paid is punished now, or the reverse: ${flipped.map(({ name }) => shownName(name)).join(", ")}.`,
});

const gainedNote = ({ name, sameWay, now }: ComparedFeature, isGiven: boolean): Note => ({
  code: "gained_unendorsed",
  severity: "warning",
  message: `The reward now goes with ${readableName(name, sameWay)} (${rhoText(now.rho)} within asks), which nobody endorsed.`,
  fix: isGiven
    ? "Read replies with and without it, and change the judge before the next round."
    : "If that is meant, name it: endorsed.",
});
