export type {
  RewardCorrelation,
  RewardCorrelationsFields,
  RewardCorrelationsReport,
} from "./correlations/correlations-report.js";
export { type RewardCorrelationsOptions, rewardCorrelations } from "./correlations/reward-correlations.js";
export {
  type CurriculumFields,
  type CurriculumReport,
  type CurriculumTask,
  curriculum,
  type TrainableTask,
} from "./curriculum/curriculum.js";
export type { CurriculumOptions, RetireOptions } from "./curriculum/curriculum-options.js";
export {
  type NextRoundFields,
  type NextRoundOptions,
  type NextRoundPlan,
  type NextTask,
  nextRound,
  type PriorCalibration,
} from "./curriculum/next-round.js";
export { retireSolved } from "./curriculum/retire-solved.js";
export { createDecontaminator, type Decontaminator } from "./decontaminate/create-decontaminator.js";
export { type Decontaminated, decontaminate } from "./decontaminate/decontaminate.js";
export type { CoverageOf, DecontaminateOptions, DecontaminatorOptions } from "./decontaminate/decontaminate-options.js";
export type {
  CommonTextRow,
  ComparedSource,
  DecontaminationFields,
  DecontaminationHit,
  DecontaminationReport,
  DecontaminationRule,
  NearMiss,
  SkippedRule,
} from "./decontaminate/decontamination-report.js";
export type { EvalRowHits } from "./decontaminate/eval-row-hits.js";
export type { EvalEntry, EvalField, EvalSource, EvalSources } from "./decontaminate/eval-set.js";
export { decontaminateSemantic } from "./decontaminate/semantic/decontaminate-semantic.js";
export type { EvalCalibration } from "./decontaminate/semantic/eval-calibration.js";
export type { DecontaminateSemanticOptions } from "./decontaminate/semantic/semantic-options.js";
export type { SemanticPass } from "./decontaminate/semantic/semantic-pass.js";
export {
  type EvalBatch,
  type EvalFields,
  type EvalSample,
  HackMonitor,
  type TrainingBatch,
  type TrainingFields,
  type TrainingSample,
} from "./hack-monitor/hack-monitor.js";
export type {
  BufferScan,
  EvalComparison,
  MonitorAlarm,
  MonitorEntry,
  MonitorEvaluation,
} from "./hack-monitor/monitor-entry.js";
export { ALARM_KINDS, type AlarmKind, type HackMonitorOptions } from "./hack-monitor/monitor-options.js";
export {
  createMonitorSession,
  type LineResult,
  MONITOR_PROTOCOL,
  type MonitorSession,
} from "./hack-monitor/monitor-session.js";
export type { MonitorSummary, MonitorSummaryFields } from "./hack-monitor/monitor-summary.js";
export type { ColumnAlias } from "./hack-scan/column.js";
export { hackScan } from "./hack-scan/hack-scan.js";
export { hackScanDiff } from "./hack-scan/hack-scan-diff.js";
export type {
  HackScanDiffFeature,
  HackScanDiffFields,
  HackScanDiffReport,
} from "./hack-scan/hack-scan-diff-report.js";
export type { FeatureReader, HackScanOptions } from "./hack-scan/hack-scan-options.js";
export type { HackScanFeature, HackScanFields, HackScanReport } from "./hack-scan/hack-scan-report.js";
export { handFeatures } from "./hack-scan/hand-features.js";
export type { RowsToRead, RowToRead } from "./hack-scan/rows-to-read.js";
export type { Support } from "./hack-scan/support.js";
export type { HackScanRegime } from "./hack-scan/verdict.js";
export type { RewardTie } from "./markers/reward-tie.js";
export {
  type RefusalCount,
  type RefusalOptions,
  type RefusalReport,
  type RefusalReportFields,
  refusalReport,
} from "./markers/style/refusal-report.js";
export { type StyleHits, styleHits } from "./markers/style/style-hits.js";
export { STYLE_MARKERS, type StyleMarkerName, styleMarkers } from "./markers/style/style-markers.js";
export type { StyleOptions } from "./markers/style/style-options.js";
export { STYLE_PHRASES, type StyleFamily, type StylePhrases } from "./markers/style/style-phrases.js";
export {
  type StyleReport,
  type StyleReportFields,
  type StyleSummary,
  styleReport,
} from "./markers/style/style-report.js";
export type { PhraseCount } from "./markers/style/top-phrases.js";
export { stepFailed } from "./markers/trace/step-failed.js";
export { type StepKind, type StepKinds, stepKind } from "./markers/trace/step-kind.js";
export { TRACE_FLAGS, type TraceFlag, type TraceFlagName } from "./markers/trace-flag.js";
export {
  type TraceFlagExample,
  type TraceFlagReport,
  type TraceFlagReportFields,
  type TraceFlagSummary,
  type TraceMarkerSummary,
  traceFlagReport,
} from "./markers/trace-flag-report.js";
export { type TraceFlagOptions, traceFlagNames, traceFlags } from "./markers/trace-flags.js";
export { TRACE_MARKERS, type TraceMarkerName, type TraceMarkerOptions, traceMarkers } from "./markers/trace-markers.js";
export {
  type NearDuplicatesOptions,
  nearDuplicatePrompts,
} from "./near-duplicates/near-duplicate-prompts.js";
export type {
  NearDuplicateCluster,
  NearDuplicatePair,
  NearDuplicatePrompt,
  NearDuplicatesFields,
  NearDuplicatesReport,
  PairsEstimate,
} from "./near-duplicates/near-duplicates-report.js";
export type { AdvantagePreview } from "./optimize/advantage-preview.js";
export type { TaskCalibration } from "./optimize/calibration.js";
export type { CauseCount } from "./optimize/count-causes.js";
export type { DroppedRow } from "./optimize/drop-log.js";
export type { JunkCause } from "./optimize/junk-reply.js";
export type { LengthSummary } from "./optimize/length-summary.js";
export { optimize, type RlSelection, type SftSelection } from "./optimize/optimize.js";
export type { RlOptions, SftOptions, TruncatedPolicy, VerifierFindings } from "./optimize/optimize-options.js";
export type { PriorRound } from "./optimize/prior-round.js";
export type { RlGate } from "./optimize/rl-entry.js";
export type { BeforeAfter, RlSelectionFields, RlSelectionReport } from "./optimize/rl-report.js";
export { Selection } from "./optimize/selection.js";
export type { GainVerdict, SftGain } from "./optimize/sft-gain.js";
export type { SftGate } from "./optimize/sft-pool.js";
export type { EffectivePick, SftSelectionFields, SftSelectionReport } from "./optimize/sft-report.js";
export type { TruncationCause } from "./optimize/truncation-cause.js";
export type { UnlabelledCause } from "./optimize/unlabelled.js";
export { buildPreferencePairs, type PreferencePairs } from "./pairs/build-preference-pairs.js";
export type { UnpairedRows } from "./pairs/pair-entry.js";
export type { PreferencePairsOptions } from "./pairs/pair-options.js";
export type { CutChosen, PairLengths, PairsReport, PairsReportFields } from "./pairs/pairs-report.js";
export type { PreferencePair } from "./pairs/preference-pair.js";
export { type TrlPreference, type TrlPreferenceOptions, toTrlPreference } from "./pairs/to-trl-preference.js";
export type { LeakRule } from "./privileged/find-leak.js";
export type { AdvantageEstimator } from "./signal/advantage-estimators.js";
export type { Band } from "./signal/band.js";
export {
  type GroupAdvantagesFields,
  type GroupAdvantagesOptions,
  type GroupAdvantagesReport,
  groupAdvantages,
  type NoAdvantage,
  type RolloutAdvantage,
} from "./signal/group-advantages.js";
export {
  type GroupSignal,
  type GroupSignalFields,
  type GroupSignalOptions,
  groupSignal,
} from "./signal/group-signal.js";
export {
  type Calibrated,
  type CalibrateOptions,
  type CalibrationFields,
  type CalibrationReport,
  calibrate,
  type StampedRow,
} from "./split/calibrate.js";
export type { GateSplitOptions, GradientGateOptions } from "./split/gate-options.js";
export type { GateRefusal, GradientGate, GradientGateFields } from "./split/gate-report.js";
export { type GatedSplit, gateSplit } from "./split/gate-split.js";
export { gradientGate } from "./split/gradient-gate.js";
export type { HoldoutUnit, SplitHoldoutOptions } from "./split/holdout-options.js";
export { type HoldoutSplit, splitHoldout } from "./split/split-holdout.js";
export type { SplitGate, SplitHoldoutFields, SplitHoldoutReport, TasksAndRows } from "./split/split-report.js";
