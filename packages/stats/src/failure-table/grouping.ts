import { isRecord, type Row, toNumber, UNSPECIFIED } from "@whileai/core";
import { groupReader } from "../metric/group-reader.js";
import { markerMetric, markerOf } from "../metric/metric-name.js";
import type { FailureGrouping } from "./failure-table-types.js";
import { faultsFired, faultsPlanned, toolsCalled } from "./row-facts.js";

type WireRow = Readonly<Record<string, unknown>>;

/** From this value on a marker counts as set. Convention: markers are 0 or 1, or a chance. */
const MARKER_IS_SET = 0.5;

/** Where one row lies: in these cells, against the other rows of the universe. */
export interface Placement {
  /** Rows that are compared with each other. A row that does not say where it lies is in none. */
  readonly universe: string;
  readonly cells: readonly string[];
}

/** One way to group rollouts. */
export interface Grouping {
  readonly name: string;
  readonly place: (row: WireRow) => readonly Placement[];
}

const oneUniverse = (name: string, read: (row: WireRow) => readonly string[] | null): Grouping => ({
  name,
  place: (row) => {
    const cells = read(row);
    return cells === null || cells.length === 0 ? [] : [{ universe: name, cells }];
  },
});

const scalarText = (value: unknown): string[] =>
  (typeof value === "string" && value !== "") ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value))
    ? [String(value)]
    : [];

/** A value as cells: a text, number or boolean is one; each of a list's is one. */
const cellsOf = (value: unknown): string[] => [
  ...new Set(Array.isArray(value) ? value.flatMap(scalarText) : scalarText(value)),
];

const labelOf = (name: string): Grouping => {
  const read = groupReader(name);
  return oneUniverse(name, (row) => {
    const label = read(row);
    return label === null || label === UNSPECIFIED ? null : [label];
  });
};

const situationTool: Grouping = /* @__PURE__ */ (() => {
  const { place } = labelOf("tool");
  const name = "situation_tool";
  return { name, place: (row) => place(row).map(({ cells }) => ({ universe: name, cells })) };
})();

function markerPlacements({ markers }: WireRow, only: string | null): Placement[] {
  if (!isRecord(markers)) return [];
  const names =
    only === null ? Object.keys(markers).filter((name) => name !== "") : Object.hasOwn(markers, only) ? [only] : [];
  return names.flatMap((name) => {
    const given = markers[name];
    const value = typeof given === "boolean" ? Number(given) : toNumber(given);
    if (value === null || !Number.isFinite(value)) return [];
    return [{ universe: markerMetric(name), cells: value >= MARKER_IS_SET ? [name] : [] }];
  });
}

const marker = (only: string | null): Grouping => ({
  name: only === null ? "marker" : markerMetric(only),
  place: (row) => markerPlacements(row, only),
});

const KNOWN: ReadonlyMap<string, readonly Grouping[]> = /* @__PURE__ */ (() =>
  new Map(
    Object.entries({
      tool: [oneUniverse("tool_called", toolsCalled), situationTool],
      rule: [labelOf("rule")],
      stance: [labelOf("stance")],
      fault: [oneUniverse("fault_fired", faultsFired), oneUniverse("fault_planned", faultsPlanned)],
      marker: [marker(null)],
      world_state: [labelOf("world_state")],
      history: [labelOf("history")],
    }),
  ))();

const PARTS: ReadonlyMap<string, Grouping> = /* @__PURE__ */ (() =>
  new Map([...KNOWN.values()].flat().map((grouping) => [grouping.name, grouping])))();

/** The names that need no field of the row. */
export const knownGroupings = (): string[] => [...new Set([...KNOWN.keys(), ...PARTS.keys()])];

/** All known groupings. */
export const allGroupings = (): Grouping[] => [...PARTS.values()];

function followPath(row: WireRow, path: string): unknown {
  let value: unknown = row;
  for (const field of path.split(".")) {
    if (!isRecord(value) || !Object.hasOwn(value, field)) return undefined;
    value = value[field];
  }
  return value;
}

/** A field of the row, of its situation or of its lineage; with points, the path to one. */
function field(name: string): Grouping {
  const holders = (row: WireRow): unknown[] => [row, row.scenario_dimensions, row.lineage];
  return oneUniverse(name, (row) => {
    for (const holder of holders(row))
      if (isRecord(holder) && Object.hasOwn(holder, name)) return cellsOf(holder[name]);
    return name.includes(".") ? cellsOf(followPath(row, name)) : null;
  });
}

/** The groupings that one entry of `by` stands for. */
export function groupingsOf(by: FailureGrouping, position: number): readonly Grouping[] {
  if (typeof by === "function") {
    const name = by.name === "" || by.name === "by" ? `group ${position + 1}` : by.name;
    return [oneUniverse(name, (row) => cellsOf(by(row as Row)))];
  }
  const only = markerOf(by);
  if (only) return [marker(only)];
  const part = PARTS.get(by);
  return KNOWN.get(by) ?? (part ? [part] : [field(by)]);
}
