import { sampleMoments } from "./sample-moments.js";
import { type EstimateInterval, tInterval } from "./t-interval.js";

/** Student's interval of the mean of paired differences, which are not empty. */
export function pairedT(differences: ArrayLike<number>, level: number): EstimateInterval {
  const { n, mean, variance } = sampleMoments(differences);
  return tInterval(mean, Math.sqrt(variance / n), n - 1, level);
}

/** Welch's interval (1947) of b's mean minus a's; neither is empty. */
export function welchT(a: readonly number[], b: readonly number[], level: number): EstimateInterval {
  const [ofA, ofB] = [sampleMoments(a), sampleMoments(b)];
  const [partA, partB] = [ofA.variance / ofA.n, ofB.variance / ofB.n];
  const both = partA + partB;
  const df = both > 0 ? 1 / ((partA / both) ** 2 / (ofA.n - 1) + (partB / both) ** 2 / (ofB.n - 1)) : ofA.n + ofB.n - 2;
  return tInterval(ofB.mean - ofA.mean, Math.sqrt(both), df, level);
}
