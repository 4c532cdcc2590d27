import type { Json, RandomStream } from "@whileai/core";
import { sampleTime } from "./sample-text.js";
import type { Bound, SearchFilter } from "./search-filters.js";

/** How far from its only bound a day is drawn. */
const DAYS_SPAN = 21;
const DAY_MS = 86_400_000;
/** A number is drawn up to this many times its only bound; below it, down to the same share of it. */
const NUMBER_TIMES = 3;
/** Parts of a whole that money is drawn in. */
const CENTS = 100;

/** For each bounded field a value within its bounds; bounds that leave no room give their own value. */
export function boundedFields(filters: readonly SearchFilter[], stream: RandomStream): [string, Json][] {
  const byField = new Map<string, Bound[]>();
  for (const { bound } of filters) {
    if (bound === undefined) continue;
    const bounds = byField.get(bound.field);
    if (bounds === undefined) byField.set(bound.field, [bound]);
    else bounds.push(bound);
  }
  return [...byField].map(([field, bounds]) => [field, within(field, bounds, stream)]);
}

function within(field: string, bounds: readonly Bound[], stream: RandomStream): number | string {
  const least = bounds.filter(({ direction }) => direction > 0).map(({ value }) => value);
  const most = bounds.filter(({ direction }) => direction < 0).map(({ value }) => value);
  const lower = least.reduce<number | string | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined);
  const upper = most.reduce<number | string | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
  const one = (lower ?? upper) as number | string;
  if (typeof one === "number") return numberWithin(lower as number | undefined, upper as number | undefined, stream);
  return dayWithin(field, lower as string | undefined, upper as string | undefined, stream) ?? one;
}

function numberWithin(lower: number | undefined, upper: number | undefined, stream: RandomStream): number {
  const low = lower ?? Math.min(upper as number, (upper as number) / NUMBER_TIMES);
  const high = upper ?? Math.max(low, low * NUMBER_TIMES);
  const drawn = low + stream.uniform() * (high - low);
  const rounded =
    Number.isInteger(low) && Number.isInteger(high) ? Math.round(drawn) : Math.round(drawn * CENTS) / CENTS;
  return rounded >= low && rounded <= high ? rounded : (lower ?? (upper as number));
}

function dayWithin(
  field: string,
  lower: string | undefined,
  upper: string | undefined,
  stream: RandomStream,
): string | undefined {
  const [from, to] = [lower, upper].map((value) => (value === undefined ? Number.NaN : Date.parse(value.slice(0, 10))));
  const start = Number.isNaN(from) ? (to as number) - DAYS_SPAN * DAY_MS : (from as number);
  const end = Number.isNaN(to) ? start + DAYS_SPAN * DAY_MS : (to as number);
  if (Number.isNaN(start) || Number.isNaN(end) || end < start) return undefined;
  const days = Math.round((end - start) / DAY_MS);
  const day = new Date(start + stream.integer(days + 1) * DAY_MS).toISOString().slice(0, 10);
  const bare = (value: string | undefined): boolean => value === undefined || value.length <= 10;
  if (/date|day/i.test(field) && bare(lower) && bare(upper)) return day;
  const at = `${day}T${sampleTime(stream)}:00Z`;
  return (lower === undefined || at >= lower) && (upper === undefined || at.slice(0, upper.length) <= upper)
    ? at
    : undefined;
}
