import { looseRow } from "./loose-row.js";

/** How a number is written in a row; JavaScript would also take "", "0x1" and "0b1". */
const NUMBER_TEXT = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|Infinity)$/;

/** A number, or a text that is a decimal one; everything else is null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMBER_TEXT.test(value.trim()) ? Number(value) : null;
}

/**
 * The pass or fail that a row's `reward` says: 0 or 1 as a number or numeric text, or a boolean. Anything else, a
 * fraction included, is null: not labelled, and never counted as a failure.
 *
 * @example
 * binaryLabel({ reward: true }); // 1
 * binaryLabel({ reward: 0.5 }); // null
 */
export function binaryLabel(row: { reward?: unknown }): 0 | 1 | null {
  const number = scalarReward(row);
  if (number === 1) return 1;
  return number === 0 ? 0 : null;
}

/** A row's `reward` as any finite number: numbers, numeric text, booleans as 0 and 1; else null. */
export function scalarReward(row: { reward?: unknown }): number | null {
  const { reward } = looseRow(row);
  if (typeof reward === "boolean") return reward ? 1 : 0;
  const number = toNumber(reward);
  return number !== null && Number.isFinite(number) ? number : null;
}
