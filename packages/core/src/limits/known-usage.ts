import type { Usage } from "../backend/backend.js";
import { isRecord } from "../json/json.js";

/** Usage as far as it can be counted with: a backend of one's own may say anything, and what is no count is not known. */
export function knownUsage(said: unknown): Usage {
  const usage = isRecord(said) ? said : {};
  return {
    inputTokens: count(usage.inputTokens),
    outputTokens: count(usage.outputTokens),
    cachedInputTokens: count(usage.cachedInputTokens),
    reasoningTokens: count(usage.reasoningTokens),
  };
}

const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
