import { isTruncated, type Row } from "@whileai/core";
import type { Blame } from "./blame-types.js";
import { saysNothing } from "./says-nothing.js";

/** The agent, with what the row says about how it failed. */
export function agentBlame(row: Readonly<Row>): Blame {
  if (typeof row.failure_class === "string" && row.failure_class !== "")
    return { party: "agent", evidence: "failure_class", detail: row.failure_class };
  if (isTruncated(row)) return { party: "agent", evidence: "cut_off" };
  const isSilent = row.final_text !== undefined && saysNothing(row.final_text);
  return { party: "agent", evidence: isSilent ? "empty_reply" : "nothing_else" };
}
