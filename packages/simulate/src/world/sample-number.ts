import type { RandomStream } from "@whileai/core";

/** How far above its minimum an unbounded number is drawn. */
const NUMBER_SPAN = 400;
/** A drawn number is one of a hundred between two whole ones. */
const DRAWN_PARTS = 100;
/** Digits that a multiple keeps of what floating point makes of it. */
const MULTIPLE_DIGITS = 12;
/** Multiples that are tried for one that floating point divides without a rest. */
const CLEAN_TRIES = 100;

/** A number within the bounds of a schema, and a multiple of its `multipleOf`. */
export function sampleNumber(
  schema: Readonly<Record<string, unknown>>,
  stream: RandomStream,
  type: "integer" | "number",
): number {
  const step = typeof schema.multipleOf === "number" && schema.multipleOf > 0 ? schema.multipleOf : undefined;
  if (type === "integer" && (step === undefined || !Number.isInteger(step))) {
    return sampleMultiple(schema, stream, step === undefined ? 1 : wholeStep(step));
  }
  if (step !== undefined) return sampleMultiple(schema, stream, step);
  const { lower, upper } = boundsOf(schema);
  const lowest = lower ?? Math.min(1, upper ?? 1);
  const highest = spanEnd(lowest, upper);
  const drawn = lowest + stream.uniform() * (highest - lowest);
  const rounded = Math.round(drawn * DRAWN_PARTS) / DRAWN_PARTS;
  if (isInside(schema, rounded)) return rounded;
  return isInside(schema, drawn) ? drawn : (lowest + highest) / 2;
}

function sampleMultiple(schema: Readonly<Record<string, unknown>>, stream: RandomStream, step: number): number {
  const { lower, upper } = boundsOf(schema);
  const lowest = lower ?? Math.min(1, upper ?? 1);
  const clean = (count: number): number => Number((count * step).toPrecision(MULTIPLE_DIGITS));
  let first = Math.ceil(lowest / step);
  let last = Math.floor(spanEnd(lowest, upper) / step);
  if (!isInside(schema, clean(first))) first++;
  if (!isInside(schema, clean(last))) last--;
  if (upper !== undefined && last < first) last = first;
  const count = Math.min(Math.max(0, last - first), 2 ** 31);
  const drawn = stream.integer(count + 1);
  // A validator divides: 30.3 / 0.1 is no whole number. Of the multiples from the drawn one on, the first that divides well.
  for (let tries = 0; tries <= Math.min(count, CLEAN_TRIES); tries++) {
    const value = clean(first + ((drawn + tries) % (count + 1)));
    if (Number.isInteger(value / step)) return value;
  }
  return clean(first + drawn);
}

// A whole number that is a multiple of 0.5 or 2.5: steps that are whole.
function wholeStep(step: number): number {
  for (let times = 1; times <= 100; times++) if (Number.isInteger(step * times)) return step * times;
  return 1;
}

const spanEnd = (lowest: number, upper: number | undefined): number =>
  upper === undefined || !Number.isFinite(upper - lowest) ? lowest + NUMBER_SPAN : upper;

const numbers = (...values: unknown[]): number[] => values.filter((value) => typeof value === "number") as number[];

function boundsOf(schema: Readonly<Record<string, unknown>>): { lower: number | undefined; upper: number | undefined } {
  const lower = numbers(schema.minimum, schema.exclusiveMinimum);
  const upper = numbers(schema.maximum, schema.exclusiveMaximum);
  return {
    lower: lower.length === 0 ? undefined : Math.max(...lower),
    upper: upper.length === 0 ? undefined : Math.min(...upper),
  };
}

const isInside = (schema: Readonly<Record<string, unknown>>, value: number): boolean =>
  !(
    value < (numbers(schema.minimum)[0] ?? Number.NEGATIVE_INFINITY) ||
    value > (numbers(schema.maximum)[0] ?? Number.POSITIVE_INFINITY) ||
    value <= (numbers(schema.exclusiveMinimum)[0] ?? Number.NEGATIVE_INFINITY) ||
    value >= (numbers(schema.exclusiveMaximum)[0] ?? Number.POSITIVE_INFINITY)
  );
