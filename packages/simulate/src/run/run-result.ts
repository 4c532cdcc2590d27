import { asSentence, describeError, type Json, type Note } from "@whileai/core";
import { unusedOptions } from "../options/unused-options.js";
import { type StopReason, simulationReport, type UntilSummary } from "../report.js";
import type { SimulationResult } from "../simulation.js";
import { rowPlanNotes } from "../until/row-plan.js";
import type { RunParts, Setting } from "./run-parts.js";

/** The rows of a run that has ended, and its report. */
export function runResult(parts: RunParts, setting: Setting, stoppedBecause: StopReason): SimulationResult {
  const { options, resolved, tools, sources, limits, state } = parts;
  const { mode, seed, systemPrompt } = resolved;
  const { sampling, store, tape } = setting;
  const resumed = store?.recalled ?? 0;
  const { tally, counts } = state;
  const rows = state.rows();
  const { redaction } = resolved;
  const shown = <T>(value: T): T => (redaction?.json(value as Json) as T | undefined) ?? value;
  const isWhole = stoppedBecause !== "aborted" && limits.stop === undefined;
  const report = simulationReport({
    mode,
    seed,
    samplingPlan: sampling,
    stoppedBecause,
    tally,
    // What the caller wrote, rules of a prompt for one, can hold what the rows must not.
    coverage: shown(state.coverage?.certificate() ?? null),
    agentErrors: {
      failures: counts.failures,
      retried: counts.retried,
      lost: counts.lost,
      first: counts.first === undefined ? null : shown(describeError(counts.first.error)),
    },
    hasGrader: options.grader !== undefined,
    graderFailures: counts.graderFailures,
    until: untilSummary(parts, setting),
    conversations: resolved.turns.mean > 1 ? tally.conversations : null,
    traces: shown(sources.traces?.summary() ?? null),
    distractors: state.distractors?.summary() ?? null,
    spend: limits.spend(),
    estimate: limits.estimate,
    cassette: tape?.summary() ?? null,
    folder: store?.dir ?? null,
    resumed,
    notes: shown([
      ...state.notes,
      ...runNotes(parts, setting),
      ...rowPlanNotes(sampling, setting.rowPlan),
      ...(store?.notes(isWhole) ?? []),
      ...(tape?.notes({ roles: limits.roles, resumed, isRedacted: redaction !== undefined }) ?? []),
      ...limits.notes(),
      ...state.fallbacks.notes(),
      ...(sources.traces?.notes() ?? []),
      ...state.user.notes(),
      ...(state.distractors?.notes() ?? []),
      ...state.branches.notes(),
    ]),
  });
  return { rows, report, tools, systemPrompt, mode, seed, toString: () => report.toString() };
}

function untilSummary({ state }: RunParts, { gate, stopRule }: Setting): UntilSummary | null {
  if (gate === undefined || stopRule === undefined) return null;
  return {
    ...gate.summary(),
    level: stopRule.level,
    isEnough: gate.isEnough,
    tasksStopped: state.tally.stopped,
    rolloutsSaved: state.tally.sparedByStops + state.spared,
  };
}

function runNotes({ options, sources, state }: RunParts, { store }: Setting): Note[] {
  const { skipped = 0, skippedFaults = 0 } = sources.replay ?? {};
  const notes: Note[] = unusedOptions(options, typeof sources.roles.agent !== "function");
  if (skipped > 0) {
    notes.push({
      code: "tasks_skipped",
      severity: "warning",
      message: `${skipped} ${skipped === 1 ? "row" : "rows"} of tasks without a prompt skipped.`,
    });
  }
  if (skippedFaults > 0) {
    notes.push({
      code: "task_faults_skipped",
      severity: "warning",
      message: `${skippedFaults} planned ${skippedFaults === 1 ? "fault" : "faults"} of tasks cannot be played here, left out.`,
      fix: "Give modes of your own as faults.modes.",
    });
  }
  if (state.meter.failure !== undefined) {
    notes.push({
      code: "progress_failed",
      severity: "warning",
      message: `onProgress threw and was not called again: ${asSentence(describeError(state.meter.failure.error))}`,
    });
  }
  if (!sources.keepRows) {
    notes.push({
      code: "rows_not_kept",
      severity: "info",
      message: `store.keepRows is false: the rows are ${store === undefined ? "with whoever read them" : `in ${store.dir}/rows.jsonl`} and not in this result.`,
    });
  }
  return notes;
}
