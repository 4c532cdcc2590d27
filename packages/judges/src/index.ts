export type { TypesafeOptions } from "@whileai/core/backends";
export { attributeFailures } from "./blame/attribute-failures.js";
export type {
  AttributedFailures,
  AttributeFailuresOptions,
  Blame,
  BlameEvidence,
  BlameParty,
  BlameReport,
  BlameReportFields,
} from "./blame/blame-types.js";
export { type RefineBlameOptions, refineBlame } from "./blame/refine-blame.js";
export {
  type CheckJudgeOptions,
  checkJudgeOnSpec,
  type SpecCheck,
  type SpecCheckFields,
  type TraitCheck,
} from "./constitution/check-judge-on-spec.js";
export type { Constitution } from "./constitution/constitution.js";
export type { ConstitutionJudge, ConstitutionJudgeOptions } from "./constitution/constitution-judge.js";
export { type LoadSpecOptions, loadSpec } from "./constitution/load-spec.js";
export type { ConstitutionFormat } from "./constitution/parse-constitution-text.js";
export type { Authority, Trait, TraitExample } from "./constitution/trait.js";
export type { BatchFields } from "./grade/batch/batch-fields.js";
export {
  type BatchOptions,
  DEFAULT_BATCH_POLL_MS,
  DEFAULT_BATCH_WAIT_MS,
  DEFAULT_REQUESTS_PER_BATCH,
} from "./grade/batch/batch-options.js";
export { fileVerdictCache } from "./grade/cache/file-verdict-cache.js";
export { type MemoryVerdictCache, memoryVerdictCache } from "./grade/cache/memory-verdict-cache.js";
export type { CachedVerdict, VerdictCache } from "./grade/cache/verdict-cache.js";
export {
  type ShownVerdict,
  type VerdictDifference,
  type VerdictDiffFields,
  type VerdictDiffOptions,
  type VerdictDiffReport,
  verdictDiff,
} from "./grade/diff/verdict-diff.js";
export { type Graded, type GradedRow, grade } from "./grade/grade.js";
export {
  DEFAULT_GRADE_CONCURRENCY,
  type GradeLimitOptions,
  type GradeOptions,
  type GradeProgress,
  type GradeStoreOptions,
} from "./grade/grade-options.js";
export type { GradeFields, GradeReport } from "./grade/grade-report.js";
export type { GradeSpend } from "./grade/grade-spend.js";
export type { GradeStop } from "./grade/grade-stop.js";
export { type JudgeLike, toJudge } from "./grade/to-judge.js";
export { failures, partials, passes, unjudged } from "./grade/verdict-views.js";
export { type AskingJudge, isAskingJudge } from "./judge/asking-judge.js";
export {
  type ExplainedReply,
  type ExplainedRequest,
  type ExplainFields,
  type ExplainOptions,
  type ExplainReport,
  explain,
} from "./judge/explain.js";
export { Judge, type JudgeOptions, type RubricJudge } from "./judge/judge.js";
export { type ParsedVerdict, type ParseVerdictOptions, parseVerdict } from "./judge/parse-verdict.js";
export type { PairFunction, PairFunctionAnswer } from "./pairwise/function-pair-judge.js";
export {
  type JudgedPair,
  type JudgedPairs,
  type JudgePairsRunOptions,
  judgePairs,
  type PairJudgeLike,
  type PairwiseVerdict,
} from "./pairwise/judge-pairs.js";
export type { PairPreference } from "./pairwise/pair-decision.js";
export { JudgePairs, type JudgePairsOptions, type PairJudge } from "./pairwise/pair-judge.js";
export type { JudgePairsFields, JudgePairsReport, PairDisagreement } from "./pairwise/pair-report.js";
export { type PairWinner, type ParsedPairReply, parsePairReply } from "./pairwise/parse-pair-reply.js";
export type { PairSide, PairSides, PreferencePair } from "./pairwise/preference-pair.js";
export {
  CHEATS,
  type CheatName,
  type CheatProbesOptions,
  type CheatProbesReport,
  type CheatResult,
  cheatProbes,
} from "./probes/cheat-probes.js";
export { type JudgeProbesOptions, type JudgeProbesReport, judgeProbes } from "./probes/judge-probes.js";
export type { ProbeResult } from "./probes/measure-probe.js";
export { CLASSIC_PROBES, EXTENDED_PROBES, type JudgeProbeName } from "./probes/probe-edits.js";
export type { ProbeSelection } from "./probes/probe-options.js";
export {
  AUTHORITY_CLAIM,
  FILLER_SENTENCE,
  INJECTION_TEXT,
  PARAPHRASE_OPENER,
  PREMISE_AGREEMENT,
  REFUSAL_REPLY,
  SUCCESS_CLAIM,
  SYCOPHANCY_OPENER,
  WRONG_PREMISE,
} from "./probes/probe-texts.js";
export { type Criterion, type CriterionInput, type CriterionKind, criterionSlug } from "./rubric/criterion.js";
export { type ParsedRubricReply, parseRubricReply } from "./rubric/parse-rubric-reply.js";
export { isRubric, Rubric, type RubricObject, type RubricOptions } from "./rubric/rubric.js";
export { rubricWords } from "./rubric/rubric-words.js";
export type { RubricScore, ScoreRubricOptions } from "./rubric/score-answers.js";
export { type AnnotatorAgreementReport, annotatorAgreement } from "./trust/annotator-agreement.js";
export {
  type AttachedLabels,
  type AttachLabelsOptions,
  attachLabels,
  type GoldLabel,
} from "./trust/attach-labels.js";
export { type AuditGradesOptions, type AuditGradesReport, auditGrades } from "./trust/audit-grades.js";
export {
  type AuditVerifierOptions,
  type AuditVerifierReport,
  auditVerifier,
  SAME_RESULT_RUBRIC,
} from "./trust/audit-verifier.js";
export type { CanaryBaseline } from "./trust/canary-baseline.js";
export {
  type ComparedJudge,
  type CompareJudgesOptions,
  type CompareJudgesReport,
  compareJudges,
} from "./trust/compare-judges.js";
export type { GoldOptions } from "./trust/gold-rows.js";
export { type JudgeAgreementReport, judgeAgreement } from "./trust/judge-agreement.js";
export {
  type CanaryOutcome,
  type JudgeCanaryOptions,
  type JudgeCanaryReport,
  judgeCanary,
} from "./trust/judge-canary.js";
export { type JudgeTrustOptions, type JudgeTrustReport, judgeTrust, type TrustStatus } from "./trust/judge-trust.js";
export type { JudgesInput } from "./trust/named-judges.js";
export type { LabelsInput } from "./trust/read-labels.js";
export { taskHalf } from "./trust/task-half.js";
export {
  type TrustAfterGradeOptions,
  type TrustedRows,
  type TrustStamp,
  trustAfterGrade,
} from "./trust/trust-after-grade.js";
export { Typesafe, type TypesafeJudge } from "./typesafe/typesafe.js";
export type { CodeExecOptions } from "./verify/code-exec.js";
export type { JSONFieldOptions } from "./verify/json-field.js";
export type { JudgePart } from "./verify/judge-parts.js";
export type { AlgebraSystem, MathEqualOptions } from "./verify/math-equal.js";
export { type CalledTool, readToolCalls } from "./verify/read-tool-calls.js";
export type { ScoreFunction } from "./verify/score-fn.js";
export type { SQLMatchOptions } from "./verify/sql-match.js";
export type { Verifier, VerifierOptions } from "./verify/verifier.js";
export { verify } from "./verify/verify.js";
export {
  type ModuleVerifier,
  type ModuleVerifierOptions,
  verifierFromModule,
} from "./workers/verifier-from-module.js";
