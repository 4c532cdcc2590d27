import { type Interval, mean, tQuantile } from "@whileai/core";

/** Independent values that enter an estimate through their mean, times a weight. */
export interface WeightedValues {
  readonly values: readonly number[];
  readonly weight: number;
}

/** A weighted sum of means with its standard error. */
export interface WeightedMean {
  readonly estimate: number;
  readonly error: number;
  /** Degrees of freedom after Welch and Satterthwaite; of one group, its size minus one. */
  readonly df: number;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Sum of squared deviations over n(n - 1); sorted, so that the order of the values does not reach the last digit. */
export function squaredError(values: ArrayLike<number>, centre: number): number {
  if (values.length < 2) return 0;
  const squares = Float64Array.from(values, (value) => (value - centre) ** 2).sort();
  return squares.reduce((sum, square) => sum + square, 0) / (values.length - 1) / values.length;
}

/** The estimate Σ weight × mean of groups that are sampled independently. */
export function weightedMean(groups: readonly WeightedValues[]): WeightedMean {
  const centres = groups.map(({ values }) => mean(values) as number);
  const parts = groups.map(({ values, weight }, index) => weight ** 2 * squaredError(values, centres[index] as number));
  const variance = total(parts);
  const spread = total(
    parts.map((part, index) => part ** 2 / Math.max((groups[index] as WeightedValues).values.length - 1, 1)),
  );
  return {
    estimate: total(groups.map(({ weight }, index) => weight * (centres[index] as number))),
    error: Math.sqrt(variance),
    df: spread === 0 ? total(groups.map(({ values }) => values.length - 1)) : variance ** 2 / spread,
  };
}

/** Student's interval; Welch's for two groups. */
export function tInterval({ estimate, error, df }: WeightedMean, level: number): Interval {
  const half = error === 0 ? 0 : tQuantile(df, { level }) * error;
  return { low: estimate - half, high: estimate + half };
}
