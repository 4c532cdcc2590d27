import { registerDefaults } from "@whileai/core/settings";
import { hostedDefault } from "@whileai/platform-client";

// With nothing configured every role is the hosted model of the platform; nothing is sent until a role is left on it.
registerDefaults({ hosted: hostedDefault });

export {
  type AnyTool,
  AuthError,
  type Backend,
  BackendError,
  ContextLengthError,
  conversation,
  createRedactor,
  type Execute,
  GateError,
  JudgeError,
  type JudgeFunction,
  type JudgeObject,
  type Message,
  type Note,
  OptionError,
  PlatformError,
  RateLimitError,
  type RawToolSchema,
  type Report,
  type Row,
  RowError,
  SettingsError,
  SpecError,
  type Step,
  type StepOf,
  Tool,
  type ToolContext,
  type ToolSchema,
  ToolSchemaError,
  TransientError,
  taskKey,
  tool,
  type Verdict,
  WhileaiError,
} from "@whileai/core";
export {
  AISDK,
  type AISDKModel,
  type AISDKOptions,
  Anthropic,
  type AnthropicOptions,
  createLimiter,
  Endpoint,
  type EndpointOptions,
  type LimitedCall,
  type Limiter,
  type LimiterOptions,
  Ollama,
  type OllamaOptions,
  OpenAI,
  type OpenAIOptions,
  type Price,
  ScriptedBackend,
  type Spec,
  setPrices,
  withLimits,
} from "@whileai/core/backends";
export { configure, context, resetSettings, type Settings, settings } from "@whileai/core/settings";
export { type GradeOptions, grade, Judge, type JudgeLike, type JudgeOptions, verify } from "@whileai/judges";
export { Hosted, type HostedOptions } from "@whileai/platform-client";
export { type HackScanOptions, hackScan, optimize, type RlOptions, type SftOptions } from "@whileai/select";
export {
  type AgentContext,
  type AgentFunction,
  type AgentReply,
  type BranchPoint,
  type CoverageCertificate,
  type CoveringArray,
  type CoveringArrayOptions,
  coverageOf,
  coveringArray,
  createWorld,
  type DraftedTool,
  type DraftedTools,
  type DraftToolsOptions,
  draftTools,
  type Progress,
  type SeededAgentOptions,
  type SimulatedRow,
  type SimulateOptions,
  seededAgent,
  stateDigest,
  type UserContext,
  type UserFunction,
  type World,
} from "@whileai/simulate";
export { createPassAt, type PassAt, type PassAtOptions, passAt } from "@whileai/stats";
export { type ExportedFile, type ExportFileReport, type ExportRowsOptions, exportRows } from "./library/export-rows.js";
export { Rows, type RowsStage } from "./library/rows.js";
export type { RowsContext } from "./library/rows-context.js";
export { RowsSimulation, simulate } from "./library/simulate.js";
