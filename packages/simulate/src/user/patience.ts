/** How likely the person is to walk away instead of answering: at the agent's second question, and at each later one. */
export interface PatienceChances {
  readonly second: number;
  readonly later: number;
}

export const PATIENCE_NAMES = ["short", "normal", "endless"] as const;
export type Patience = (typeof PATIENCE_NAMES)[number] | PatienceChances;

export const DEFAULT_PATIENCE = "normal";

/** Conventions of the Python package. */
const CHANCES: Readonly<Record<(typeof PATIENCE_NAMES)[number], PatienceChances>> = {
  short: { second: 0.6, later: 0.9 },
  normal: { second: 0.35, later: 0.6 },
  endless: { second: 0, later: 0 },
};

/** The chance to walk away at the agent's `question`-th question, counted from 1. The first is always answered. */
export function chanceToLeave(patience: Patience, question: number): number {
  if (question < 2) return 0;
  const { second, later } = typeof patience === "string" ? CHANCES[patience] : patience;
  return question === 2 ? second : later;
}

/** Whether the person can walk away at all. */
export const canLeave = (patience: Patience): boolean =>
  chanceToLeave(patience, 2) > 0 || chanceToLeave(patience, 3) > 0;
