export type { ExportPairsOptions, ExportRowsOptions, MessageOptions, PairFormat, RowFormat } from "./export-options.js";
export { PAIR_FORMATS, ROW_FORMATS } from "./export-options.js";
export { exportPairs } from "./export-pairs.js";
export type { ExportRecord, ToolEnvelope, TrainingMessage, TrainingToolCall } from "./export-record.js";
export type { DroppedRow, ExportReport, ExportReportFields } from "./export-report.js";
export { type ExportResult, exportRows } from "./export-rows.js";
export { toolEnvelopes } from "./tool-envelopes.js";
