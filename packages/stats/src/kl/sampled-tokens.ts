import { isRecord } from "@whileai/core";

/** Why a side of a row cannot be used. */
export type UnusableSide = "missing" | "non_finite" | "no_tokens";

/** What a row says about the tokens that were sampled. */
export interface SampledTokens {
  /** Summed over the tokens. */
  readonly logprob: number;
  readonly nTokens: number;
}

/** No log-probability is as large; sums and squares of smaller ones stay finite. */
const LARGEST = 1e100;

const isUsable = (value: unknown): boolean => typeof value === "number" && Math.abs(value) <= LARGEST;

/** A field as a finite number; booleans and texts are none. */
export function finiteField(row: Readonly<Record<string, unknown>>, name: string): number | UnusableSide {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (typeof value !== "number") return "missing";
  return isUsable(value) ? value : "non_finite";
}

/** A list of finite numbers under a field; null when it is anything else. */
export function finiteList(row: Readonly<Record<string, unknown>>, name: string): readonly number[] | null {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  return Array.isArray(value) && value.every(isUsable) ? value : null;
}

/** The row's own `logprob` and `n_tokens`, or why they cannot be used. */
export function sampledTokens(row: unknown): SampledTokens | UnusableSide {
  if (!isRecord(row)) return "missing";
  const logprob = finiteField(row, "logprob");
  if (typeof logprob !== "number") return logprob;
  const tokens: unknown = row.n_tokens;
  return Number.isSafeInteger(tokens) && (tokens as number) > 0 ? { logprob, nTokens: tokens as number } : "no_tokens";
}
