import { sha256Hex } from "@whileai/core";
import { type Complex, complex } from "./complex.js";
import { integer, type Rational } from "./rational.js";
import { type Precision, realOf } from "./real.js";
import type { Value } from "./value.js";

/** Where variables are tried: among the reals, among the complex numbers, among the counting numbers. */
export type PointKind = "real" | "complex" | "whole";

/** Points of each kind that two formulas are compared at; convention. */
export const POINT_COUNTS: Readonly<Record<PointKind, number>> = { real: 7, complex: 3, whole: 6 };

type Range = readonly [low: number, high: number];
/** Ranges of the first real points, the same for all variables, so that all are positive and all negative somewhere. */
const COMMON_RANGES: readonly Range[] = [
  [1, 3],
  [-3, -1],
  [-1, 0],
];
/** Ranges that the other real points take turns in, each variable in its own order: roots, logarithms and inverse functions are met inside and outside. */
const OWN_RANGES: readonly Range[] = [
  [0, 1],
  [1, 3],
  [-1, 0],
  [0, 1],
  [3, 5],
  [-3, -1],
];
const STEPS = 1024;
const HEX_PER_POINT = 8;

/** One number of [low, high) by eight hexadecimal digits, as a fraction of a power of two. */
const pointIn = (hex: string, low: number, high: number): Rational => ({
  numerator: BigInt(low * STEPS + 1 + (Number.parseInt(hex, 16) % ((high - low) * STEPS - 1))),
  denominator: BigInt(STEPS),
});

/**
 * Values for a variable, decided by its name alone: the same names meet the same values in every comparison.
 */
export class SamplePoints {
  readonly #hashes = new Map<string, string>();

  #hash(name: string, kind: PointKind): string {
    const key = `${kind} ${name}`;
    const known = this.#hashes.get(key) ?? sha256Hex(key);
    this.#hashes.set(key, known);
    return known;
  }

  /** The value of a variable at the point with this index. */
  at(name: string, kind: PointKind, index: number, precision: Precision): Value {
    const hash = this.#hash(name, kind);
    const hex = hash.slice(index * HEX_PER_POINT, (index + 1) * HEX_PER_POINT);
    const turn = Number.parseInt(hash.slice(-2), 16) + index;
    if (kind === "whole") return integer(1 + (turn % 4) + (Number.parseInt(hex, 16) % 4));
    if (kind === "real")
      return pointIn(hex, ...(COMMON_RANGES[index] ?? (OWN_RANGES[turn % OWN_RANGES.length] as Range)));
    return complexPoint(hex, precision);
  }
}

function complexPoint(hex: string, precision: Precision): Complex {
  const half = HEX_PER_POINT / 2;
  return complex(
    realOf(pointIn(hex.slice(0, half), -2, 2), precision),
    realOf(pointIn(hex.slice(half), -2, 2), precision),
  );
}
