import type { Backend, CompletionRequest } from "../../backend/backend.js";
import { sha256Hex } from "../../hash/hash.js";
import { isRecord } from "../../json/json.js";

/**
 * What tells one model call from another: who is asked, and everything that is asked, whatever the order of the fields. The
 * request's seed is part of it, so that the rollouts of one prompt are calls of their own.
 */
export function requestKey(backend: Pick<Backend, "provider" | "model">, request: CompletionRequest): string {
  return sha256Hex(canonicalText({ provider: backend.provider, model: backend.model, request }));
}

function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const entries = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`);
  return `{${entries.join(",")}}`;
}
