import { isRecord, type Note, normalizeTools, type Row } from "@whileai/core";
import type { SimulationReport } from "@whileai/simulate";
import type { DeclaredChange } from "@whileai/stats";
import type { CompareSide } from "./compare-options.js";

/** What functions are not told. */
const UNREAD: ReadonlySet<DeclaredChange> = new Set(["system_prompt", "temperature", "max_tokens"] as const);

/** What a comparison wants known beyond what its delta report says. */
export function compareNotes(
  changed: readonly DeclaredChange[],
  sides: readonly CompareSide[],
  tasks: Iterable<Row>,
  runs: readonly SimulationReport[],
): Note[] {
  const notes: Note[] = [];
  if (changed.length === 0)
    notes.push({
      code: "nothing_changed",
      severity: "info",
      message: "Nothing differs between the sides: what the report shows is the noise of playing again.",
    });
  if (typeof sides[0]?.agent === "function" && changed.length > 0 && changed.every((change) => UNREAD.has(change)))
    notes.push({
      code: "change_unread",
      severity: "warning",
      message: `Both sides play one function, which is told neither system prompt nor sampling: ${changed.join(", ")} changed nothing that it reads.`,
      fix: "Give each side a function of its own, or a model.",
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
