import {
  asSentence,
  createReport,
  type Note,
  percentText,
  type ReportOf,
  renderNotes,
  type SamplingPlan,
} from "@whileai/core";
import type { Mode } from "./options/mode.js";
import type { CoverageCertificate, Situation } from "./plan/situation.js";
import type { GroupSummary } from "./rollout/group-schedule.js";
import type { SimulatedRow } from "./rollout/simulated-row.js";

/** Why a run ended: its budget was spent, its tasks were done, or the caller ended it. */
export type StopReason = "budget" | "tasks_done" | "aborted";

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
  readonly rows: readonly SimulatedRow[];
  readonly groups: readonly GroupSummary[];
  readonly rowsPerRun: readonly number[];
  readonly coverage: CoverageCertificate | null;
  readonly agentErrors: AgentErrorCounts;
  readonly hasGrader: boolean;
  readonly graderFailures: number;
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
  /** Tokens of the agent; null when no server said, or some did not. */
  readonly usage: { readonly inputTokens: number | null; readonly outputTokens: number | null };
}

export type SimulationReport = ReportOf<"simulation", SimulationReportFields>;

/** Sums up a run. */
export function simulationReport(record: RunRecord): SimulationReport {
  const { rows, groups, samplingPlan } = record;
  const planned = rows.filter((row) => row.faults_planned.length > 0).length;
  const probes = samplingPlan.policy === "probe" || samplingPlan.policy === "hazard";
  const fields: SimulationReportFields = {
    mode: record.mode,
    seed: record.seed,
    rows: rows.length,
    prompts: new Set(rows.map((row) => JSON.stringify([row.scenario_id, row.prompt]))).size,
    runs: record.rowsPerRun.length,
    rowsPerRun: record.rowsPerRun,
    stoppedBecause: record.stoppedBecause,
    repeats: {
      ...samplingPlan,
      split: groups.filter((group) => group.isSplit).length,
      rolloutsSaved: groups.reduce((sum, group) => sum + samplingPlan.k - group.rollouts, 0),
      label: probes ? (record.hasGrader ? "reward" : "behavior") : "none",
    },
    coverage: record.coverage,
    tiers: tally(rows.map((row) => row.tier)),
    faults: {
      planned,
      share: rows.length === 0 ? null : planned / rows.length,
      met: rows.filter((row) => row.faults_fired.length > 0).length,
      byMode: tally(rows.flatMap((row) => row.faults_fired.map((fault) => fault.mode))),
    },
    finishReasons: tally(rows.map((row) => row.finish_reason)),
    agentErrors: record.agentErrors,
    usage: usageOf(rows),
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

function tally(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function usageOf(rows: readonly SimulatedRow[]): SimulationReportFields["usage"] {
  const sum = (key: "input_tokens" | "output_tokens"): number | null => {
    let total = 0;
    for (const row of rows) {
      const tokens = row.usage?.[key];
      if (typeof tokens !== "number") return null;
      total += tokens;
    }
    return rows.length === 0 ? null : total;
  };
  return { inputTokens: sum("input_tokens"), outputTokens: sum("output_tokens") };
}

const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  budget: "ended by the budget",
  tasks_done: "ended with the last task",
  aborted: "ended early by an abort",
};

function render(report: SimulationReport): string {
  const { repeats, faults, coverage } = report;
  const lines = [
    `simulation: ${report.rows} rows from ${report.prompts} prompts (mode ${report.mode}, seed ${report.seed}), ${STOP_WORDS[report.stoppedBecause]}`,
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
  const { inputTokens, outputTokens } = report.usage;
  if (inputTokens !== null) lines.push(`  tokens: ${inputTokens} in, ${outputTokens ?? "unknown"} out`);
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

/** The situations of groups. */
export const situationsOf = (groups: readonly GroupSummary[]): Situation[] => groups.map((group) => group.situation);
