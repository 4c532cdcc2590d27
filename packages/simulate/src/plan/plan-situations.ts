import { derive, MULTI_TOOL, type ToolSchema, UNRELATED, UNSPECIFIED } from "@whileai/core";
import { readTool, type ToolReading } from "../situations/tool-reading.js";
import { WordingDeck } from "../situations/wording-deck.js";
import { writeAsk } from "../situations/write-ask.js";
import { type CellGrid, cellGrid } from "./cell-grid.js";
import { type CellUse, cellOrder } from "./cell-order.js";
import { coverageOf } from "./coverage-of.js";
import { coveringArray, DEFAULT_STRENGTH } from "./covering-array.js";
import { onlyReads, type SituationConstraint } from "./default-constraints.js";
import { faultsFor } from "./faults-for.js";
import { hiddenIdentifier } from "./hidden-identifier.js";
import { hiddenState } from "./hidden-state.js";
import { scenarioId } from "./scenario-id.js";
import { seedSituations } from "./seed-situations.js";
import { ShareMeter } from "./share-meter.js";
import {
  type Assignment,
  type CoverageCertificate,
  DIMENSIONS,
  type Dimension,
  type Situation,
  type SituationPlan,
} from "./situation.js";
import { tierOf } from "./tier-of.js";

export type { SituationConstraint } from "./default-constraints.js";

/** Share of ambiguous, boundary and adversarial situations once the grid is covered. Convention of the Python package. */
const DEFAULT_HARD_SHARE = 0.4;
/** Wordings tried for a cell before a detail is added that makes the text its own. */
const MOST_WORDINGS = 40;

export interface CoverageOptions {
  readonly strength?: 2 | 3 | 4 | undefined;
  /** Combinations that must not occur, besides those that cannot be true. */
  readonly constraints?: readonly SituationConstraint[] | undefined;
  /** Levels of your own for named axes. */
  readonly dimensions?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
  readonly hardShare?: number | undefined;
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
}

/** Asks that make sense of a record that is to be cancelled or refunded in the same breath. */
const WITH_CANCELLING: ReadonlySet<string> = new Set(["cancel", "refund", "lookup", "info", "readFile", "escalate"]);

/** Whether one message about one record can ask for both: what is to go is not moved first. */
const canBothBeAsked = (first: ToolReading, second: ToolReading): boolean =>
  first.entityNoun === null ||
  first.entityNoun !== second.entityNoun ||
  [first, second].every(({ ask }) => ask !== "cancel" && ask !== "refund") ||
  [first, second].every(({ ask }) => WITH_CANCELLING.has(ask));

/** The tools a cell's ask is about. Two for `multi_tool`: another pair each time, those that share a record first. */
const toolsOf = (cell: Assignment, readings: readonly ToolReading[], turn: number): ToolReading[] => {
  if (cell.tool === UNRELATED || readings.length === 0) return [];
  if (cell.tool !== MULTI_TOOL) return readings.filter((tool) => tool.name === cell.tool).slice(0, 1);
  const pairs = readings.flatMap((first, at) => readings.slice(at + 1).map((second) => [first, second] as const));
  const sensible = pairs.filter(([first, second]) => canBothBeAsked(first, second));
  const wanted = sensible.length > 0 ? sensible : pairs;
  const sharing = wanted.filter(
    ([first, second]) => first.entityNoun !== null && first.entityNoun === second.entityNoun,
  );
  const pool = sharing.length > 0 && turn % 3 !== 2 ? sharing : wanted;
  const [first, second] = pool[turn % Math.max(1, pool.length)] ?? [];
  if (first === undefined || second === undefined) return [];
  // Nobody asks to look at what has just been cancelled or changed.
  return onlyReads(second) && !onlyReads(first) ? [second, first] : [first, second];
};

/**
 * Plans the situations of a run: seeds first, then every combination of `strength` axis levels that can be true, in the
 * order that covers most with each prefix, then further wordings of the least used cells without end. No two prompts are
 * the same. The same options give the same situations; a longer run begins with those of a shorter one.
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
    rows ??= coveringArray(grid.levels, { strength, constraints: grid.constraints, seed: options.seed }).rows;
    const said = new Set<string>();
    const faults = new ShareMeter(options.faultShare);
    for (const pinned of seedSituations(options.seeds ?? [], { tools: readings, faults })) {
      said.add(pinned.prompt);
      yield pinned;
    }
    let index = said.size;
    const deck = new WordingDeck(options.seed);
    const order = cellOrder(grid, rows, {
      faults,
      hardShare: coverage.hardShare ?? DEFAULT_HARD_SHARE,
      seed: options.seed,
    });
    let pairTurn = 0;
    for (const use of order) {
      const cell = grid.assignment(use.row);
      yield write(cell, use, index++, deck, said, cell.tool === MULTI_TOOL ? pairTurn++ : 0);
    }
  }

  const write = (
    cell: Assignment,
    use: CellUse,
    index: number,
    deck: WordingDeck,
    said: Set<string>,
    turn: number,
  ): Situation => {
    const id = scenarioId(cell, use.pass);
    const tools = toolsOf(cell, readings, turn);
    const brief = {
      tools,
      rule: cell.rule,
      stance: cell.stance,
      worldState: cell.world_state,
      history: cell.history,
      namesRecord: cell.tool_condition !== "success",
    };
    let written = writeAsk(brief, deck, derive(options.seed, "situation", id, 0));
    for (let attempt = 1; said.has(written.prompt); attempt++) {
      written = writeAsk(brief, deck, derive(options.seed, "situation", id, attempt));
      if (attempt > MOST_WORDINGS) written = { ...written, prompt: `${written.prompt} (my note no. ${index})` };
    }
    said.add(written.prompt);
    const { entity } = written;
    const faults = faultsFor(
      cell.tool_condition,
      tools.map((tool) => tool.name),
    );
    const worldState = cell.world_state === UNSPECIFIED ? null : cell.world_state;
    return {
      scenarioId: id,
      index,
      prompt: written.prompt,
      dimensions: cell,
      tier: tierOf(cell.stance),
      labels: written.labels,
      faults,
      worldState,
      entity,
      privileged: {
        hidden_state: hiddenState({ isAboutTools: tools.length > 0, parameter: entity.parameter, worldState, faults }),
        ...(tools.length === 0 ? { expected: "no_tool" } : {}),
        ...hiddenIdentifier(entity),
      },
      arm: tools.length === 0 ? "open_ended" : "structured",
      writer: "template",
    };
  };

  return {
    situations: () => ({ [Symbol.iterator]: situations }),
    certificate: (used) => certify(grid, strength, used),
  };
}

const certify = (grid: CellGrid, strength: number, used: readonly Situation[]): CoverageCertificate => {
  // Of a seed's text only the tool and its condition are known, so only combinations of those are counted.
  const rows = used.map((one) => {
    const row = grid.row(one.dimensions);
    return one.arm === "pinned"
      ? row.map((level, axis) => (one.dimensions[DIMENSIONS[axis] as Dimension] === UNSPECIFIED ? -1 : level))
      : row;
  });
  const found = coverageOf(rows, grid.levels, { strength, constraints: grid.constraints });
  return {
    strength: found.strength,
    feasible: found.feasible,
    covered: found.covered,
    fraction: found.fraction,
    uncovered: found.uncovered.map((tuple) =>
      Object.fromEntries(
        tuple.map(({ axis, level }) => [DIMENSIONS[axis] as string, grid.axes[DIMENSIONS[axis] as Dimension][level]]),
      ),
    ),
  };
};
