import { binaryLabel, cutText, isRecord, type Row } from "@whileai/core";
import { type Blame, DETAIL_CHARS } from "./blame-types.js";

/** Codes of errors that ended the whole call. */
const CALL_ENDS: readonly string[] = ["aborted", "spend_limit"];
/** Codes of errors on the way to a model. */
const BACKEND_FAILURES: readonly string[] = [
  "backend_failed",
  "auth_failed",
  "rate_limited",
  "transient_failure",
  "context_too_long",
];

/** Who is to blame for a verdict that is missing. */
export function missingVerdictBlame(row: Readonly<Row>): Blame {
  const meta = isRecord(row.judge_meta) ? row.judge_meta : {};
  const detail = typeof meta.error === "string" ? { detail: cutText(meta.error, DETAIL_CHARS) } : {};
  const code = typeof meta.error_code === "string" ? meta.error_code : "";
  if (CALL_ENDS.includes(code)) return { party: "infrastructure", evidence: "call_ended", ...detail };
  if (BACKEND_FAILURES.includes(code)) return { party: "infrastructure", evidence: "backend_failed", ...detail };
  if (row.judge_status === "error" || row.judge_status === "timeout")
    return { party: "judge", evidence: "judge_failed", detail: detail.detail ?? row.judge_status };
  return { party: "judge", evidence: "judge_unreadable", detail: String(row.judge_status ?? "missing_reward") };
}

/** The judge, where people or programs labelled as a pass what it failed. */
export function wrongVerdictBlame(row: Readonly<Row>): Blame | null {
  if (binaryLabel({ reward: row.gold_reward }) !== 1 || row.gold_kind === "model") return null;
  return { party: "judge", evidence: "gold_disagrees" };
}
