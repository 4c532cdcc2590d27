import { binaryLabel, cutText, isRecord, type Row } from "@whileai/core";
import { UNJUDGED_CODES } from "../grade/unjudged-codes.js";
import { type Blame, DETAIL_CHARS } from "./blame-types.js";

/** Codes of errors on the way to a model, a batch of calls among them. */
const BACKEND_FAILURES: ReadonlySet<unknown> = new Set([
  "backend_failed",
  "auth_failed",
  "quota_exhausted",
  "rate_limited",
  "transient_failure",
  "context_too_long",
  "batch_failed",
  "batch_expired",
  "batch_cancelled",
]);

/** Who is to blame for a verdict that is missing. */
export function missingVerdictBlame(row: Readonly<Row>): Blame {
  const meta = isRecord(row.judge_meta) ? row.judge_meta : {};
  const detail = typeof meta.error === "string" ? { detail: cutText(meta.error, DETAIL_CHARS) } : {};
  if (UNJUDGED_CODES.has(meta.error_code)) return { party: "infrastructure", evidence: "call_ended", ...detail };
  if (BACKEND_FAILURES.has(meta.error_code)) return { party: "infrastructure", evidence: "backend_failed", ...detail };
  if (row.judge_status === "error" || row.judge_status === "timeout")
    return { party: "judge", evidence: "judge_failed", detail: detail.detail ?? row.judge_status };
  return { party: "judge", evidence: "judge_unreadable", detail: String(row.judge_status ?? "missing_reward") };
}

/** The judge, where people or programs labelled as a pass what it failed. */
export function wrongVerdictBlame(row: Readonly<Row>): Blame | null {
  if (binaryLabel({ reward: row.gold_reward }) !== 1 || row.gold_kind === "model") return null;
  return { party: "judge", evidence: "gold_disagrees" };
}
