export { credentialsPath, readCredentials, type SavedCredentials } from "./auth/credentials-file.js";
export { type PlatformStatus, platformStatus } from "./auth/platform-status.js";
export { DEFAULT_API_URL } from "./auth/platform-url.js";
export {
  type Credential,
  type CredentialOptions,
  type KeySource,
  maskedKey,
  resolveCredential,
  type UrlSource,
} from "./auth/resolve-credential.js";
export { HOSTED_MODELS, Hosted, type HostedOptions, hostedDefault } from "./hosted/hosted.js";
export { DEFAULT_MODELS_URL } from "./hosted/models-url.js";
export {
  createPlatformClient,
  type PlatformClient,
  type PlatformClientOptions,
  type PlatformMethod,
  type PlatformRequestOptions,
} from "./transport/platform-client.js";
