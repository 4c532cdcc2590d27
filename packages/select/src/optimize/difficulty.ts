import { incompleteBeta, type Row } from "@whileai/core";
import { type Band, inBand } from "../signal/band.js";
import type { RlSettings } from "./optimize-options.js";
import type { RlEntry } from "./rl-entry.js";

/** Weight of the Jeffreys prior on each side. */
const JEFFREYS = 0.5;
/** Posterior chance from which a task counts as inside the band. Convention: more likely than not. */
const LIKELY = 0.5;

/** How hard a task is, from the rollouts that vote. */
export interface Difficulty {
  readonly n: number;
  readonly rate: number;
}

/** Where a task lies. */
export type BandVerdict = "inside" | "too_easy" | "too_hard";

/** The pass rate of every task, over usable rows as they are before anything is trimmed. */
export function measureDifficulty(entries: readonly RlEntry<Row>[], votes: (entry: RlEntry<Row>) => boolean) {
  const sums = new Map<string, { n: number; sum: number }>();
  for (const entry of entries) {
    if (entry.label === null || !votes(entry)) continue;
    const task = sums.get(entry.task) ?? { n: 0, sum: 0 };
    sums.set(entry.task, task);
    task.n++;
    task.sum += entry.label;
  }
  return new Map<string, Difficulty>([...sums].map(([task, { n, sum }]) => [task, { n, rate: sum / n }]));
}

/** Whether a task lies in the band by the rule that was asked for. */
export function bandVerdict({ n, rate }: Difficulty, { band, bandRule }: Pick<RlSettings, "band" | "bandRule">) {
  const [low, high] = band;
  const isInside = bandRule === "point" ? inBand(rate, band) : chanceInside({ n, rate }, band) >= LIKELY;
  if (isInside) return "inside" as const;
  return rate > (low + high) / 2 ? ("too_easy" as const) : ("too_hard" as const);
}

/** The posterior chance that a task's true pass rate lies in the band, under a Jeffreys prior. */
export function chanceInside({ n, rate }: Difficulty, [low, high]: Band): number {
  const passes = n * rate + JEFFREYS;
  const fails = n * (1 - rate) + JEFFREYS;
  return incompleteBeta(high, passes, fails) - incompleteBeta(low, passes, fails);
}
