import type { SamplingPlan, ToolSchema } from "@whileai/core";
import type { RunTape } from "../cassette/run-tape.js";
import type { ToolView } from "../distractors/tool-view.js";
import type { RunLimits } from "../limits/run-limits.js";
import type { ResolvedOptions } from "../options/resolve-options.js";
import type { SimulateOptions } from "../options/simulate-options.js";
import type { SituationPlan } from "../plan/situation.js";
import type { RunStore, StorePlan } from "../resume/run-store.js";
import type { Roles } from "../roles.js";
import type { Player } from "../rollout/agent.js";
import type { Dialogue } from "../rollout/converse.js";
import type { Replay } from "../rollout/replayed-situations.js";
import type { LandRow } from "../simulation.js";
import type { RunTraces } from "../traces/run-traces.js";
import type { StopRule } from "../until/stop-rule.js";
import type { TaskGate } from "../until/task-gate.js";
import type { RunState } from "./run-state.js";

/** Where a run gets its situations and its players. */
export interface Sources {
  readonly replay: Replay | undefined;
  readonly plan: SituationPlan | undefined;
  readonly traces: RunTraces | undefined;
  readonly roles: Roles;
  /** Where the run is kept; undefined for memory alone. */
  readonly store: StorePlan | undefined;
  /** False keeps no rows in memory. */
  readonly keepRows: boolean;
}

/** One call of `simulate()`: what was asked, and everything that works on it. */
export interface RunParts {
  readonly options: SimulateOptions;
  readonly resolved: ResolvedOptions;
  readonly tools: readonly ToolSchema[];
  /** The tools as the agent sees them, where that differs. */
  readonly view: ToolView | undefined;
  readonly systemPromptSha: string;
  readonly sources: Sources;
  readonly limits: RunLimits;
  readonly state: RunState;
}

/** What is settled when a run begins. */
export interface Setting {
  readonly sampling: SamplingPlan;
  /** The plan as rows tell it. */
  readonly rowPlan: SamplingPlan;
  readonly budget: number;
  readonly stopRule: StopRule | undefined;
  readonly gate: TaskGate | undefined;
  readonly store: RunStore | undefined;
  readonly tape: RunTape | undefined;
  readonly player: Player;
  readonly dialogue: Dialogue | undefined;
  /** Who words the situations. */
  readonly simulator: Roles["simulator"];
  readonly land: LandRow;
  readonly signal: AbortSignal;
}
