import type { Dimension } from "./situation.js";

/** What a plan should show more often than it would by itself. */
export interface PlanAim {
  /** By axis and level: how many times its plain share of the situations a level should have. Levels that are not named have 1. */
  readonly weights: Readonly<Partial<Record<Dimension, ReadonlyMap<string, number>>>>;
}
