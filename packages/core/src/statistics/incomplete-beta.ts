// Lanczos coefficients for g = 7.
const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** The natural logarithm of the gamma function, for arguments above 0, to about 15 digits. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  let sum = LANCZOS[0] as number;
  for (let index = 1; index < LANCZOS.length; index++) sum += (LANCZOS[index] as number) / (shifted + index);
  const base = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

const TINY = 1e-300;
const PRECISION = 1e-16;
const MAX_STEPS = 100_000;

/** The continued fraction of the incomplete beta function by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < TINY ? TINY : d);
  let fraction = d;
  for (let m = 1; m <= MAX_STEPS; m++) {
    for (const numerator of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 + numerator * d;
      d = 1 / (Math.abs(d) < TINY ? TINY : d);
      c = 1 + numerator / c;
      if (Math.abs(c) < TINY) c = TINY;
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return fraction;
}

/**
 * The regularised incomplete beta function I_x(a, b): the chance that a Beta(a, b) value is at most x.
 *
 * @param complement - 1 - x, for callers who know it more exactly than the subtraction gives it.
 */
export function incompleteBeta(x: number, a: number, b: number, complement = 1 - x): number {
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log(complement) + logGamma(a + b) - logGamma(a) - logGamma(b));
  // The fraction converges fast on the side of the mean where it is used.
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(complement, b, a)) / b;
}
