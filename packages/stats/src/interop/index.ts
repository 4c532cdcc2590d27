export type { CsvField } from "./csv/csv-row.js";
export { type CsvOptions, csvRows } from "./csv/csv-rows.js";
export { formatOf } from "./detect-format.js";
export type { InspectOptions } from "./inspect/inspect-options.js";
export { inspectRowStream, inspectRows } from "./inspect/inspect-rows.js";
export { type LmEvalOptions, lmEvalRowStream, lmEvalRows } from "./lm-eval/lm-eval-rows.js";
export { type PromptfooOptions, promptfooRows } from "./promptfoo/promptfoo-rows.js";
export { type ReadResultsOptions, readResults } from "./read-results.js";
export type { ResultsInput } from "./results-input.js";
export {
  RESULTS_FORMATS,
  type ResultProblem,
  type ResultRun,
  type ResultStream,
  type Results,
  type ResultsFormat,
  type ResultsReport,
  type ResultsReportFields,
} from "./results-report.js";
export type { ReadingOptions } from "./results-tally.js";
export type { TextChunks } from "./text-lines.js";
export { type VitestEvalsOptions, vitestEvalsRows } from "./vitest-evals/vitest-evals-rows.js";
