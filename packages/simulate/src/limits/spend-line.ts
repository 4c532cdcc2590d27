import { callsText, usdText } from "@whileai/core/backends";
import type { RunSpend } from "./run-limits.js";

/** The report's line on what the models used in this session; undefined when no model played a role. */
export function spendLine({ totalUsd, ...roles }: RunSpend, isResumed = false): string | undefined {
  const parts = Object.entries(roles).flatMap(([role, spend]) =>
    spend === null ? [] : [`${role} ${callsText(spend)}`],
  );
  if (parts.length === 0) return undefined;
  const total = totalUsd === null ? "cost unknown (give prices with setPrices)" : `${usdText(totalUsd)} in all`;
  return `  spent${isResumed ? " in this session" : ""}: ${parts.join("; ")}; ${total}`;
}
