import { textHash } from "./text-hash.js";
import { type DrawStream, XoroshiroStream } from "./xoroshiro-stream.js";

/** MurmurHash3's last step: every bit of the input reaches every bit of the result. */
function mixed(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * The random numbers of one resampling method: the same seed and purpose give the same numbers on every platform.
 *
 * Resampling needs a seed and no more; `derive`, whose names may be anything that a row holds, costs a browser that
 * only wants an interval a whole SHA-256.
 *
 * @param purpose - What is drawn, so that two methods with one seed do not share their draws.
 *
 * @example
 * resamplingStream(0, "bootstrap").integer(6); // always the same number
 */
export function resamplingStream(seed: number | string, purpose: string): DrawStream {
  const name = `${purpose}\u0000${seed}`;
  const [first, second] = [textHash(name), textHash(name, 0x9e3779b9)];
  return new XoroshiroStream(mixed(first), mixed(second), mixed(first ^ 0x6a09e667), mixed(second ^ 0xbb67ae85));
}
