import { type Backend, type CompletionRequest, canonicalJson, sha256Hex } from "@whileai/core";

const DIGEST_DIGITS = 32;

/**
 * The name of a request in a grading: where its row stands, what is asked of whom, and the how-manieth of its kind it is for
 * the row. The same call names the same requests alike, so what was asked before a crash is found again.
 */
export function requestKey(backend: Backend, request: CompletionRequest, place: { at: number; nth: number }): string {
  const { provider, model } = backend;
  const digest = sha256Hex(canonicalJson([provider, model, request])).slice(0, DIGEST_DIGITS);
  return `${place.at}-${digest}-${place.nth}`;
}

/** Where the row of a request stands. */
export const placeOfKey = (key: string): number => Number.parseInt(key, 10);
