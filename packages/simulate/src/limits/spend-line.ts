import type { RoleSpend } from "@whileai/core/backends";
import { thousands, usdText } from "./run-estimate.js";
import type { RunSpend } from "./run-limits.js";

/** The report's line on what the models used in this session; undefined when no model played a role. */
export function spendLine({ totalUsd, ...roles }: RunSpend, isResumed = false): string | undefined {
  const parts = Object.entries(roles).flatMap(([role, spend]) => (spend === null ? [] : [roleText(role, spend)]));
  if (parts.length === 0) return undefined;
  const total = totalUsd === null ? "cost unknown (give prices with setPrices)" : `${usdText(totalUsd)} in all`;
  return `  spent${isResumed ? " in this session" : ""}: ${parts.join("; ")}; ${total}`;
}

function roleText(role: string, { calls, requests, inputTokens, outputTokens }: RoleSpend): string {
  const tries = requests === calls ? "" : ` (${thousands(requests)} requests)`;
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : thousands(tokens));
  return `${role} ${thousands(calls)} calls${tries}, ${count(inputTokens)} tokens in, ${count(outputTokens)} out`;
}
