import { contentText, isTruncated, type Row } from "@whileai/core";
import type { Blame } from "./blame-types.js";

/** The agent, with what the row says about how it failed. */
export function agentBlame(row: Readonly<Row>): Blame {
  if (typeof row.failure_class === "string" && row.failure_class !== "")
    return { party: "agent", evidence: "failure_class", detail: row.failure_class };
  if (isTruncated(row)) return { party: "agent", evidence: "cut_off" };
  const isSilent = row.final_text !== undefined && contentText(row.final_text).trim() === "";
  return { party: "agent", evidence: isSilent ? "empty_reply" : "nothing_else" };
}

/** The way to the agent's model, where the rollout says that a call to it failed. */
export function rolloutErrorBlame(row: Readonly<Row>): Blame | null {
  return row.finish_reason === "error" ? { party: "infrastructure", evidence: "backend_failed" } : null;
}
