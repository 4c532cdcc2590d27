import type { Row } from "@whileai/core";
import { differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { scanText } from "../src/hack-scan/scan-text.js";
import { type FeatureReader, type HackScanOptions, type HackScanReport, hackScan, handFeatures } from "../src/index.js";

/** Reports of the vectors are rounded to four decimals. */
const TOLERANCE = { abs: 1e-4 };
/** A floor made from other shuffles may lie this far outside the range that 30 seeds of the reference gave. */
const FLOOR_SLACK = 0.03;
/** Vector options whose `right` holds under our defaults. */
const REFERENCE_SWITCHES = ["merge", "floor"];

function optionsOf(input: GoldenCase, drop: readonly string[]): HackScanOptions {
  const given = Object.entries((input.options ?? {}) as HackScanOptions).filter(([name]) => !drop.includes(name));
  const features = input.featureColumns as Record<string, FeatureReader> | undefined;
  return { ...Object.fromEntries(given), features };
}

/** The report in the vectors' words. What cannot be computed is null with us and 0 there. */
function asVector(report: HackScanReport): Record<string, unknown> {
  const { support } = report;
  return {
    regime: report.regime,
    n_rows: report.nRows,
    n_graded: report.nGraded,
    n_groups: report.nGroups,
    n_groups_multi: report.nGroupsMulti,
    rollouts_per_group: report.rolloutsPerGroup,
    effective_rollouts: report.effectiveRollouts,
    support: Object.fromEntries(Object.entries(support).map(([name, value]) => [name, value ?? 0])),
    n_features: report.nFeatures,
    top_feature: report.topFeature,
    rho_max: report.rhoMax ?? 0,
    endorsed_matched: report.endorsedMatched,
    endorsed_on_top: report.endorsedOnTop,
    integrity: report.integrity,
    inverted: report.inverted,
    continuous_reward: report.continuousReward,
    degenerate: report.degenerate,
    collinear: report.collinear,
    distinct_per_ask: report.distinctPerAsk,
    features: report.features.map((feature) => ({
      name: feature.name,
      aliases: feature.aliases.map((alias) => alias.name).sort(),
      rho: feature.rho ?? 0,
      pooled: feature.pooled,
      n_obs: feature.nObs,
      endorsed: feature.endorsed,
      above_floor: feature.aboveFloor,
    })),
    warnings: report.notes.filter((note) => note.severity !== "info").map((note) => note.code),
  };
}

function compareExpected(expect: GoldenCase, report: HackScanReport): string[] {
  const { tauReference: _, tauRange, regimesOverSeeds: __, ...fields } = expect;
  const found = differences(pick(asVector(report), Object.keys(fields)), sortedAliases(fields), TOLERANCE);
  if (Array.isArray(tauRange)) {
    const [low, high] = tauRange as [number, number];
    if (report.tau === null || report.tau < low - FLOOR_SLACK || report.tau > high + FLOOR_SLACK)
      found.push(`tau: ${report.tau} is not within ${low}..${high}`);
  }
  return found;
}

function sortedAliases(fields: GoldenCase): GoldenCase {
  if (!Array.isArray(fields.features)) return fields;
  return {
    ...fields,
    features: fields.features.map((feature) => ({ ...feature, aliases: [...feature.aliases].sort() })),
  };
}

function compareRight(right: GoldenCase, report: HackScanReport): string[] {
  const { aliasesInclude, ...fields } = right;
  const found = differences(pick(asVector(report), Object.keys(fields)), fields, TOLERANCE);
  const aliases = report.features[0]?.aliases.map((alias) => alias.name) ?? [];
  for (const name of (aliasesInclude ?? []) as string[])
    if (!aliases.includes(name)) found.push(`aliases: ${name} is not among ${aliases.join(", ")}`);
  return found.map((difference) => `right: ${difference}`);
}

function pick(whole: GoldenCase, names: readonly string[]): GoldenCase {
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
}

function checkScan(entry: GoldenCase): string[] {
  const input = entry.input as GoldenCase;
  const rows = input.rows as Row[];
  const right = entry.right as GoldenCase | undefined;
  const expect = { ...(entry.expect as GoldenCase) };
  // A scan without named intentions never says train, whatever its switches are.
  if (right?.regime === "unendorsed") expect.regime = "unendorsed";
  const found = compareExpected(expect, hackScan(rows, optionsOf(input, [])));
  if (right !== undefined) found.push(...compareRight(right, hackScan(rows, optionsOf(input, REFERENCE_SWITCHES))));
  return found;
}

function checkFeatures(entry: GoldenCase): string[] {
  const { row } = entry.input as { row: Row };
  const { features, scanText: text } = entry.expect as { features: Record<string, number>; scanText: string };
  return [
    ...differences(Object.fromEntries(handFeatures(row)), features, TOLERANCE),
    ...differences(scanText(row), text, TOLERANCE),
  ];
}

export const runner: GoldenRunner = {
  files: ["select/hack_scan.json"],
  run: (content) =>
    runCases(content, (entry) => (entry.call === "handFeatures" ? checkFeatures(entry) : checkScan(entry))),
};
