import { isRecord, type Json, type JsonObject } from "@whileai/core";

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
  /** Answers the call as if nothing had happened, with its effect on the world. */
  readonly answer: () => Promise<Json>;
}

/** Makes the answer of a faulted call: a mode of your own, or another payload for a known one. */
export type FaultBuilder = (call: FaultedCall) => Json | Promise<Json>;

/** Seconds that a rate-limited caller is asked to wait. */
const RETRY_AFTER_SECONDS = 20;
const STALE_AGE = "3 days ago";

const withFlag = async (call: FaultedCall, flags: JsonObject): Promise<Json> => {
  const real = await call.answer();
  return isRecord(real) ? { ...(real as JsonObject), ...flags } : { status: "ok", data: real, ...flags };
};

/** What each mode answers. `stale`, `partial_write` and `duplicate` let the call through and change what comes back. */
export const FAULT_BUILDERS: ReadonlyMap<string, FaultBuilder> = new Map<FaultMode, FaultBuilder>([
  ["timeout", ({ tool }) => ({ status: "timeout", error: `${tool} did not answer in time` })],
  ["malformed", () => ({ status: "ok", data: "<<garbled resp0nse" })],
  ["stale", (call) => withFlag(call, { stale: true, as_of: STALE_AGE })],
  ["permission_denied", () => ({ status: "permission_denied" })],
  [
    "rate_limited",
    () => ({ status: "rate_limited", code: 429, error: "too many requests", retry_after: RETRY_AFTER_SECONDS }),
  ],
  ["server_error", () => ({ status: "server_error", code: 500, error: "internal error" })],
  [
    "partial_write",
    ({ arguments: args }) => {
      const names = Object.keys(args);
      const half = Math.ceil(names.length / 2);
      return {
        status: "error",
        reason: "partial_write",
        error: "the change was only partly saved",
        saved: names.slice(0, half),
        not_saved: names.slice(half),
      };
    },
  ],
  ["empty_result", () => ({ status: "ok", data: [] })],
  [
    "duplicate",
    async (call) => {
      const real = await call.answer();
      const data = isRecord(real) && "data" in real ? (real.data as Json) : real;
      const copies = Array.isArray(data) ? [...data, ...data] : [data, data];
      return { ...(isRecord(real) ? (real as JsonObject) : { status: "ok" }), data: copies };
    },
  ],
]);
