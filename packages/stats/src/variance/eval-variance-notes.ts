import { countText, type Note } from "@whileai/core";
import { listed, shortName } from "../table/names.js";
import type { EvalVarianceFields } from "./eval-variance-types.js";
import { FEW_RUNS_BELOW, FEWEST_RUNS } from "./run-means.js";

const named = (groups: readonly (readonly string[])[]): string => groups.map(listed).join("; and ");

/** The notes of a re-run spread, in their fixed order. */
export function evalVarianceNotes(fields: EvalVarianceFields): Note[] {
  const { nRuns, means, nUnkeyed, tasksInEveryRun, tasksInAnyRun, replayedRuns, rescoredRuns, metric } = fields;
  const notes: Note[] = [];
  if (nUnkeyed > 0)
    notes.push({
      code: "unkeyed_rows",
      severity: "warning",
      message: `${countText(nUnkeyed, "row")} left out that ${nUnkeyed === 1 ? "says" : "say"} no run.`,
      fix: "Stamp `lineage.eval_run`, or name the field with `by`.",
    });
  const empty = [...means].filter(([, mean]) => mean === null).map(([name]) => name);
  if (empty.length > 0)
    notes.push({
      code: "empty_runs",
      severity: "warning",
      message: `no readable ${shortName(metric)} in ${listed(empty)}: not counted as ${empty.length === 1 ? "a run" : "runs"}.`,
    });
  if (nRuns < FEW_RUNS_BELOW)
    notes.push({
      code: "few_runs",
      severity: "warning",
      message: `${countText(nRuns, "run")} ${nRuns === 1 ? "says" : "say"} ${nRuns < FEWEST_RUNS ? "nothing" : "little"} about the spread between runs.`,
      fix: `Run the same tasks at least ${FEW_RUNS_BELOW} times.`,
    });
  if (tasksInEveryRun < tasksInAnyRun)
    notes.push({
      code: "different_tasks",
      severity: "warning",
      message: `${tasksInEveryRun} of ${tasksInAnyRun} tasks are in every run, so the spread holds differences of the tasks too.`,
      fix: "Run the same tasks every time.",
    });
  if (replayedRuns.length > 0)
    notes.push({
      code: "duplicate_runs",
      severity: "warning",
      message: `${named(replayedRuns)} hold the same replies with the same verdicts: one run copied, a cache, or an agent without chance, and no measure of noise.`,
      fix: "Run the agent anew for every run, without replay or cache.",
    });
  if (rescoredRuns.length > 0)
    notes.push({
      code: "rescored_runs",
      severity: "info",
      message: `${named(rescoredRuns)} hold the same replies with other verdicts: their spread is the judge's, not the agent's.`,
    });
  return notes;
}
