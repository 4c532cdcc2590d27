import type { Anthropic } from "@anthropic-ai/sdk";
import { SDK_KEY } from "../wire/guarded-fetch.js";
import { loadPeer } from "../wire/load-peer.js";
import type { Attempt } from "../wire/vendor-call.js";

/**
 * The version of the API that bodies are written for. SDKs name the one of their own day, and from 1.0 on that is one
 * without a temperature.
 */
export const ANTHROPIC_VERSION = { "anthropic-version": "2023-06-01" };

/** The client of the vendor's SDK for one attempt. */
export async function anthropicClient(attempt: Attempt): Promise<Anthropic> {
  const sdk = await loadPeer("@anthropic-ai/sdk", () => import("@anthropic-ai/sdk"));
  return new sdk.Anthropic({
    apiKey: SDK_KEY,
    authToken: null,
    webhookKey: null,
    baseURL: attempt.baseURL,
    fetch: attempt.fetch,
    maxRetries: 0,
    timeout: attempt.sdkTimeoutMs,
    logLevel: "off",
    dangerouslyAllowBrowser: true,
  });
}
