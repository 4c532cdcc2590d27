import { environment } from "../auth/environment.js";
import { DEFAULT_API_URL, platformUrl } from "../auth/platform-url.js";
import type { Credential } from "../auth/resolve-credential.js";

/** Where While serves models. */
export const DEFAULT_MODELS_URL = "https://models.while.ai/v1";

/**
 * Where hosted models answer: WHILEAI_MODELS_URL, then what the saved login's platform said, then the gateway of a platform
 * that is not While's own, so that its key stays with it, then While's.
 */
export function modelsUrl(credential: Credential): string {
  const variable = environment("WHILEAI_MODELS_URL");
  if (variable !== undefined) return withVersion(platformUrl(variable, "WHILEAI_MODELS_URL"));
  if (credential.saved?.modelsUrl !== undefined) return withVersion(credential.saved.modelsUrl);
  return credential.baseURL === DEFAULT_API_URL ? DEFAULT_MODELS_URL : `${credential.baseURL}/models-gateway/v1`;
}

const withVersion = (url: string): string => (/\/v\d+$/.test(url) ? url : `${url}/v1`);
