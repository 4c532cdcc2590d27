import {
  clipText,
  GateError,
  holdoutSide,
  isRecord,
  nearestName,
  OptionError,
  type Row,
  roundHalfEven,
  sha256Hex,
} from "@whileai/core";
import { compareText } from "../optimize/compare-text.js";
import { taskOf } from "../signal/ask-key.js";
import type { HoldoutSettings } from "./holdout-options.js";
import { touchedValues } from "./touched-values.js";

/** Names that a message lists, and the characters of each. */
const NAMES_SHOWN = 10;
const NAME_LENGTH = 60;

/** Where a task goes: `crossing` touches both sides, `unclear` may. */
export type TaskSide = "train" | "holdout" | "crossing" | "unclear";

/** The values that a task touches, and whether it may touch others that no row shows. */
export interface TouchedTask {
  readonly values: ReadonlySet<string>;
  readonly unclear: boolean;
}

/** Sides for all tasks. */
export interface Sides {
  readonly sideOf: ReadonlyMap<string, TaskSide>;
  /** The tools, rules, cells or task keys that are held out, in order; null where tasks are drawn one by one. */
  readonly held: readonly string[] | null;
  /** Tasks that touch nothing of what could be held out; they train. */
  readonly untouched: ReadonlySet<string>;
  /** What each task touches of that which is held out as a whole; empty where that is tasks. */
  readonly touched: ReadonlyMap<string, TouchedTask>;
}

/** Decides for every task as a whole, so that no task is on both sides. */
export function assignSides(rows: readonly Row[], settings: HoldoutSettings): Sides {
  if (settings.by !== "task") return composedSides(rows, settings);
  const keys = [...new Set(rows.map(taskOf))];
  const held =
    settings.held !== null
      ? namedValues(keys, settings.held)
      : settings.exact
        ? firstByHash(keys, settings.fraction)
        : null;
  const isHeld = new Set(held);
  const side = (key: string): TaskSide =>
    held === null ? holdoutSide(key, settings.fraction) : isHeld.has(key) ? "holdout" : "train";
  return {
    sideOf: new Map(keys.map((key) => [key, side(key)])),
    held: settings.held === null ? null : held,
    untouched: new Set(),
    touched: new Map(),
  };
}

function composedSides(rows: readonly Row[], settings: HoldoutSettings): Sides {
  const tasks = new Map<string, { values: Set<string>; unclear: boolean }>();
  for (const row of rows) {
    const key = taskOf(row);
    const task = tasks.get(key) ?? { values: new Set<string>(), unclear: false };
    tasks.set(key, task);
    const touched = touchedValues(row, settings);
    for (const value of touched.values) task.values.add(value);
    task.unclear ||= touched.unclear;
  }
  const values = [...new Set([...tasks.values()].flatMap((task) => [...task.values]))];
  const held = new Set(heldValues(values, settings, rows));
  const side = (task: TouchedTask): TaskSide => {
    const inside = [...task.values].filter((value) => held.has(value)).length;
    if (inside > 0 && inside < task.values.size) return "crossing";
    if (task.unclear && held.size > 0) return "unclear";
    return inside > 0 ? "holdout" : "train";
  };
  return {
    sideOf: new Map([...tasks].map(([key, task]) => [key, side(task)])),
    held: [...held].sort(),
    untouched: new Set([...tasks].filter(([, task]) => task.values.size === 0 && !task.unclear).map(([key]) => key)),
    touched: tasks,
  };
}

function heldValues(
  values: readonly string[],
  { by, held, fraction, axes }: HoldoutSettings,
  rows: readonly Row[],
): string[] {
  if (held !== null) return namedValues(values, held);
  if (fraction === 0) return [];
  if (values.length < 2)
    throw new GateError(
      {
        message: `splitHoldout: the rows name ${values.length === 0 ? `no ${by}` : `one ${by} alone`}, so none can be held out.`,
        fix:
          by === "tool"
            ? "Use rows with tool calls, or split by task."
            : (axesFix(axes, rows) ??
              "Use rows that carry scenario_dimensions, as simulate writes them, or split by task."),
      },
      "nothing_to_hold",
    );
  // A share of a handful of values is a whole number of them: at least one is held and at least one trains.
  const wanted = Math.min(values.length - 1, Math.max(1, roundHalfEven(fraction * values.length, 0)));
  return inHashOrder(values).slice(0, wanted);
}

/** Rows that carry dimensions lack none; then it is the axes that are misnamed. */
function axesFix(axes: readonly string[] | null, rows: readonly Row[]): string | null {
  const known = new Set(
    rows.flatMap((row) => (isRecord(row.scenario_dimensions) ? Object.keys(row.scenario_dimensions) : [])),
  );
  if (axes === null || known.size === 0) return null;
  const missing = axes.filter((axis) => !known.has(axis));
  return missing.length === 0 ? null : `No row has the axis ${missing.join(", ")}; there are ${listed([...known])}.`;
}

/** The tasks with the smallest draws: the ones that the draw would hold out first. */
function firstByHash(keys: readonly string[], fraction: number): string[] {
  return inHashOrder(keys).slice(0, roundHalfEven(fraction * keys.length, 0));
}

function inHashOrder(names: readonly string[]): string[] {
  const hashed = names.map((name) => [sha256Hex(name), name] as const);
  hashed.sort(([left], [right]) => compareText(left, right));
  return hashed.map(([, name]) => name);
}

function listed(names: readonly string[]): string {
  const shown = [...names]
    .sort(compareText)
    .slice(0, NAMES_SHOWN)
    .map((name) => clipText(name, NAME_LENGTH));
  return `${shown.join(", ")}${names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ""}`;
}

function namedValues(known: readonly string[], held: readonly string[]): string[] {
  const names = new Set(known);
  for (const value of held) {
    if (names.has(value)) continue;
    const near = nearestName(value, known);
    throw new OptionError({
      option: "held",
      received: value,
      didYouMean: near,
      message: `splitHoldout: no row touches ${JSON.stringify(value)}, which \`held\` names.`,
      fix:
        near !== undefined
          ? `Did you mean ${JSON.stringify(near)}?`
          : known.length === 0
            ? "The rows touch nothing that could be held out this way."
            : `Name what the rows touch: ${listed(known)}.`,
    });
  }
  return [...new Set(held)];
}
