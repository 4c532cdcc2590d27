import {
  asSentence,
  createReport,
  fixedText,
  type Interval,
  type Note,
  percentText,
  type ReportOf,
  renderNotes,
  type SamplingPlan,
} from "@whileai/core";
import { thousandsText } from "@whileai/core/backends";
import { type CassetteSummary, cassetteLine } from "./cassette/run-tape.js";
import { type DistractorSummary, distractorLine } from "./distractors/distractor-report.js";
import { estimateText, type RunEstimate } from "./limits/run-estimate.js";
import type { RunSpend } from "./limits/run-limits.js";
import { spendLine } from "./limits/spend-line.js";
import type { Mode } from "./options/mode.js";
import type { CoverageCertificate } from "./plan/situation.js";
import type { ConversationCounts, RunTally } from "./run-tally.js";
import { type TracesSummary, tracesLine } from "./traces/traces-summary.js";

/** Why a run ended: its budget was spent, its tasks were done, enough was known, a limit on spending or the caller ended it. */
export type StopReason = "budget" | "tasks_done" | "until" | "max_usd" | "max_tokens" | "aborted";

/** What `until` came to. */
export interface UntilSummary {
  /**
   * Pass@1 of the run: the mean over tasks of the mean reward of each task's first rollouts, in the order of the plan. With
   * chance `level` it holds the rate, although the run could stop at any look. Null when no task was graded.
   */
  readonly interval: Interval | null;
  readonly level: number;
  /** Tasks that the interval is made from, and those that had no reward. */
  readonly tasks: number;
  readonly ungraded: number;
  /** True when the interval was enough and ended the run. */
  readonly isEnough: boolean;
  /** Tasks that ended before k rollouts because their own interval was enough. */
  readonly tasksStopped: number;
  /** Rollouts that were not needed: those of stopped tasks, and what the budget and the tasks left. */
  readonly rolloutsSaved: number;
}

/** How often the agent failed, and how. */
export interface AgentErrorCounts {
  /** Rollouts whose agent threw, retries included. */
  readonly failures: number;
  readonly retried: number;
  /** Rollouts that were given up: they are no rows. */
  readonly lost: number;
  /** What the first failure said. */
  readonly first: string | null;
}

/** What is known when a run has ended. */
export interface RunRecord {
  readonly mode: Mode;
  readonly seed: number;
  readonly samplingPlan: SamplingPlan;
  readonly stoppedBecause: StopReason;
  readonly tally: RunTally;
  readonly coverage: CoverageCertificate | null;
  readonly agentErrors: AgentErrorCounts;
  readonly hasGrader: boolean;
  readonly graderFailures: number;
  readonly until: UntilSummary | null;
  readonly conversations: ConversationCounts | null;
  readonly traces: TracesSummary | null;
  readonly distractors: DistractorSummary | null;
  readonly spend: RunSpend;
  readonly estimate: RunEstimate | null;
  readonly cassette: CassetteSummary | null;
  readonly folder: string | null;
  readonly resumed: number;
  readonly notes: readonly Note[];
}

/** The report's own data. */
export interface SimulationReportFields {
  readonly mode: Mode;
  readonly seed: number;
  readonly rows: number;
  readonly prompts: number;
  readonly runs: number;
  readonly rowsPerRun: readonly number[];
  readonly stoppedBecause: StopReason;
  readonly repeats: SamplingPlan & { readonly split: number; readonly rolloutsSaved: number; readonly label: string };
  readonly coverage: CoverageCertificate | null;
  readonly tiers: Readonly<Record<string, number>>;
  readonly faults: {
    /** Rows whose situation plans a fault, and the share of all rows. */
    readonly planned: number;
    readonly share: number | null;
    /** Rows where one was met, and how often each mode was. */
    readonly met: number;
    readonly byMode: Readonly<Record<string, number>>;
  };
  readonly finishReasons: Readonly<Record<string, number>>;
  readonly agentErrors: AgentErrorCounts;
  /** Null without `until`. */
  readonly until: UntilSummary | null;
  /** Null where the agent answers the prompt and that is all. */
  readonly conversations: ConversationCounts | null;
  /** Null without `traces`. */
  readonly traces: TracesSummary | null;
  /** Null without `distractors`. */
  readonly distractors: DistractorSummary | null;
  /** Null without `store.cassette`. */
  readonly cassette: CassetteSummary | null;
  /** The folder that holds the run's `rows.jsonl`; null when it is kept in memory alone. */
  readonly folder: string | null;
  /** Rows that came from an earlier session of the run. */
  readonly resumed: number;
  /** Tokens of the agent; null when no server said, or some did not. */
  readonly usage: { readonly inputTokens: number | null; readonly outputTokens: number | null };
  /** What the models of each role used in this session, calls of lost rollouts included. */
  readonly spend: RunSpend;
  /** What the run was expected to use, at most; null when no model is called. */
  readonly estimate: RunEstimate | null;
}

export type SimulationReport = ReportOf<"simulation", SimulationReportFields>;

/** Sums up a run. */
export function simulationReport(record: RunRecord): SimulationReport {
  const { tally, samplingPlan } = record;
  const probes = samplingPlan.policy === "probe" || samplingPlan.policy === "hazard";
  const fields: SimulationReportFields = {
    mode: record.mode,
    seed: record.seed,
    rows: tally.rows,
    prompts: tally.prompts,
    runs: tally.rowsPerRun.length,
    rowsPerRun: tally.rowsPerRun,
    stoppedBecause: record.stoppedBecause,
    repeats: {
      ...samplingPlan,
      split: tally.split,
      rolloutsSaved: tally.rolloutsSaved,
      label: probes ? (record.hasGrader ? "reward" : "behavior") : "none",
    },
    coverage: record.coverage,
    tiers: tally.tiers,
    faults: {
      planned: tally.planned,
      share: tally.rows === 0 ? null : tally.planned / tally.rows,
      met: tally.met,
      byMode: tally.faultModes,
    },
    finishReasons: tally.finishReasons,
    agentErrors: record.agentErrors,
    until: record.until,
    conversations: record.conversations,
    traces: record.traces,
    distractors: record.distractors,
    cassette: record.cassette,
    folder: record.folder,
    resumed: record.resumed,
    usage: tally.usage,
    spend: record.spend,
    estimate: record.estimate,
  };
  return createReport("simulation", fields, notesOf(record, probes), render);
}

function notesOf(record: RunRecord, probes: boolean): Note[] {
  const notes: Note[] = [...record.notes];
  const { agentErrors, graderFailures } = record;
  if (probes && !record.hasGrader) {
    notes.push({
      code: "split_by_behavior",
      severity: "info",
      message:
        "Prompts were filled where the two probes behaved differently (reply length aside); no grader was given.",
      fix: "Give `grader` to fill where rewards differ.",
    });
  }
  if (graderFailures > 0) {
    notes.push({
      code: "grader_failed",
      severity: "warning",
      message: `The grader gave no reward for ${graderFailures} rollouts; their behaviour was compared instead.`,
    });
  }
  if (agentErrors.lost > 0) {
    notes.push({
      code: "rollouts_lost",
      severity: "warning",
      message: `The agent failed, and ${agentErrors.lost === 1 ? "1 rollout was" : `${agentErrors.lost} rollouts were`} lost. First error: ${asSentence(agentErrors.first ?? "unknown")}`,
    });
  }
  return notes;
}

const count = (number: number, word: string): string => `${number} ${number === 1 ? word : `${word}s`}`;

const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  budget: "ended by the budget",
  tasks_done: "ended with the last task",
  until: "ended when enough was known",
  max_usd: "ended early by limits.maxUsd",
  max_tokens: "ended early by limits.maxTokens",
  aborted: "ended early by an abort",
};

function render(report: SimulationReport): string {
  const { repeats, faults, coverage } = report;
  const lines = [
    `simulation: ${count(report.rows, "row")} from ${count(report.prompts, "prompt")} (mode ${report.mode}, seed ${report.seed}), ${STOP_WORDS[report.stoppedBecause]}`,
    `  repeats: ${repeats.policy}, k=${repeats.k}${repeats.probe === undefined ? "" : `, probe ${repeats.probe}: ${repeats.split} prompts split, ${repeats.rolloutsSaved} rollouts saved`}`,
    ...(report.runs > 1 ? [`  runs: ${report.runs} (${report.rowsPerRun.join(", ")} rows)`] : []),
    ...(coverage === null
      ? []
      : [
          `  coverage: ${coverage.covered} of ${coverage.feasible} possible ${coverage.strength === 2 ? "pairs" : `combinations of ${coverage.strength}`} of situation values (${percentText(coverage.fraction)})`,
        ]),
    `  rows by tier: ${list(report.tiers) || "none"}`,
    `  faults: planned in ${faults.planned} rows${faults.share === null ? "" : ` (${percentText(faults.share)})`}, met in ${faults.met}${faults.met > 0 ? ` (${list(faults.byMode)})` : ""}`,
  ];
  if (report.conversations !== null) lines.push(conversationLine(report.conversations));
  const { inputTokens, outputTokens } = report.usage;
  if (inputTokens !== null)
    lines.push(
      `  agent tokens: ${thousandsText(inputTokens)} in, ${outputTokens === null ? "unknown" : thousandsText(outputTokens)} out`,
    );
  const spent = spendLine(report.spend, report.resumed > 0);
  if (spent !== undefined) lines.push(spent);
  if (report.estimate !== null) lines.push(`  expected before the start: at most ${estimateText(report.estimate)}`);
  if (report.until !== null) lines.push(untilLine(report.until));
  if (report.traces !== null) lines.push(tracesLine(report.traces));
  if (report.distractors !== null) lines.push(distractorLine(report.distractors));
  if (report.cassette !== null) lines.push(cassetteLine(report.cassette));
  if (report.folder !== null) lines.push(`  kept in ${report.folder}`);
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

function conversationLine({ userTurns, userLeft }: ConversationCounts): string {
  const turns = userTurns === null ? "no" : fixedText(userTurns, 1);
  return `  conversations: ${turns} user turns on average, the person walked away from ${userLeft}`;
}

function untilLine({ interval, level, tasks, tasksStopped, rolloutsSaved }: UntilSummary): string {
  const rate =
    interval === null
      ? "pass@1 unknown"
      : `pass@1 from ${fixedText(interval.low, 2)} to ${fixedText(interval.high, 2)} (${percentText(level)}, ${tasks} tasks)`;
  return `  until: ${rate}; ${tasksStopped} tasks stopped early, ${rolloutsSaved} rollouts saved`;
}
