import type { Dimension } from "../plan/situation.js";

/** One call of a tool in a past conversation. */
interface TraceCall {
  readonly tool: string;
  /** The fault its result shows, as `stepFault` names it; null for a sound result and for one that was not recorded. */
  readonly fault: string | null;
}

/** A past conversation, whatever recorded it, as far as it can aim the next run. */
export interface Trace {
  /** What the user said, turn by turn; empty where the recording leaves texts out. */
  readonly asks: readonly string[];
  readonly calls: readonly TraceCall[];
  /** The agent's last words; empty when it ended without any, null when the recording does not say. */
  readonly finalText: string | null;
  /** Null when nobody graded it. */
  readonly reward: number | null;
  /** The levels of the situation it was played in, where the recording carries them. */
  readonly dimensions: Readonly<Partial<Record<Dimension, string>>>;
}

/** What a record says of its conversation beside the turns. */
export type TraceFacts = Pick<Trace, "reward" | "dimensions">;
