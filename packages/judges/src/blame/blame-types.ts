import type { ReportOf, Row } from "@whileai/core";

/** Who a failed or missing verdict is laid to. */
export const BLAME_PARTIES = ["agent", "simulator", "world", "judge", "infrastructure"] as const;

/** Who a failed or missing verdict is laid to: `simulator` is the simulated user, `world` the tools' answers. */
export type BlameParty = (typeof BLAME_PARTIES)[number];

/** What on the row says so, as a code. */
export type BlameEvidence =
  | "backend_failed"
  | "call_ended"
  | "judge_failed"
  | "judge_unreadable"
  | "gold_disagrees"
  | "user_silent"
  | "user_repeats_itself"
  | "user_speaks_as_agent"
  | "user_left_early"
  | "unrecoverable_fault"
  | "gave_up_on_fault"
  | "hid_a_failure"
  | "cut_off"
  | "empty_reply"
  | "failure_class"
  | "nothing_else"
  | "model_said";

/** Where a row stands before it is blamed. */
export type Standing = "passed" | "partial" | "ungraded" | "failed" | "missing";

/** Longest text from the row that a blame quotes. */
export const DETAIL_CHARS = 200;

/** The blame of one row, written as `row.blame`. */
export interface Blame {
  readonly party: BlameParty;
  readonly evidence: BlameEvidence;
  /** What exactly: an error, a tool with its fault, a failure class, a model's reason. */
  readonly detail?: string;
  /** The step that shows it, from 0. */
  readonly step?: number;
  /** What the row alone had said, where a model said otherwise. */
  readonly before?: BlameParty;
}

/** Options of `attributeFailures`. */
export interface AttributeFailuresOptions {
  /**
   * Parties whose failures say nothing of the agent: their rows lose the reward (it is kept in `blame.reward`), so that
   * every rate leaves them out. Default: simulator and infrastructure.
   */
  readonly exclude?: readonly BlameParty[] | undefined;
}

/** The data of a {@link BlameReport}. */
export interface BlameReportFields {
  readonly nRows: number;
  readonly nPassed: number;
  /** Rewards between 0 and 1, which are neither blamed nor cleared. */
  readonly nPartial: number;
  /** Rows that nobody graded. */
  readonly nUngraded: number;
  readonly nFailed: number;
  /** Rows whose grading gave no verdict. */
  readonly nMissing: number;
  /** Entries that are no rows. */
  readonly nNotRows: number;
  /** Failed and missing rows by party. */
  readonly parties: Readonly<Record<BlameParty, number>>;
  /** And by party and evidence. */
  readonly evidence: readonly { readonly party: BlameParty; readonly evidence: BlameEvidence; readonly n: number }[];
  readonly excluded: readonly BlameParty[];
  /** Failed rows that lost their reward. */
  readonly nLeftOut: number;
  /** Passes among rows with a verdict of 0 or 1, before and after rows were left out. */
  readonly passRateBefore: number | null;
  readonly passRateAfter: number | null;
}

/** What `attributeFailures` says about its rows. */
export type BlameReport = ReportOf<"blame", BlameReportFields>;

/** What `attributeFailures` gives. */
export interface AttributedFailures<R extends Row = Row> {
  /** Copies of the rows, in order; failed and missing ones carry `blame`. */
  readonly rows: R[];
  readonly report: BlameReport;
}
