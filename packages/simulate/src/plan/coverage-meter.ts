import { UNSPECIFIED } from "@whileai/core";
import type { CellGrid } from "./cell-grid.js";
import { CoverageCounter } from "./coverage-counter.js";
import { type CoverageCertificate, type CoverageMeter, DIMENSIONS, type Situation } from "./situation.js";

/** A meter of what situations cover of a grid. */
export function coverageMeter(grid: CellGrid, strength: number): CoverageMeter {
  const counter = new CoverageCounter(grid.levels, strength, grid.constraints);
  return {
    add(situation: Situation): void {
      const row = grid.row(situation.dimensions);
      // Of a seed's text only the tool and its condition are known, so only combinations of those are counted.
      counter.add(
        situation.arm === "pinned"
          ? row.map((level, at) => (situation.dimensions[DIMENSIONS[at] ?? "tool"] === UNSPECIFIED ? -1 : level))
          : row,
      );
    },
    certificate(): CoverageCertificate {
      const { forbiddenRows: _, uncovered, ...counts } = counter.report();
      return { ...counts, uncovered: uncovered.map((combination) => grid.levelNames(combination)) };
    },
  };
}
