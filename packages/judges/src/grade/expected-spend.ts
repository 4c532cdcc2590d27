import type { CompletionRequest } from "@whileai/core";
import { costOf, estimateCall, type Price, type Spend } from "@whileai/core/backends";

/** What requests are expected to use together; no cost without a price. */
export function expectedSpend(requests: readonly CompletionRequest[], price: Price | null): Spend {
  const calls = requests.map((request) => estimateCall(request));
  return {
    tokens: calls.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    usd: price === null ? null : calls.reduce((sum, call) => sum + (costOf(call, price) ?? 0), 0),
  };
}
