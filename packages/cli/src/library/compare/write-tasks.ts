import type { Row } from "@whileai/core";
import type { AgentReply, SimulationReport } from "@whileai/simulate";
import { simulate } from "../simulate.js";
import { given, WRITING_OPTIONS } from "./check-compare-options.js";
import { type CompareSide, DEFAULT_TASKS } from "./compare-options.js";
import { type ComparePlan, tellRun } from "./play-side.js";

/** Tasks that both sides play. */
export interface WrittenTasks {
  readonly rows: readonly Row[];
  readonly simulation: SimulationReport;
}

/** Plays no part: only the situations are wanted, and a reply may not be empty. */
const nobody = (): AgentReply => ({ steps: [], final_text: "-" });

/**
 * Writes the situations once, for the tools and the rules of one side, so that both sides meet the same asks in the same
 * worlds with the same faults.
 */
export async function writeTasks(side: CompareSide, { options, store }: ComparePlan): Promise<WrittenTasks> {
  const { budget = DEFAULT_TASKS, faults, seed, signal, limits } = options;
  const data = await simulate({
    ...given(options, WRITING_OPTIONS),
    agent: nobody,
    tools: side.tools,
    systemPrompt: side.systemPrompt,
    mode: "explore",
    budget,
    faults,
    seed,
    signal,
    limits,
    store: store("tasks"),
    onProgress: tellRun(options, "tasks"),
  });
  return { rows: data.rows, simulation: data.report as SimulationReport };
}
