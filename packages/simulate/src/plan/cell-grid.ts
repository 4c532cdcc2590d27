import {
  MULTI_TOOL,
  nearestName,
  OptionError,
  STANCES,
  situationAxes,
  TOOL_CONDITIONS,
  type ToolSchema,
  UNRELATED,
  UNSPECIFIED,
} from "@whileai/core";
import { readTool } from "../situations/tool-reading.js";
import type { ForbiddenTuple } from "./constraint.js";
import { defaultConstraints, type SituationConstraint } from "./default-constraints.js";
import { type Assignment, DIMENSIONS, type Dimension } from "./situation.js";

/** The axes of a run with their levels, and what may not occur together, as positions. */
export interface CellGrid {
  readonly axes: Readonly<Record<Dimension, readonly string[]>>;
  readonly levels: readonly number[];
  readonly constraints: readonly ForbiddenTuple[];
  assignment(row: ArrayLike<number>): Assignment;
  /** Positions of an assignment's levels; -1 for a level the grid does not have. */
  row(assignment: Readonly<Record<string, unknown>>): Int16Array;
  /** The names of some levels, by axis. */
  levelNames(levels: ForbiddenTuple): Readonly<Partial<Record<Dimension, string>>>;
}

const known: Readonly<Partial<Record<Dimension, readonly string[]>>> = {
  stance: STANCES,
  tool_condition: TOOL_CONDITIONS,
};

const refuse = (option: string, message: string, received: unknown, fix: string, didYouMean?: string): never => {
  throw new OptionError({ message, option, received, fix, didYouMean });
};

const checkDimensions = (dimensions: Readonly<Record<string, readonly string[] | undefined>>): void => {
  for (const [axis, levels] of Object.entries(dimensions)) {
    if (!(DIMENSIONS as readonly string[]).includes(axis)) {
      const near = nearestName(axis, DIMENSIONS);
      refuse(
        "coverage.dimensions",
        `coverage.dimensions has no axis "${axis}".`,
        axis,
        `${near ? `Did you mean "${near}"? ` : ""}The axes are ${DIMENSIONS.join(", ")}.`,
        near,
      );
    }
    if (
      !Array.isArray(levels) ||
      levels.length === 0 ||
      levels.some((level) => typeof level !== "string" || level === "")
    ) {
      refuse(
        "coverage.dimensions",
        `coverage.dimensions.${axis} must be a list of at least one name.`,
        levels,
        "Name the levels to use.",
      );
    }
    const allowed = known[axis as Dimension];
    for (const level of levels as readonly string[]) {
      if (allowed === undefined || allowed.includes(level)) continue;
      const near = nearestName(level, allowed);
      refuse(
        "coverage.dimensions",
        `coverage.dimensions.${axis} has no level "${level}".`,
        level,
        `${near ? `Did you mean "${near}"? ` : ""}The levels are ${allowed.join(", ")}.`,
        near,
      );
    }
  }
};

const product = (choices: readonly (readonly { axis: number; level: number }[])[]): ForbiddenTuple[] =>
  choices.reduce<{ axis: number; level: number }[][]>(
    (tuples, next) => tuples.flatMap((tuple) => next.map((part) => [...tuple, part])),
    [[]],
  );

/** Lays out the grid of a run: core's axes, the caller's own levels in their place, and constraints as forbidden tuples. */
export function cellGrid(options: {
  tools: readonly ToolSchema[];
  systemPrompt: string;
  dimensions?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
  constraints?: readonly SituationConstraint[] | undefined;
}): CellGrid {
  checkDimensions(options.dimensions ?? {});
  const found = situationAxes(options).axes;
  const namesRecords = options.tools.some((tool) => readTool(tool).entityParameter !== null);
  const manyTools = options.tools.length >= 2;
  const axes: Record<Dimension, readonly string[]> = {
    ...found,
    // With one tool there are no two to ask for.
    tool: found.tool.filter((level) => level !== MULTI_TOOL || manyTools),
    world_state: namesRecords ? [...found.world_state, UNSPECIFIED] : [UNSPECIFIED],
  };
  for (const [axis, levels] of Object.entries(options.dimensions ?? {}))
    if (levels) axes[axis as Dimension] = [...new Set(levels)];
  const needsUnspecified =
    axes.tool.includes(UNRELATED) ||
    options.tools.some((tool) => axes.tool.includes(tool.name) && readTool(tool).entityParameter === null);
  if (needsUnspecified && !axes.world_state.includes(UNSPECIFIED))
    axes.world_state = [...axes.world_state, UNSPECIFIED];

  const all = [...defaultConstraints(options.tools, axes), ...(options.constraints ?? [])];
  const constraints = all.flatMap((constraint) => {
    const choices = Object.entries(constraint).map(([name, wanted]) => {
      const axis = DIMENSIONS.indexOf(name as Dimension);
      if (axis < 0)
        return refuse(
          "coverage.constraints",
          `coverage.constraints has no axis "${name}".`,
          name,
          `The axes are ${DIMENSIONS.join(", ")}.`,
          nearestName(name, DIMENSIONS),
        );
      return [wanted as string | readonly string[]]
        .flat()
        .map((level) => ({ axis, level: axes[name as Dimension].indexOf(level) }))
        .filter((part) => part.level >= 0);
    });
    return choices.length === 0 ? [] : product(choices);
  });
  const places = DIMENSIONS.map((axis) => new Map<unknown, number>(axes[axis].map((level, at) => [level, at])));
  return {
    axes,
    levels: DIMENSIONS.map((axis) => axes[axis].length),
    constraints,
    assignment: (row) =>
      Object.fromEntries(DIMENSIONS.map((axis, at) => [axis, axes[axis][row[at] as number] as string])) as Record<
        Dimension,
        string
      >,
    levelNames: (levels) =>
      Object.fromEntries(
        levels.map(({ axis, level }) => [DIMENSIONS[axis] as Dimension, axes[DIMENSIONS[axis] as Dimension][level]]),
      ),
    row(assignment) {
      const row = new Int16Array(DIMENSIONS.length);
      for (let at = 0; at < row.length; at++) row[at] = places[at]?.get(assignment[DIMENSIONS[at] as Dimension]) ?? -1;
      return row;
    },
  };
}
