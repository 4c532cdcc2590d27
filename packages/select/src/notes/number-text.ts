import { fixedText } from "@whileai/core";

/** What stands for a number that no double holds, as the difference of two rewards near the largest. */
const TOO_LARGE = "over 1.7e308";
const TOO_SMALL = "under -1.7e308";

/**
 * A number made from rows, with `digits` decimals: rows may hold anything, so that a report must print whatever comes of
 * it. What rounds to nothing has no sign.
 *
 * @param none - Stands for null and NaN.
 */
export function numberText(value: number | null, digits: number, none = "n/a"): string {
  if (value === null || Number.isNaN(value)) return none;
  if (!Number.isFinite(value)) return value > 0 ? TOO_LARGE : TOO_SMALL;
  const text = fixedText(value, digits);
  return /[1-9]/.test(text) ? text : text.replace("-", "");
}

/** As {@link numberText}, with a plus sign on what is not negative. */
export function signedNumberText(value: number | null, digits: number, none = "n/a"): string {
  const text = numberText(value, digits, none);
  return Number.isFinite(value) && !text.startsWith("-") ? `+${text}` : text;
}
