export { type CombinedDifferenceOptions, combinedDifference } from "./compare/combined-difference.js";
export { compareMany } from "./compare/compare-many.js";
export type {
  BestCandidate,
  CompareMany,
  CompareManyFields,
  CompareManyOptions,
  ManyComparison,
  ManyCorrection,
  NamedRuns,
} from "./compare/compare-many-types.js";
export { compareRuns } from "./compare/compare-runs.js";
export type {
  CompareRuns,
  CompareRunsFields,
  CompareRunsOptions,
  CompareVerdict,
  PlannedLook,
  PValueMethod,
  SideCounts,
  TaskValueDifference,
} from "./compare/compare-runs-types.js";
export type { DeclaredChange } from "./compare/declared-change.js";
export type {
  DifferenceInterval,
  DifferenceMethod,
  DifferenceSamples,
  IntervalContext,
  IntervalFunction,
  Sample,
} from "./compare/difference-interval.js";
export {
  percentileDifference,
  stratifiedDifference,
  studentizedDifference,
  wilsonDifference,
} from "./compare/interval-functions.js";
export { correctedPassRate } from "./corrected-pass-rate/corrected-pass-rate.js";
export type {
  CorrectedPassRate,
  CorrectedPassRateFields,
  CorrectedPassRateOptions,
  LabelKind,
} from "./corrected-pass-rate/corrected-pass-rate-types.js";
export { coverageGap } from "./coverage-gap/coverage-gap.js";
export type {
  AskCoverage,
  AxisCoverage,
  CoverageGap,
  CoverageGapFields,
  CoverageGapOptions,
  UntriggeredRule,
} from "./coverage-gap/coverage-gap-types.js";
export { deltaReport } from "./delta-report/delta-report.js";
export type {
  BandRule,
  Correction,
  DeltaMetric,
  DeltaReport,
  DeltaReportFields,
  DeltaReportOptions,
  DeltaSlice,
  DeltaVerdict,
  Direction,
  GuardResult,
  GuardStatus,
  MetricName,
  MetricRole,
  ProxyVerdict,
  RepeatPair,
  Repeats,
  Sides,
  TrainRunsInput,
  WeakReason,
} from "./delta-report/delta-report-types.js";
export { createFailureTable, type FailureTableAccumulator } from "./failure-table/create-failure-table.js";
export { failureTable } from "./failure-table/failure-table.js";
export type {
  CellComparison,
  FailureCell,
  FailureCorrection,
  FailureGrouping,
  FailureTable,
  FailureTableFields,
  FailureTableOptions,
} from "./failure-table/failure-table-types.js";
export {
  type BcaDifferenceOptions,
  type BcaOptions,
  bcaDifferenceInterval,
  bcaInterval,
} from "./inference/bca-interval.js";
export { benjaminiHochberg } from "./inference/benjamini-hochberg.js";
export { type ClusterBootstrapOptions, clusterBootstrapInterval } from "./inference/cluster-bootstrap-interval.js";
export { type ClusterRobustInterval, clusterRobustInterval } from "./inference/cluster-robust-interval.js";
export type { ClusterKey } from "./inference/cluster-values.js";
export {
  type GroupSequentialOptions,
  groupSequentialBoundaries,
  type SequentialBoundary,
} from "./inference/group-sequential-boundaries.js";
export { holm } from "./inference/holm.js";
export {
  type CombinedEstimate,
  type IndependentEstimate,
  inverseVarianceCombination,
  type PartlyPairedDifference,
  type PartlyPairedValues,
  partlyPairedDifference,
} from "./inference/inverse-variance-combination.js";
export { type MaxTMetric, type MaxTResult, maxT } from "./inference/max-t.js";
export { type NonInferiority, nonInferiority } from "./inference/non-inferiority.js";
export {
  type PairedConfidenceSequence,
  pairedConfidenceSequence,
  type SequenceDecision,
} from "./inference/paired-confidence-sequence.js";
export {
  type PredictionPoweredMean,
  type PredictionPoweredOptions,
  predictionPoweredMean,
} from "./inference/prediction-powered-mean.js";
export type { ResamplingOptions } from "./inference/resampling-options.js";
export { type RoganGladenInput, type RoganGladenResult, roganGladen } from "./inference/rogan-gladen.js";
export { type LookDecision, type LookEvidence, sequentialLook } from "./inference/sequential-look.js";
export {
  type StratifiedBootstrapOptions,
  type StratifiedInterval,
  type StratumMean,
  stratifiedBootstrapInterval,
} from "./inference/stratified-bootstrap-interval.js";
export {
  type StudentizedBootstrapOptions,
  studentizedBootstrapDifferenceInterval,
  studentizedBootstrapInterval,
} from "./inference/studentized-bootstrap-interval.js";
export { studentizedPermutationP } from "./inference/studentized-permutation-p.js";
export type { EstimateInterval } from "./inference/t-interval.js";
export {
  type PermutationResult,
  type TwoSamplePermutationOptions,
  twoSamplePermutationP,
} from "./inference/two-sample-permutation-p.js";
export {
  type RunValues,
  type TwoWayInterval,
  twoWayDifferenceInterval,
  twoWayInterval,
} from "./inference/two-way-interval.js";
export { type TaskOutcomes, type WorstCaseBounds, worstCaseBounds } from "./inference/worst-case-bounds.js";
export { type LogprobReport, type LogprobReportFields, logprobReport } from "./kl/logprob-report.js";
export { meanKl } from "./kl/mean-kl.js";
export type { MeanKl, MeanKlFields, MeanKlOptions, TokenKl } from "./kl/mean-kl-types.js";
export {
  type StalenessReport,
  type StalenessReportFields,
  type StalenessReportOptions,
  stalenessReport,
} from "./kl/staleness-report.js";
export type { GroupReader } from "./metric/group-reader.js";
export { manyTaskValues, type TaskValue, type TaskValues, taskValues } from "./metric/task-values.js";
export { OUTCOMES, type Outcome, type OutcomeFields } from "./outcome/outcome.js";
export { createPassAt, type PassAtAccumulator } from "./pass-at/create-pass-at.js";
export type { KWayEstimate } from "./pass-at/estimate-k-way.js";
export type { IntervalMethod } from "./pass-at/mean-interval.js";
export { passAt } from "./pass-at/pass-at.js";
export type { PassAt, PassAtFields, PassAtOptions } from "./pass-at/pass-at-types.js";
export { type RecommendedInterval, recommendedInterval } from "./pass-at/recommended-interval.js";
export type { RunConfig } from "./pass-at/run-config.js";
export type { WorstCase } from "./pass-at/worst-case.js";
export {
  type DetectableEffect,
  type DetectableEffectFields,
  type DetectableEffectOptions,
  detectableEffect,
} from "./power/detectable-effect.js";
export { evalPower } from "./power/eval-power.js";
export type { EvalPower, EvalPowerFields, EvalPowerOptions, EvalPowerVerdict } from "./power/eval-power-types.js";
export { holdoutSize } from "./power/holdout-size.js";
export type {
  HoldoutSize,
  HoldoutSizeFields,
  HoldoutSizeOptions,
  TaskModelName,
} from "./power/holdout-size-types.js";
export { sliceMinTasks } from "./power/slice-min-tasks.js";
export { taskOrRollouts } from "./power/task-or-rollouts.js";
export type {
  SizePlan,
  TaskOrRollouts,
  TaskOrRolloutsFields,
  TaskOrRolloutsOptions,
} from "./power/task-or-rollouts-types.js";
export type { VarianceComponents } from "./power/variance-components.js";
export { type JunitXmlOptions, junitXml } from "./report-files/junit-xml.js";
export type { CheckStatus, ReportCheck } from "./report-files/report-check.js";
export { STEP_SUMMARY_LIMIT, type StepSummaryOptions, stepSummary } from "./report-files/step-summary.js";
export { markerNames } from "./summary/marker-names.js";
export { type MarkerSummary, type MarkerSummaryFields, markerSummary } from "./summary/marker-summary.js";
export { meanReward } from "./summary/mean-reward.js";
export type { MeanReward, MeanRewardFields, MeanRewardOptions } from "./summary/mean-reward-types.js";
export { type MetricSummary, type MetricSummaryFields, metricSummary } from "./summary/metric-summary.js";
export type { StepReduction } from "./summary/step-rewards.js";
export { taskMeans } from "./summary/task-means.js";
export { evalVariance } from "./variance/eval-variance.js";
export type {
  EvalVariance,
  EvalVarianceFields,
  EvalVarianceOptions,
  Stability,
} from "./variance/eval-variance-types.js";
export { type NoiseBand, type NoiseBandFields, type NoiseBandOptions, noiseBand } from "./variance/noise-band.js";
export type { RunsInput } from "./variance/split-runs.js";
