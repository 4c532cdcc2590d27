import type { RoleSpend } from "@whileai/core/backends";
import { thousands, usdText } from "./run-estimate.js";
import type { RunSpend } from "./run-limits.js";

/** The report's line on what the models used; undefined when no model played a role. */
export function spendLine({ totalUsd, ...roles }: RunSpend): string | undefined {
  const parts = Object.entries(roles).flatMap(([role, spend]) => (spend === null ? [] : [roleText(role, spend)]));
  if (parts.length === 0) return undefined;
  const total = totalUsd === null ? "cost unknown (setPrices tells it)" : `${usdText(totalUsd)} in all`;
  return `  spent: ${parts.join("; ")}; ${total}`;
}

function roleText(role: string, { calls, requests, inputTokens, outputTokens }: RoleSpend): string {
  const tries = requests === calls ? "" : ` (${thousands(requests)} requests)`;
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : thousands(tokens));
  return `${role} ${thousands(calls)} calls${tries}, ${count(inputTokens)} tokens in, ${count(outputTokens)} out`;
}
