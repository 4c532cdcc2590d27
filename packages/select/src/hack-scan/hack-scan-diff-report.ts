import { type Interval, type ReportOf, signedText } from "@whileai/core";
import { type HackScanReport, regimeText } from "./hack-scan-report.js";
import { noteLines } from "./note-lines.js";
import { printedName } from "./printed-name.js";
import { type RowsToRead, rowsToReadLine } from "./rows-to-read.js";
import type { HackScanRegime } from "./verdict.js";

/** One feature before and after. */
export interface HackScanDiffFeature {
  readonly name: string;
  /** Other names for the same behaviour on either side. */
  readonly aliases: readonly string[];
  /** Correlation with the reward inside asks; null when the feature never varied there. */
  readonly before: number | null;
  readonly after: number | null;
  /** |after| - |before|; null when either is. */
  readonly shift: number | null;
  /** 95% bootstrap interval of the shift over asks; null where it was not measured. */
  readonly ci95: Interval | null;
  readonly nObsBefore: number;
  readonly nObsAfter: number;
  readonly aboveBefore: boolean;
  readonly aboveAfter: boolean;
  readonly endorsed: boolean;
}

/** The fields of a scan diff. */
export interface HackScanDiffFields {
  readonly before: HackScanReport;
  readonly after: HackScanReport;
  readonly regimeBefore: HackScanRegime;
  readonly regimeAfter: HackScanRegime;
  /** Asks that both sides answered. */
  readonly nSharedAsks: number;
  /** Features that were compared. */
  readonly nCompared: number;
  /** Above the floor only after, and really stronger than before; the strongest first. */
  readonly gained: readonly HackScanDiffFeature[];
  /** Above the floor only before, and really weaker after; the strongest first. */
  readonly lost: readonly HackScanDiffFeature[];
  /** Above the floor on one side only, where chance may explain the difference. */
  readonly unclear: readonly HackScanDiffFeature[];
  /** Above the floor on both sides, paid on one and punished on the other: no shift of |rho| shows them. */
  readonly flipped: readonly HackScanDiffFeature[];
  /** The ten largest shifts, real or not. */
  readonly moved: readonly HackScanDiffFeature[];
  /** What the policy or the judge picked up most, in a line. */
  readonly learned: string | null;
  /** Rows after that show the first of `gained`; null where nothing is. */
  readonly examples: RowsToRead | null;
}

/** What `hackScanDiff` gives back. */
export type HackScanDiffReport = ReportOf<"hack_scan_diff", HackScanDiffFields>;

/** Features of a list that the text shows; the report lists all. */
const SHOWN = 5;
const NAME_WIDTH = 43;
const LEGEND =
  "  (e endorsed; before and after: correlation with the reward inside asks; shift: |after| - |before|, which the interval is of)";

/** The terminal text of a scan diff. */
export function renderHackScanDiff(report: HackScanDiffReport): string {
  const { before, after } = report;
  const regimes = [report.regimeBefore, report.regimeAfter].map((regime) => regimeText(regime).toUpperCase());
  const lines = [
    regimes[0] === regimes[1] ? `${regimes[0]}, before and after` : regimes.join(" -> "),
    `  asks: ${before.nGroups} before, ${after.nGroups} after, ${report.nSharedAsks} on both; ${report.nCompared} features compared`,
  ];
  if (report.nSharedAsks === 0 && report.nCompared > 0)
    lines.push("  no ask is on both sides: a shift may come from other asks as well as from another policy or judge");
  if (report.learned !== null) lines.push(`  learned: ${report.learned}`);
  const lists = [
    ["gained", report.gained],
    ["lost", report.lost],
    ["flipped", report.flipped],
    ["unclear", report.unclear],
    ["moved", report.moved],
  ] as const;
  if (lists.some(([, features]) => features.length > 0))
    lines.push(
      `   ${"feature".padEnd(NAME_WIDTH)}${"before".padStart(8)}${"after".padStart(8)}${"shift".padStart(8)}  95% interval`,
    );
  for (const [title, features] of lists) {
    if (features.length === 0) continue;
    lines.push(`  ${title}`, ...features.slice(0, SHOWN).map(featureLine));
    if (features.length > SHOWN) lines.push(`     and ${features.length - SHOWN} more`);
  }
  if (report.examples !== null) lines.push(rowsToReadLine(report.examples));
  const legend = lists.some(([, features]) => features.length > 0) ? [LEGEND] : [];
  return [...lines, ...noteLines(report.notes), ...legend].join("\n");
}

function featureLine({ name, before, after, shift, ci95, endorsed }: HackScanDiffFeature): string {
  const number = (value: number | null) => (value === null ? "n/a" : signedText(value, 3)).padStart(8);
  const interval = ci95 === null ? "  not measured" : `  ${signedText(ci95.low, 3)} to ${signedText(ci95.high, 3)}`;
  const shown = printedName(name, NAME_WIDTH - 1).padEnd(NAME_WIDTH);
  return ` ${endorsed ? "e" : " "} ${shown}${number(before)}${number(after)}${number(shift)}${interval}`;
}
