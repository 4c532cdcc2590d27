/** `toFixed` switches to exponent form from here on. */
const FIXED_FORM_LIMIT = 1e21;

/**
 * A number with `digits` decimals, rounding exact ties to the even digit (as Python's format does).
 * `toFixed` rounds ties up, so 0.125 with two digits is "0.12" here and "0.13" there.
 *
 * Finite numbers only; anything else throws a RangeError, because a report must not print NaN.
 *
 * @example
 * fixedText(0.125, 2); // "0.12"
 */
export function fixedText(value: number, digits: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`fixedText needs a finite number, got ${value}`);
  const magnitude = Math.abs(value);
  if (magnitude >= FIXED_FORM_LIMIT) return value.toFixed(digits);
  // A tie is a multiple of half a unit of the last decimal, so it has no bits beyond that many places after the point, and as
  // few decimals: one more than are kept.
  if (!Number.isInteger(magnitude * 2 ** (digits + 1))) return value.toFixed(digits);
  const exact = magnitude.toFixed(digits + 1);
  const kept = exact.slice(0, digits === 0 ? -2 : -1);
  const isTieToEven = exact.endsWith("5") && Number(kept.at(-1)) % 2 === 0;
  const text = isTieToEven ? kept : magnitude.toFixed(digits);
  return value < 0 || Object.is(value, -0) ? `-${text}` : text;
}

/** As {@link fixedText}, with a plus sign on numbers that are not negative, or that the digits do not tell from 0. */
export function signedText(value: number, digits: number): string {
  const text = fixedText(value, digits);
  if (!text.startsWith("-")) return `+${text}`;
  return /[1-9]/.test(text) ? text : `+${text.slice(1)}`;
}

/**
 * A share as a percentage: 0.125 with no digits is "12%" (the product is rounded once, ties to even).
 *
 * @example
 * percentText(0.2); // "20%"
 */
export function percentText(share: number, digits = 0): string {
  return `${fixedText(share * 100, digits)}%`;
}

/** The double nearest to the value rounded to `digits` decimals, ties to even. */
export function roundHalfEven(value: number, digits: number): number {
  return Number(fixedText(value, digits));
}
