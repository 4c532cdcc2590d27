import { fixedText } from "../text/number-text.js";
import type { RoleSpend } from "./spend-ledger.js";

/** Below this many dollars an amount needs more digits; convention. */
const SMALL_USD = 0.1;

/** An amount of US dollars as reports print it. */
export const usdText = (usd: number): string => `$${fixedText(usd, usd > 0 && usd < SMALL_USD ? 4 : 2)}`;

/** A count with its thousands set apart. */
export const thousandsText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * What a model used, as reports print it.
 *
 * @example
 * callsText({ calls: 1200, requests: 1200, inputTokens: 9000, outputTokens: null }); // "1,200 calls, 9,000 tokens in, unknown out"
 */
export function callsText(spend: Pick<RoleSpend, "calls" | "requests" | "inputTokens" | "outputTokens">): string {
  const { calls, requests, inputTokens, outputTokens } = spend;
  const tries = requests === calls ? "" : ` (${thousandsText(requests)} requests)`;
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : thousandsText(tokens));
  return `${thousandsText(calls)} ${calls === 1 ? "call" : "calls"}${tries}, ${count(inputTokens)} tokens in, ${count(outputTokens)} out`;
}
