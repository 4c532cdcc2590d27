export type { ColumnAlias } from "./hack-scan/column.js";
export { hackScan } from "./hack-scan/hack-scan.js";
export type { FeatureReader, HackScanOptions } from "./hack-scan/hack-scan-options.js";
export type { HackScanFeature, HackScanFields, HackScanReport } from "./hack-scan/hack-scan-report.js";
export { handFeatures } from "./hack-scan/hand-features.js";
export type { Support } from "./hack-scan/support.js";
export type { HackScanRegime } from "./hack-scan/verdict.js";
export type { TaskCalibration } from "./optimize/calibration.js";
export type { JunkCause } from "./optimize/junk-reply.js";
export type { LengthSummary } from "./optimize/length-summary.js";
export { optimize, type RlSelection, type SftSelection } from "./optimize/optimize.js";
export type { RlOptions, SftOptions, TruncatedPolicy } from "./optimize/optimize-options.js";
export type { PriorRound } from "./optimize/prior-round.js";
export type { RewardCorrelation } from "./optimize/reward-correlations.js";
export type { DroppedRow, RlGate } from "./optimize/rl-entry.js";
export type { BeforeAfter, RlSelectionFields, RlSelectionReport } from "./optimize/rl-report.js";
export { Selection } from "./optimize/selection.js";
export type { EffectivePick, SftSelectionFields, SftSelectionReport } from "./optimize/sft-report.js";
export { buildPreferencePairs, type PreferencePairs } from "./pairs/build-preference-pairs.js";
export type { UnpairedRows } from "./pairs/pair-entry.js";
export type { PreferencePairsOptions } from "./pairs/pair-options.js";
export type { PairLengths, PairsReport, PairsReportFields } from "./pairs/pairs-report.js";
export type { PreferencePair } from "./pairs/preference-pair.js";
export { type TrlPreference, toTrlPreference } from "./pairs/to-trl-preference.js";
export type { Band } from "./signal/band.js";
export {
  type GroupSignal,
  type GroupSignalFields,
  type GroupSignalOptions,
  groupSignal,
} from "./signal/group-signal.js";
