import type { Backend, CompletionRequest } from "../../backend/backend.js";
import { sha256Hex } from "../../hash/hash.js";
import { canonicalJson } from "../../json/canonical-json.js";

/**
 * What tells one model call from another: who is asked, and everything that is asked, whatever the order of the fields. The
 * request's seed is part of it, so that the rollouts of one prompt are calls of their own.
 */
export function requestKey(backend: Pick<Backend, "provider" | "model">, request: CompletionRequest): string {
  return sha256Hex(canonicalJson({ provider: backend.provider, model: backend.model, request }));
}
