import type { OpenAI } from "openai";
import { SDK_KEY } from "../wire/guarded-fetch.js";
import { loadPeer } from "../wire/load-peer.js";
import type { Attempt } from "../wire/vendor-call.js";

/** The client of the vendor's SDK for one attempt. */
export async function openaiClient(attempt: Attempt): Promise<OpenAI> {
  const sdk = await loadPeer("openai", () => import("openai"));
  // Everything the SDK would read from variables is set: they are not meant for every server.
  return new sdk.OpenAI({
    apiKey: SDK_KEY,
    adminAPIKey: null,
    baseURL: attempt.baseURL,
    organization: null,
    project: null,
    webhookSecret: null,
    fetch: attempt.fetch,
    maxRetries: 0,
    timeout: attempt.sdkTimeoutMs,
    logLevel: "off",
    dangerouslyAllowBrowser: true,
  });
}
