export { onAbort } from "./abort/on-abort.js";
export { untilAborted } from "./abort/until-aborted.js";
export {
  type Backend,
  type ChatMessage,
  type Completion,
  type CompletionOptions,
  type CompletionRequest,
  type FinishReason,
  isBackend,
  type TokenLogprob,
  type ToolCall,
  type Usage,
} from "./backend/backend.js";
export { modelFamily } from "./backend/model-family.js";
export {
  abortableSleep,
  DEFAULT_RETRIES,
  isSpent,
  type RetryOptions,
  retryDelayMs,
  type Sleep,
  withRetry,
} from "./backend/retry.js";
export { parseRetryAfter } from "./backend/retry-after.js";
export type { Embedder, EmbedderUsage, EmbedOptions } from "./embedders/embedder.js";
export { EmbedderError } from "./embedders/embedder-error.js";
export { AbortError } from "./errors/abort-error.js";
export {
  AuthError,
  BackendError,
  type BackendErrorInit,
  ContextLengthError,
  RateLimitError,
  TransientError,
} from "./errors/backend-error.js";
export { GateError } from "./errors/gate-error.js";
export { JudgeError } from "./errors/judge-error.js";
export { OptionError } from "./errors/option-error.js";
export { PlatformError } from "./errors/platform-error.js";
export { RowError } from "./errors/row-error.js";
export { SettingsError } from "./errors/settings-error.js";
export { SpecError } from "./errors/spec-error.js";
export { ToolSchemaError } from "./errors/tool-schema-error.js";
export { WhileaiError, type WhileaiErrorInit } from "./errors/whileai-error.js";
export { sha1Hex, sha256Hex } from "./hash/hash.js";
export { canonicalJson } from "./json/canonical-json.js";
export { isRecord, type Json, type JsonObject, recordsOf } from "./json/json.js";
export { jsonText } from "./json/json-text.js";
export { type NotJson, notJson } from "./json/not-json.js";
export { plainJson, setOwn } from "./json/plain-json.js";
export { type PythonJsonOptions, pythonJsonText } from "./json/python-json-text.js";
export { attachVerdict, type VerdictOrigin, type VerdictSource } from "./judging/attach-verdict.js";
export { clipText, describeError, errorCode } from "./judging/describe-error.js";
export { frozenCopy } from "./judging/frozen-copy.js";
export type {
  JudgeContext,
  JudgeFunction,
  JudgeKind,
  JudgeObject,
  PrepareContext,
  Verdict,
  VerdictObject,
} from "./judging/judge-types.js";
export {
  type GivenJudgment,
  type Judgment,
  type MissingJudgment,
  type NormalizeOptions,
  normalizeJudgeResult,
} from "./judging/normalize-judge-result.js";
export { ANONYMOUS_JUDGE, isJudgeObject, readJudge, UNNAMED_JUDGE } from "./judging/read-judge.js";
export { type RunOneOptions, runOne, type StartTimer } from "./judging/run-one.js";
export { checkOptions, type OptionRule, type OptionRules, optionRule } from "./options/check-options.js";
export { nearestName } from "./options/nearest-name.js";
export { requireOptions } from "./options/require-options.js";
export { requireRows } from "./options/require-rows.js";
export { derive, deriveSeed, type RandomStream } from "./random/random-stream.js";
export { resamplingStream } from "./random/resampling-stream.js";
export { textHash } from "./random/text-hash.js";
export type { DrawStream } from "./random/xoroshiro-stream.js";
export { createRedactor, type Redactor, type RedactorOptions } from "./redaction/create-redactor.js";
export { renderNotes } from "./report/render-notes.js";
export {
  createReport,
  type Note,
  type NoteSeverity,
  plainData,
  REPORT_SCHEMA,
  type Report,
  type ReportOf,
} from "./report/report.js";
export { behaviorSignature } from "./row/behavior-signature.js";
export {
  type Content,
  type ContentPart,
  contentText,
  type FilePart,
  type ImagePart,
  type TextPart,
} from "./row/content.js";
export { conversation, resultText } from "./row/conversation.js";
export { foldText } from "./row/fold-text.js";
export { type GroupStamp, groupStamps } from "./row/group-stamps.js";
export { type HoldoutSide, holdoutSide } from "./row/holdout-side.js";
export { isCapReason } from "./row/is-cap-reason.js";
export { isTruncated } from "./row/is-truncated.js";
export { type LeakedRow, type LeakReport, type LeakReportFields, leakReport } from "./row/leak-report.js";
export { looksFinished } from "./row/looks-finished.js";
export {
  type PrivilegedLeak,
  type PrivilegedLeakOptions,
  privilegedLeak,
} from "./row/privileged-leak.js";
export { readsAsRefusal } from "./row/reads-as-refusal.js";
export { agentTexts, replyLength } from "./row/reply-length.js";
export { binaryLabel, scalarReward, toNumber } from "./row/reward.js";
export { rolloutId } from "./row/rollout-id.js";
export {
  type FiredFault,
  JUDGE_STATUSES,
  type JudgeStatus,
  type Message,
  type PlannedFault,
  ROW_SCHEMA_VERSION,
  type Row,
  type RowFields,
  type RowLike,
  type RowToolCall,
  type SamplingFacts,
  type SamplingPlan,
  type Step,
} from "./row/row.js";
export { type TaskKeyFields, taskKey } from "./row/task-key.js";
export { NO_FAULT, resultFault, resultObject, stepFault, traceFault } from "./row/trace-fault.js";
export { withoutPrivileged } from "./row/without-privileged.js";
export { identifierParameter } from "./situation/identifier-parameter.js";
export { DEFAULT_CLAUSE_LIMIT, type PolicyClauses, policyClauses } from "./situation/policy-clauses.js";
export {
  HISTORIES,
  type History,
  MULTI_TOOL,
  type SituationAxes,
  type SituationAxesReport,
  STANCES,
  type Stance,
  situationAxes,
  TOOL_CONDITIONS,
  type ToolCondition,
  UNRELATED,
  UNSPECIFIED,
  WORLD_STATES,
  type WorldState,
} from "./situation/situation-axes.js";
export type { AgreementTable } from "./statistics/agreement-table.js";
export { type BootstrapOptions, bootstrapInterval, DEFAULT_DRAWS } from "./statistics/bootstrap-interval.js";
export { LARGEST_NUMBER, openShare, requireFinite } from "./statistics/check-numbers.js";
export { cohenKappa, type KappaResult } from "./statistics/cohen-kappa.js";
export { type ConfidenceSequenceOptions, confidenceSequence } from "./statistics/confidence-sequence.js";
export { exactBootstrapDifference } from "./statistics/exact-bootstrap-difference.js";
export { type ExactBootstrapInterval, exactBootstrapMean } from "./statistics/exact-bootstrap-mean.js";
export { groupPassAtK, groupPassPowK, shareAllDrawn } from "./statistics/group-estimators.js";
export { type GwetResult, gwetAC1 } from "./statistics/gwet-ac1.js";
export { incompleteBeta } from "./statistics/incomplete-beta.js";
export { DEFAULT_LEVEL, type Interval, MIN_INTERVAL_VALUES } from "./statistics/interval.js";
export { invertTail } from "./statistics/invert-tail.js";
export { type Lattice, latticeMean, mean, toLattice } from "./statistics/lattice.js";
export { type McnemarResult, mcnemar } from "./statistics/mcnemar.js";
export { normalQuantile } from "./statistics/normal-quantile.js";
export { normalTwoSidedTail } from "./statistics/normal-tail.js";
export { percentileInterval, quantile } from "./statistics/quantile.js";
export { resamplingRules } from "./statistics/resampling-rules.js";
export { type SignFlipOptions, type SignFlipResult, signFlipP } from "./statistics/sign-flip-p.js";
export { tQuantile } from "./statistics/t-quantile.js";
export { twoProportionP } from "./statistics/two-proportion-p.js";
export { waysToChoose } from "./statistics/ways-to-choose.js";
export { type WilsonOptions, wilsonEnds, wilsonInterval } from "./statistics/wilson-interval.js";
export { asSentence } from "./text/as-sentence.js";
export { countText } from "./text/count-text.js";
export { cutText } from "./text/cut-text.js";
export { fixedText, percentText, roundHalfEven, signedText } from "./text/number-text.js";
export { redactSecrets, safeQuote } from "./text/safe-quote.js";
export { splitThinking } from "./text/split-thinking.js";
export { LONGEST_TIMER_MS } from "./timer/longest-timer.js";
export { PausableTimer } from "./timer/pausable-timer.js";
export { describedSchema, isStandardSchema } from "./tool/described-schema.js";
export { normalizeTools } from "./tool/normalize-tools.js";
export type { InferInput, InferOutput, StandardIssue, StandardResult, StandardSchema } from "./tool/standard-schema.js";
export type { FailedResult, StepOf, TextStep, ToolResult, ToolStep, UserStep } from "./tool/step-of.js";
export { type SchemaToolDefinition, Tool, type ToolDefinition, tool } from "./tool/tool.js";
export type {
  AnyTool,
  Execute,
  RawToolSchema,
  ToolContext,
  ToolInputCheck,
  ToolSchema,
} from "./tool/tool-types.js";
