import type { RandomStream } from "@whileai/core";
import { type Column, dot } from "./column.js";
import { type ConjunctionPool, strongest } from "./conjunctions.js";
import type { GradedRows } from "./graded-rows.js";

/** How the floor under chance correlations is measured. */
export interface FloorSettings {
  readonly permutations: number;
  readonly alpha: number;
  /** `refit` picks the conjunctions anew in every shuffle; `fixed` keeps those that the real rewards picked. */
  readonly floor: "refit" | "fixed";
  readonly seeds: number;
}

/**
 * The |rho| that the strongest feature reaches when rewards are shuffled inside each ask, so that no feature can have
 * anything to do with them: the order statistic that chance passes in at most `alpha` of the shuffles.
 */
export function shuffleFloor(
  columns: readonly Column[],
  pool: ConjunctionPool | null,
  graded: GradedRows,
  settings: FloorSettings,
  stream: RandomStream,
): number {
  const varying = columns.filter((column) => column.norm > 0);
  const scale = Math.sqrt(graded.squares);
  const shuffled = graded.centred.slice();
  const poolColumns = pool?.columns ?? [];
  const poolIndex = new Map(poolColumns.map((column, index) => [column, index]));
  const poolStrength = new Float64Array(poolColumns.length);
  const largest = new Float64Array(settings.permutations);

  for (let draw = 0; draw < settings.permutations; draw++) {
    shuffleInside(shuffled, graded.starts, stream);
    let best = 0;
    for (const column of varying) {
      const rho = Math.abs(dot(column, shuffled)) / (column.norm * scale);
      if (rho > best) best = rho;
      const index = poolIndex.get(column);
      if (index !== undefined) poolStrength[index] = rho;
    }
    if (pool !== null) {
      const picked = strongest(poolStrength, settings.seeds);
      for (const [position, left] of picked.entries())
        for (const right of picked.slice(position + 1)) best = Math.max(best, pool.strength(left, right, shuffled));
    }
    largest[draw] = best;
  }
  largest.sort();
  const counted = settings.floor === "refit" ? settings.permutations + 1 : settings.permutations;
  const position = Math.ceil((1 - settings.alpha) * counted - 1e-9) - 1;
  return Math.min(1, largest[Math.min(largest.length - 1, Math.max(0, position))] as number);
}

/** Shuffles a vector over the rows inside each ask. */
export function shuffleInside(vector: Float64Array, starts: Int32Array, stream: RandomStream): void {
  for (let group = 0; group + 1 < starts.length; group++) {
    const from = starts[group] as number;
    for (let last = (starts[group + 1] as number) - 1; last > from; last--) {
      const other = from + stream.integer(last - from + 1);
      const kept = vector[last] as number;
      vector[last] = vector[other] as number;
      vector[other] = kept;
    }
  }
}
