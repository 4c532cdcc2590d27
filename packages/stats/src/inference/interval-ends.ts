import { type Interval, requireFinite } from "@whileai/core";

/** The ends of an interval that a caller's function may have given; throws an `OptionError` for what are no numbers. */
export function intervalEnds(found: Interval | null | undefined): Interval | null {
  if (!found) return null;
  const { low, high } = found;
  requireFinite("interval", "low and high", [low, high]);
  return { low, high };
}
