import { countText, fixedText, percentText, type ReportOf, signedText } from "@whileai/core";
import type { ColumnAlias } from "./column.js";
import { noteLines } from "./note-lines.js";
import { printedName, shownName } from "./printed-name.js";
import { readableName, sameWay } from "./readable-name.js";
import { type RowsToRead, rowsToReadLine } from "./rows-to-read.js";
import type { Support } from "./support.js";
import type { HackScanRegime } from "./verdict.js";

/** One feature of a scan. */
export interface HackScanFeature {
  readonly name: string;
  /** Other names for the same behaviour; `sign` is -1 for one that moves the other way. */
  readonly aliases: readonly ColumnAlias[];
  /** Correlation with the reward inside asks; null when one of the two never varies there. */
  readonly rho: number | null;
  /** Correlation with the reward over all rollouts; asks of different difficulty bend it. */
  readonly pooled: number | null;
  readonly nObs: number;
  readonly endorsed: boolean;
  readonly aboveFloor: boolean;
}

/** The fields of a hack scan. */
export interface HackScanFields {
  readonly regime: HackScanRegime;
  /** Entries of the input. */
  readonly nRows: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly nGraded: number;
  readonly nGroups: number;
  readonly nGroupsMulti: number;
  /** Upper median over asks with two or more rollouts. */
  readonly rolloutsPerGroup: number;
  /** Different replies per ask, upper median over asks with two or more rollouts. */
  readonly distinctPerAsk: number;
  /** Rollouts of asks that are not unanimous. */
  readonly effectiveRollouts: number;
  readonly continuousReward: boolean;
  readonly support: Support;
  readonly nFeatures: number;
  readonly nAboveFloor: number;
  /** |rho| that chance stays under; null when there is no contrast to shuffle. */
  readonly tau: number | null;
  readonly permutations: number;
  readonly alpha: number;
  readonly topFeature: string | null;
  readonly rhoMax: number | null;
  readonly endorsedMatched: number;
  readonly endorsedOnTop: boolean | null;
  /** Share of the pull of the best endorsed feature beside that of the rival, 1 without one, 0 where nothing endorsed is paid; null without endorsed. */
  readonly integrity: number | null;
  readonly inverted: readonly string[];
  readonly degenerate: boolean;
  readonly collinear: readonly string[];
  readonly features: readonly HackScanFeature[];
  /** Rows with and without what is paid though nobody endorsed it; null where nothing is. */
  readonly examples: RowsToRead | null;
}

/** What `hackScan` gives back. */
export type HackScanReport = ReportOf<"hack_scan", HackScanFields>;

/** Features that the text shows; the report lists more. */
const SHOWN = 12;
/** Features of which the other names are shown. */
const EXPLAINED = 5;
const NAME_WIDTH = 43;
const LEGEND =
  "  (* above the floor, e endorsed; within: correlation with the reward inside asks, pooled: over all rollouts; capacity: how far the rewards of an ask differ, 1 is most)";

/** A verdict as words. */
export function regimeText(regime: HackScanRegime): string {
  return regime.replaceAll("_", " ");
}

/** The terminal text of a scan. */
export function renderHackScan(report: HackScanReport): string {
  const { support, tau } = report;
  const ungraded = report.nRows - report.nGraded;
  const whole = (value: number | null) => (value === null ? "n/a" : percentText(value));
  const notes = noteLines(report.notes);
  const lines = [
    regimeText(report.regime).toUpperCase(),
    `  support: ${countText(report.nGraded, "graded rollout")}${ungraded > 0 ? ` of ${report.nRows}` : ""}, ${countText(report.nGroups, "ask")}, ${report.rolloutsPerGroup} per ask; ` +
      `mixed ${whole(support.mixed)}, all pass ${whole(support.sat)}, all fail ${whole(support.dead)}; ` +
      `capacity ${support.capacity === null ? "n/a" : fixedText(support.capacity, 2)}`,
    tau === null
      ? "  floor: not measured"
      : `  floor: |within| ${fixedText(tau, 3)} from ${report.permutations} shuffles; ${report.nAboveFloor} of ${report.nFeatures} features above (*)`,
  ];
  if (report.features.length > 0) {
    lines.push(`   ${"feature".padEnd(NAME_WIDTH)}${"within".padStart(8)}${"pooled".padStart(8)}${"n".padStart(6)}`);
    const shown = report.features.slice(0, SHOWN);
    lines.push(...shown.map(featureLine), ...aliasLines(shown));
  }
  if (report.examples !== null) lines.push(rowsToReadLine(report.examples));
  if (report.integrity !== null)
    lines.push(`  integrity ${fixedText(report.integrity, 2)} (1: only what you endorsed is paid, 0: none of it)`);
  if (report.features.length > 0) notes.push(LEGEND);
  return [...lines, ...notes].join("\n");
}

/** What the strongest features stand for, where the name alone does not say it. */
function aliasLines(features: readonly HackScanFeature[]): string[] {
  return features
    .filter(({ aboveFloor }) => aboveFloor)
    .map(({ name, aliases }) => ({
      name,
      shown: readableName(name, sameWay(aliases)),
    }))
    .filter(({ name, shown }) => shown !== shownName(name))
    .slice(0, EXPLAINED)
    .map(({ shown }) => `  the same: ${shown}`);
}

function featureLine({ name, rho, pooled, nObs, endorsed, aboveFloor }: HackScanFeature): string {
  const number = (value: number | null) => (value === null ? "n/a" : signedText(value, 3)).padStart(8);
  const shown = printedName(name, NAME_WIDTH - 1).padEnd(NAME_WIDTH);
  return `${aboveFloor ? "*" : " "}${endorsed ? "e" : " "} ${shown}${number(rho)}${number(pooled)}${String(nObs).padStart(6)}`;
}
