export { type MaxTMetric, type MaxTResult, maxT } from "./inference/max-t.js";
export type { ResamplingOptions } from "./inference/resampling-options.js";
export { type PermutationResult, twoSamplePermutationP } from "./inference/two-sample-permutation-p.js";
export { createPassAt, type PassAtAccumulator } from "./pass-at/create-pass-at.js";
export type { KWayEstimate } from "./pass-at/estimate-k-way.js";
export type { IntervalMethod, SmallSampleInterval } from "./pass-at/mean-interval.js";
export { passAt } from "./pass-at/pass-at.js";
export type { PassAt, PassAtFields, PassAtOptions } from "./pass-at/pass-at-types.js";
export type { RunConfig } from "./pass-at/run-config.js";
export {
  type DetectableEffect,
  type DetectableEffectFields,
  type DetectableEffectOptions,
  detectableEffect,
} from "./power/detectable-effect.js";
export {
  type EvalPower,
  type EvalPowerFields,
  type EvalPowerOptions,
  type EvalPowerVerdict,
  evalPower,
} from "./power/eval-power.js";
export { holdoutSize } from "./power/holdout-size.js";
export type {
  HoldoutSize,
  HoldoutSizeFields,
  HoldoutSizeOptions,
  TaskModelName,
} from "./power/holdout-size-types.js";
export { sliceMinTasks } from "./power/slice-min-tasks.js";
export { markerNames } from "./summary/marker-names.js";
export { evalVariance } from "./variance/eval-variance.js";
export type {
  EvalVariance,
  EvalVarianceFields,
  EvalVarianceOptions,
  Stability,
} from "./variance/eval-variance-types.js";
export { type NoiseBand, type NoiseBandFields, type NoiseBandOptions, noiseBand } from "./variance/noise-band.js";
export type { RunsInput } from "./variance/split-runs.js";
