import { isRecord, type Json, type JsonObject } from "@whileai/core";
import type { Manner } from "./world-call.js";

/** The kinds of fault that the world knows. */
export const FAULT_MODES = [
  "timeout",
  "malformed",
  "stale",
  "permission_denied",
  "rate_limited",
  "server_error",
  "partial_write",
  "empty_result",
  "duplicate",
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** A call that a fault hits. */
export interface FaultedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /**
   * Carries the call out, with its effect on the world, and gives its answer: as if nothing had happened (the default), only
   * half of a write, or with an answer from a copy that is older than the rollout.
   */
  readonly answer: (manner?: Manner) => Promise<Json>;
}

/** Makes the answer of a faulted call: a mode of your own, or another payload for a known one. */
export type FaultBuilder = (call: FaultedCall) => Json | Promise<Json>;

/** Seconds that a rate-limited caller is asked to wait. */
const RETRY_AFTER_SECONDS = 20;
const STALE_AGE = "3 days ago";

/** Answers that mean that nothing was done. */
const FAILED = new Set(["rejected", "not_found", "error", "already_done"]);
const isFailure = (answer: Json): boolean => isRecord(answer) && FAILED.has(String(answer.status));

// A call that would have failed anyway has nothing stale to show.
async function stale(call: FaultedCall): Promise<Json> {
  const real = await call.answer("outdated");
  return isRecord(real)
    ? { ...(real as JsonObject), stale: true, as_of: STALE_AGE }
    : { status: "ok", data: real, stale: true, as_of: STALE_AGE };
}

async function duplicate(call: FaultedCall): Promise<Json> {
  const first = await call.answer();
  const second = await call.answer();
  if (isFailure(first)) return first;
  const copies = [first, isFailure(second) ? first : second].flatMap(dataOf);
  if (Array.isArray(first)) return copies;
  return { ...(isRecord(first) && !isPlainRecord(first) ? (first as JsonObject) : { status: "ok" }), data: copies };
}

// What a tool's own output schema shapes has no envelope.
const isPlainRecord = (answer: JsonObject): boolean => !Object.hasOwn(answer, "status");

function dataOf(answer: Json): Json[] {
  if (!isRecord(answer)) return Array.isArray(answer) ? answer : [answer];
  if (!Object.hasOwn(answer, "data")) return [answer as JsonObject];
  const data = answer.data as Json;
  return Array.isArray(data) ? data : [data];
}

/**
 * What each mode answers. `stale`, `partial_write` and `duplicate` reach the tool: a stale answer shows records as they were
 * before the rollout, a partial write saves half and leaves the record half done, a duplicate does the call twice. All other
 * modes change nothing, so that the same call can be made again.
 */
export const FAULT_BUILDERS: ReadonlyMap<string, FaultBuilder> = new Map<FaultMode, FaultBuilder>([
  ["timeout", () => ({ status: "timeout", error: "the tool did not answer in time" })],
  ["malformed", () => ({ status: "ok", data: "<<garbled resp0nse" })],
  ["stale", stale],
  ["permission_denied", () => ({ status: "permission_denied" })],
  [
    "rate_limited",
    () => ({ status: "rate_limited", code: 429, error: "too many requests", retry_after: RETRY_AFTER_SECONDS }),
  ],
  ["server_error", () => ({ status: "server_error", code: 500, error: "internal error" })],
  ["partial_write", (call) => call.answer("half")],
  ["empty_result", () => ({ status: "ok", data: [] })],
  ["duplicate", duplicate],
]);
