import type { RandomStream } from "../packages/core/src/index.js";

/** A normal number with mean 0 and standard deviation 1 (Box and Muller 1958). */
export function normal(stream: RandomStream): number {
  return Math.sqrt(-2 * Math.log(1 - stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform());
}

/** Marsaglia and Tsang 2000, with the boost for shapes below 1. */
function gamma(stream: RandomStream, shape: number): number {
  if (shape < 1) return gamma(stream, shape + 1) * (1 - stream.uniform()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(stream);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - stream.uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Pass rate of a task where tasks are Beta(concentration · mean, concentration · (1 - mean)). */
export function betaRate(stream: RandomStream, mean: number, concentration: number): number {
  const passes = gamma(stream, concentration * mean);
  return passes / (passes + gamma(stream, concentration * (1 - mean)));
}
