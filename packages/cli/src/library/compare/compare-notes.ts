import { isRecord, type Note, normalizeTools, type Row } from "@whileai/core";
import type { SimulationReport } from "@whileai/simulate";
import type { CompareSide } from "./compare-options.js";

/** What a comparison wants known beyond what its delta report says. */
export function compareNotes(
  nChanges: number,
  sides: readonly CompareSide[],
  tasks: Iterable<Row>,
  runs: readonly SimulationReport[],
): Note[] {
  const notes: Note[] = [];
  if (nChanges === 0)
    notes.push({
      code: "nothing_changed",
      severity: "info",
      message: "Nothing differs between the sides: what the report shows is the noise of playing again.",
    });
  const stopped = runs.filter(({ stoppedBecause }) => stoppedBecause.startsWith("max_"));
  if (stopped.length > 0)
    notes.push({
      code: "stopped_at_limit",
      severity: "warning",
      message: "A limit on spending ended a side early: not all tasks were played on both.",
      fix: "Raise the limit; what is kept in a folder is not played again.",
    });
  const names = sides.map(({ tools = [] }) => new Set(normalizeTools(tools).map(({ name }) => name)));
  const missing = new Set<string>();
  for (const row of tasks) {
    const faults = isRecord(row) && Array.isArray(row.faults_planned) ? row.faults_planned : [];
    for (const fault of faults)
      if (isRecord(fault) && typeof fault.tool === "string" && names.some((known) => !known.has(fault.tool as string)))
        missing.add(fault.tool);
  }
  if (missing.size > 0)
    notes.push({
      code: "faults_of_one_side",
      severity: "warning",
      message: `Tasks plan faults of ${[...missing].sort().join(", ")}, which one of the sides lacks: there they cannot happen.`,
      fix: "Plan faults of tools that both sides have, or keep the tool's name.",
    });
  return notes;
}
