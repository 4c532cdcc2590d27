import { OptionError } from "../errors/option-error.js";

// Coefficients of algorithm AS 241 (PPND16), lowest power first.
const CENTRE_TOP = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
];
const CENTRE_BOTTOM = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852546,
];
const MIDDLE_TOP = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
];
const MIDDLE_BOTTOM = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const FAR_TOP = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const FAR_BOTTOM = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
];

const polynomial = (coefficients: readonly number[], at: number): number =>
  coefficients.reduceRight((sum, coefficient) => sum * at + coefficient, 0);

const ratio = (top: readonly number[], bottom: readonly number[], at: number): number =>
  polynomial(top, at) / polynomial(bottom, at);

/**
 * The standard normal quantile: the z with P(Z ≤ z) = `probability`, to about 16 digits.
 * Algorithm AS 241 (Wichura 1988). 0 and 1 give -Infinity and Infinity; anything outside throws an `OptionError`.
 *
 * @example
 * normalQuantile(0.975); // 1.95996398454005
 */
export function normalQuantile(probability: number): number {
  if (!(probability >= 0 && probability <= 1))
    throw new OptionError({
      option: "probability",
      received: probability,
      message: `normalQuantile: \`probability\` must be a number from 0 to 1, got ${probability}.`,
      fix: "",
    });
  const fromHalf = probability - 0.5;
  if (Math.abs(fromHalf) <= 0.425) return fromHalf * ratio(CENTRE_TOP, CENTRE_BOTTOM, 0.180625 - fromHalf * fromHalf);
  const tail = fromHalf < 0 ? probability : 1 - probability;
  const sign = fromHalf < 0 ? -1 : 1;
  if (tail === 0) return sign * Number.POSITIVE_INFINITY;
  const root = Math.sqrt(-Math.log(tail));
  return sign * (root <= 5 ? ratio(MIDDLE_TOP, MIDDLE_BOTTOM, root - 1.6) : ratio(FAR_TOP, FAR_BOTTOM, root - 5));
}
