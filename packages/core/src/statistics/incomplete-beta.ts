/** From here on, five terms of Stirling's series have all digits of a double. */
const STIRLING_FROM = 15;

/** The natural logarithm of the gamma function, for arguments above 0, to about 15 digits. */
export function logGamma(x: number): number {
  // Γ(x) = Γ(x + n) / (x (x + 1) … (x + n - 1))
  let [shifted, product] = [x, 1];
  while (shifted < STIRLING_FROM) product *= shifted++;
  const square = 1 / (shifted * shifted);
  const series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)));
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2 + series / shifted - Math.log(product)
  );
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
