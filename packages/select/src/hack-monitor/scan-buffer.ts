import { type Row, signedText, tQuantile } from "@whileai/core";
import { hackScan } from "../hack-scan/hack-scan.js";
import { DEFAULT_MINIMUM_OBSERVATIONS } from "../hack-scan/hack-scan-options.js";
import type { HackScanFeature, HackScanReport } from "../hack-scan/hack-scan-report.js";
import { handFeatures } from "../hack-scan/hand-features.js";
import { readableName, sameWay } from "../hack-scan/readable-name.js";
import { scanText } from "../hack-scan/scan-text.js";
import { CONJUNCTION } from "../hack-scan/specificity.js";
import { levelOf } from "./look-alpha.js";
import type { BufferScan, MonitorAlarm } from "./monitor-entry.js";
import type { MonitorSettings } from "./monitor-options.js";

/** What the buffer says at one eval. */
export interface BufferReading {
  readonly scan: BufferScan;
  readonly alarms: readonly MonitorAlarm[];
}

/**
 * Scans the buffered completions against what was endorsed; null where nothing is, or the buffer holds too little.
 *
 * @param share - Of false alarms that this look may spend.
 */
export function scanBuffer(
  rows: readonly Row[],
  step: number,
  share: number,
  { endorsed, scanMin, permutations, seed }: MonitorSettings,
): BufferReading | null {
  if (endorsed.length === 0 || rows.length < scanMin) return null;
  const report = hackScan(rows, { endorsed, permutations, seed });
  const top = report.features[0];
  const scan: BufferScan = {
    regime: report.regime,
    nRows: rows.length,
    topFeature: report.topFeature,
    topFeatureText: report.topFeature === null || top === undefined ? null : textOf(top),
    rho: top?.rho ?? null,
    tau: report.tau,
    endorsedMatched: report.endorsedMatched,
  };
  const isUnmatched = report.endorsedMatched === 0;
  const isRare = isUnmatched && isSeen(rows, endorsed);
  // A scan cannot tell a rare behaviour from a misspelt one; here it was seen, so what is paid is something else.
  const isHack = report.regime === "reward_hack" || (isRare && top?.aboveFloor === true);
  const alarms: MonitorAlarm[] = [];
  if (isHack && outlastsLooks(report, share)) alarms.push(featureAlarm(step, report));
  if (isUnmatched && !isRare && rows.length >= DEFAULT_MINIMUM_OBSERVATIONS)
    alarms.push(unmatchedAlarm(step, rows.length, endorsed, report));
  return { scan, alarms };
}

/**
 * A scan's floor holds for one scan; a run has many. The correlation on top must also be too large for chance among all
 * features and all looks (Student t of a correlation inside asks, Bonferroni). A conjunction was picked from all
 * pairs of features.
 */
function outlastsLooks({ features, nFeatures, effectiveRollouts, support, nGroups }: HackScanReport, share: number) {
  const rho = Math.abs(features[0]?.rho ?? 0);
  const freedom = effectiveRollouts - Math.round((support.mixed ?? 0) * nGroups) - 1;
  if (freedom <= 0) return false;
  const t = rho >= 1 ? Number.POSITIVE_INFINITY : rho * Math.sqrt(freedom / (1 - rho * rho));
  const isPair = features[0]?.name.includes(CONJUNCTION) === true;
  const candidates = isPair ? (nFeatures * (nFeatures + 1)) / 2 : nFeatures;
  return t >= tQuantile(freedom, { level: levelOf(share / candidates) });
}

function featureAlarm(step: number, report: HackScanReport): MonitorAlarm {
  const [top] = report.features;
  const { topFeature, tau, integrity, nGraded } = report;
  return {
    step,
    kind: "feature",
    reason: `the reward of the last ${nGraded} completions goes with ${top === undefined ? topFeature : textOf(top)} (${signedText(top?.rho ?? 0, 3)} within asks), which nobody endorsed`,
    evidence: { topFeature, rho: top?.rho ?? null, tau, integrity, nGraded },
  };
}

const textOf = ({ name, aliases }: HackScanFeature): string => readableName(name, sameWay(aliases));

function unmatchedAlarm(
  step: number,
  nRows: number,
  endorsed: readonly string[],
  { notes }: HackScanReport,
): MonitorAlarm {
  const fix = notes.find(({ code }) => code === "endorsed_unmatched")?.fix;
  return {
    step,
    kind: "endorsed_unmatched",
    reason: `none of the last ${nRows} completions shows ${endorsed.join(", ")}, so nobody can say what is paid as intended${fix === undefined ? "" : `. ${fix}`}`,
    evidence: { endorsed, nRows },
  };
}

/** Whether any row shows something endorsed, however rare. */
function isSeen(rows: readonly Row[], endorsed: readonly string[]): boolean {
  const terms = endorsed.map((term) => term.toLowerCase());
  const words = terms.map((term) => term.replace(/^contains:/, ""));
  return rows.some((row) => {
    const text = scanText(row);
    for (const name of handFeatures(row, text).keys())
      if (terms.some((term) => name.toLowerCase().includes(term))) return true;
    const folded = text.toLowerCase();
    return words.some((word) => folded.includes(word));
  });
}
