export type {
  Backend,
  ChatMessage,
  Completion,
  CompletionOptions,
  CompletionRequest,
  FinishReason,
  TokenLogprob,
  ToolCall,
  Usage,
} from "../backend/backend.js";
export { isBackend } from "../backend/backend.js";
export type {
  BatchCallOptions,
  BatchCandidate,
  BatchClient,
  BatchResult,
  BatchState,
  PreparedRequest,
} from "../backend/batch-backend.js";
export { delegateBackend } from "../backend/delegate-backend.js";
export { modelFamily } from "../backend/model-family.js";
export {
  abortableSleep,
  DEFAULT_RETRIES,
  type RetryOptions,
  retryDelayMs,
  type Sleep,
  withRetry,
} from "../backend/retry.js";
export { parseRetryAfter } from "../backend/retry-after.js";
export type { Embedder, EmbedderUsage, EmbedOptions } from "../embedders/embedder.js";
export { EmbedderError } from "../embedders/embedder-error.js";
export type { ReadyEmbedder } from "../embedders/embedder-object.js";
export { LocalEmbedder, type LocalEmbedderOptions } from "../embedders/local-embedder.js";
export type { OnnxRuntime, OnnxSession, Pooling, TextTokenizer } from "../embedders/onnx-encoder.js";
export { OpenAIEmbedder, type OpenAIEmbedderOptions } from "../embedders/openai-embedder.js";
export { type CallEstimate, estimateCall, estimateTokens } from "../limits/call-estimate.js";
export { isEndpointDown } from "../limits/circuit-breaker.js";
export type { Clock } from "../limits/clock.js";
export { createLimiter, type LimiterOptions, type RateLimits } from "../limits/create-limiter.js";
export { EndpointLimiters } from "../limits/endpoint-limiters.js";
export type { LimitedCall, Limiter } from "../limits/limiter.js";
export { costOf, PRICES_AS_OF, type Price, priceOf, setPrices } from "../limits/prices.js";
export {
  type Spend,
  SpendBudget,
  type SpendLimits,
  type SpendStop,
  spendLimitError,
} from "../limits/spend-budget.js";
export { type RoleSpend, SpendLedger } from "../limits/spend-ledger.js";
export { callsText, thousandsText, usdText } from "../limits/spend-text.js";
export type { Traffic } from "../limits/traffic.js";
export { trafficOf } from "../limits/traffic-of.js";
export { type WithLimitsOptions, withLimits } from "../limits/with-limits.js";
export { WorkAdmission } from "../limits/work-admission.js";
export { AISDK, type AISDKModel, type AISDKOptions } from "./aisdk/aisdk.js";
export { Anthropic, type AnthropicOptions } from "./anthropic/anthropic.js";
export { type ChatBackendDefinition, createChatBackend } from "./chat/chat-backend.js";
export { Endpoint, type EndpointOptions } from "./endpoint/endpoint.js";
export { Ollama, type OllamaOptions } from "./ollama/ollama.js";
export { OpenAI, type OpenAIOptions } from "./openai/openai.js";
export { type ParsedSpec, parseSpec, type Spec } from "./parse-spec.js";
export { type Script, ScriptedBackend, type ScriptedBackendObject, type ScriptedReply } from "./scripted-backend.js";
export { toBackend } from "./to-backend.js";
export {
  type Decision,
  type DecisionQuestion,
  decisionRequest,
  MODELS_REQUEST,
  readDecision,
} from "./typesafe/decision.js";
export { TYPESAFE_MODEL, TypesafeBackend, type TypesafeOptions } from "./typesafe/typesafe-backend.js";
export { holdKey, type KeyRule, type ResolvedKey } from "./wire/key.js";
export { CALL_OPTION_RULES, type CallOptions, DEFAULT_TIMEOUT_MS } from "./wire/vendor-call.js";
