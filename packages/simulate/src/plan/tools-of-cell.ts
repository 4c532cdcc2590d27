import { MULTI_TOOL, UNRELATED } from "@whileai/core";
import type { ToolReading } from "../situations/tool-reading.js";
import { onlyReads } from "./default-constraints.js";
import type { Assignment } from "./situation.js";

/** Asks that make sense of a record that is to be cancelled or refunded in the same breath. */
const WITH_CANCELLING: ReadonlySet<string> = new Set(["cancel", "refund", "lookup", "info", "readFile", "escalate"]);

/** Whether one message about one record can ask for both: what is to go is not moved first. */
const canBothBeAsked = (first: ToolReading, second: ToolReading): boolean =>
  first.entityNoun === null ||
  first.entityNoun !== second.entityNoun ||
  [first, second].every(({ ask }) => ask !== "cancel" && ask !== "refund") ||
  [first, second].every(({ ask }) => WITH_CANCELLING.has(ask));

/**
 * The tools a cell's ask is about. Two for `multi_tool`: another pair each turn, those that share a record first.
 *
 * @param turn - A whole number from 0.
 */
export function toolsOfCell(cell: Assignment, readings: readonly ToolReading[], turn: number): ToolReading[] {
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
}
