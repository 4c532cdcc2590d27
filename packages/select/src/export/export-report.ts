import { countText, createReport, type Note, type Report, type ReportOf, renderNotes } from "@whileai/core";

/** A row or pair that is not in the file, and why. */
export interface DroppedRow {
  /** Position among what was given, from 0. */
  readonly index: number;
  readonly rolloutId: string;
  readonly code: "no_agent_turn" | "ungraded" | "not_a_row" | "tie" | "no_contrast" | "not_a_pair";
}

export interface ExportReportFields {
  readonly format: string;
  /** Rows or pairs given. */
  readonly nGiven: number;
  readonly nRecords: number;
  /** What the loss covers; null where the format has no loss. */
  readonly mask: "assistant" | "final" | "turn" | null;
  readonly unrolled: boolean;
  /** Assistant messages that are trained on, over all records. */
  readonly trainedMessages: number;
  readonly maskedMessages: number;
  readonly withSystem: number;
  readonly withTools: number;
  /** Tasks in the file, and tasks that occur more than once. */
  readonly tasks: number;
  readonly groups: number;
  readonly toolCalls: number;
  readonly toolOutputsCut: number;
  readonly toolOutputCharsCut: number;
  readonly privilegedLeaks: { readonly checked: boolean; readonly nChecked: number; readonly nLeaked: number };
  readonly rewards: {
    readonly nPass: number;
    readonly nFail: number;
    readonly nPartial: number;
    readonly nUngraded: number;
  };
  readonly dropped: readonly DroppedRow[];
  readonly columns: readonly string[];
}

export type ExportReport = ReportOf<"export", ExportReportFields>;

function render(report: Report & ExportReportFields): string {
  const { rewards, privilegedLeaks: leaks } = report;
  const trained =
    report.mask === null
      ? []
      : [
          `  trained: ${countText(report.trainedMessages, "message")} of the agent, ${countText(report.maskedMessages, "message")} as context only`,
        ];
  return [
    `export ${report.format}: ${countText(report.nRecords, "record")} from ${report.nGiven} given`,
    ...trained,
    `  rewards: ${rewards.nPass} pass, ${rewards.nFail} fail, ${rewards.nPartial} partial, ${rewards.nUngraded} ungraded`,
    `  with system prompt: ${report.withSystem}, with tools: ${report.withTools}, tool calls: ${report.toolCalls}`,
    `  tasks: ${report.tasks}, with more than one rollout: ${report.groups}`,
    `  privileged leaks: ${leaks.checked ? `${leaks.nLeaked} of ${leaks.nChecked} checked` : "nothing to check"}`,
    ...renderNotes(report.notes),
  ].join("\n");
}

/** The report of an export; it prints itself. */
export function exportReport(fields: ExportReportFields, notes: readonly Note[]): ExportReport {
  return createReport("export", fields, notes, render);
}
