import type { ToolSchema } from "@whileai/core";
import { readTool } from "../situations/tool-reading.js";
import { cellGrid } from "./cell-grid.js";
import { cellOrder } from "./cell-order.js";
import { coverageMeter } from "./coverage-meter.js";
import { DEFAULT_STRENGTH } from "./covering-array.js";
import type { SituationConstraint } from "./default-constraints.js";
import type { PlanAim } from "./plan-aim.js";
import { planRows } from "./plan-rows.js";
import type { PreviousRows } from "./previous-cells.js";
import { seedSituations } from "./seed-situations.js";
import { ShareMeter } from "./share-meter.js";
import type { Assignment, Situation, SituationPlan } from "./situation.js";
import { TextSet } from "./text-set.js";
import { CellWriter } from "./write-cell.js";

export type { SituationConstraint } from "./default-constraints.js";

/** Share of ambiguous, boundary and adversarial situations once the grid is covered. Convention of the Python package. */
const DEFAULT_HARD_SHARE = 0.4;

export interface CoverageOptions {
  readonly strength?: 2 | 3 | 4 | undefined;
  /** Combinations that must not occur, besides those that cannot be true. */
  readonly constraints?: readonly SituationConstraint[] | undefined;
  /** Levels of your own for named axes. */
  readonly dimensions?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
  readonly hardShare?: number | undefined;
  /**
   * Rows of an earlier run, or its result: after an edit of a tool or a rule, situations that are still possible keep their
   * ids, and only what they do not show is added. Without it, a changed rule already leaves most of the others in place.
   */
  readonly previous?: PreviousRows | undefined;
}

export interface PlanOptions {
  readonly tools: readonly ToolSchema[];
  readonly systemPrompt: string;
  readonly seed: number;
  readonly mode: "explore" | "sft" | "rl";
  readonly seeds?: readonly string[] | undefined;
  readonly coverage?: CoverageOptions | undefined;
  /** Share of situations in which a tool misbehaves, 0 to 1. */
  readonly faultShare: number;
  /** What should come more often than it would by itself. */
  readonly aim?: PlanAim | undefined;
  /** Texts that must not be used, as far as a cell has other wordings. */
  readonly refuses?: ((prompt: string) => boolean) | undefined;
  /**
   * Cells of an earlier plan: those that can still be true are kept, and only what they do not show is added. Without it a
   * change of one rule keeps the cells of the others all the same, but one of a tool or an axis does not.
   */
  readonly previous?: Iterable<Assignment> | undefined;
}

/**
 * Plans the situations of a run: seeds first, then every combination of `strength` axis levels that can be true, in the
 * order that covers most with each prefix, then further wordings of the least used cells without end. No two prompts are
 * the same. Faults keep their share at every prefix, with an aim as well. The same options give the same situations; a longer run begins with those of a shorter one.
 *
 * @throws OptionError for an axis or level that does not exist.
 *
 * @example
 * const plan = planSituations({ tools: [getOrder], systemPrompt: "", seed: 0, mode: "rl", faultShare: 0.5 });
 * for (const situation of plan.situations()) {
 *   console.log(situation.prompt);
 *   if (situation.index === 9) break;
 * }
 */
export function planSituations(options: PlanOptions): SituationPlan {
  const coverage = options.coverage ?? {};
  const strength = coverage.strength ?? DEFAULT_STRENGTH;
  const grid = cellGrid({
    tools: options.tools,
    systemPrompt: options.systemPrompt,
    dimensions: coverage.dimensions,
    constraints: coverage.constraints,
  });
  const readings = options.tools.map(readTool);
  let rows: readonly (readonly number[])[] | undefined;

  function* situations(): Generator<Situation> {
    rows ??= planRows(grid, { strength, seed: options.seed, previous: options.previous });
    const said = new TextSet();
    const faults = new ShareMeter(options.faultShare);
    for (const pinned of seedSituations(options.seeds ?? [], { tools: readings, faults })) {
      said.add(pinned.prompt);
      yield pinned;
    }
    let index = said.size;
    const writer = new CellWriter({
      readings,
      seed: options.seed,
      said,
      assignmentOf: grid.assignment,
      refuses: options.refuses,
    });
    const hardShare = coverage.hardShare ?? DEFAULT_HARD_SHARE;
    for (const use of cellOrder(grid, rows, { strength, faults, hardShare, seed: options.seed, aim: options.aim }))
      yield writer.write(use, index++);
  }

  return {
    situations: () => ({ [Symbol.iterator]: situations }),
    meter: () => coverageMeter(grid, strength),
    certificate(used) {
      const meter = coverageMeter(grid, strength);
      for (const situation of used) meter.add(situation);
      return meter.certificate();
    },
  };
}
