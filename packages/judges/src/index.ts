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
export type { Constitution } from "./constitution/constitution.js";
export { type LoadSpecOptions, loadSpec } from "./constitution/load-spec.js";
export type { ConstitutionFormat } from "./constitution/parse-constitution-text.js";
export type { Authority, Trait, TraitExample } from "./constitution/trait.js";
export {
  DEFAULT_GRADE_CONCURRENCY,
  type Graded,
  type GradedRow,
  type GradeOptions,
  type GradeProgress,
  grade,
} from "./grade/grade.js";
export type { GradeFields, GradeReport } from "./grade/grade-report.js";
export { type JudgeLike, toJudge } from "./grade/to-judge.js";
export { failures, partials, passes, unjudged } from "./grade/verdict-views.js";
export { type AskingJudge, isAskingJudge } from "./judge/asking-judge.js";
export { Judge, type JudgeOptions, type RubricJudge } from "./judge/judge.js";
export { type ParsedVerdict, type ParseVerdictOptions, parseVerdict } from "./judge/parse-verdict.js";
export { type Criterion, type CriterionInput, type CriterionKind, criterionSlug } from "./rubric/criterion.js";
export { type ParsedRubricReply, parseRubricReply } from "./rubric/parse-rubric-reply.js";
export { isRubric, Rubric, type RubricObject, type RubricOptions } from "./rubric/rubric.js";
export { rubricWords } from "./rubric/rubric-words.js";
export type { RubricScore, ScoreRubricOptions } from "./rubric/score-answers.js";
export { taskHalf } from "./trust/task-half.js";
export type { JSONFieldOptions } from "./verify/json-field.js";
export type { JudgePart } from "./verify/judge-parts.js";
export { type CalledTool, readToolCalls } from "./verify/read-tool-calls.js";
export type { ScoreFunction } from "./verify/score-fn.js";
export type { Verifier, VerifierOptions } from "./verify/verifier.js";
export { verify } from "./verify/verify.js";
