import { isRecord, nearestName, OptionError } from "@whileai/core";
import { compareTaskValues } from "../compare/compare-task-values.js";
import { benjaminiHochberg } from "../inference/benjamini-hochberg.js";
import { reachesAlpha } from "../inference/reaches-alpha.js";
import { type GroupReader, groupReader } from "../metric/group-reader.js";
import { markerOf } from "../metric/metric-name.js";
import { MetricTally } from "../metric/metric-tally.js";
import type { TaskClusters } from "../metric/task-clusters.js";
import type { TaskValues } from "../metric/task-values.js";
import { sliceMinTasks } from "../power/slice-min-tasks.js";
import type { DeltaSettings } from "./delta-report-options.js";
import type { DeltaSlice, Sides, WeakReason } from "./delta-report-types.js";
import { type DecidedMetric, gainVerdictOf } from "./metric-decision.js";
import { areRates } from "./sizing-advice.js";
import { AUTO_SLICE_FIELDS, type RowSurvey, type WireRow } from "./survey-rows.js";

/** A slice that ends below this rate is weak. Convention. */
const WEAK_RATE = 0.5;

/** How slices are formed. */
export interface SliceRule {
  readonly by: string | null;
  readonly source: "given" | "auto" | null;
  readonly groupOf: ((row: WireRow) => string | null) | null;
}

const NO_SLICES: SliceRule = { by: null, source: null, groupOf: null };

function markerReader(name: string): (row: WireRow) => string | null {
  return ({ markers }) => {
    if (!isRecord(markers) || !Object.hasOwn(markers, name)) return null;
    const value = markers[name];
    return value === null || value === undefined || typeof value === "object" ? null : String(value);
  };
}

function sharesTwo({ before, after }: Sides<RowSurvey>, field: string): boolean {
  const [a, b] = [before.slices.get(field), after.slices.get(field)];
  return a !== undefined && b !== undefined && [...a].filter((value) => b.has(value)).length >= 2;
}

function readerOf(by: string, { before, after }: Sides<RowSurvey>): (row: WireRow) => string | null {
  const marker = markerOf(by) ?? by;
  const isMarker = before.markers.has(marker) || after.markers.has(marker);
  const field = groupReader(by);
  const isField = [...before.rows, ...after.rows].some((row) => field(row) !== null);
  if (isField) return field;
  if (isMarker || before.rows.length + after.rows.length === 0) return markerReader(marker);
  const fields = new Set([...before.rows, ...after.rows].flatMap((row) => Object.keys(row)));
  const near = nearestName(by, [...fields, ...before.markers, ...after.markers].sort());
  throw new OptionError({
    option: "by",
    received: by,
    didYouMean: near,
    message: `deltaReport: no row says ${JSON.stringify(by.slice(0, 60))}, so \`by\` forms no slices.`,
    fix: near === undefined ? "Name a field or a marker of the rows, or give a function." : `Did you mean "${near}"?`,
  });
}

/** Decides what slices are formed by. Throws an `OptionError` for a name that no row carries. */
export function sliceRule(by: GroupReader | false | undefined, surveys: Sides<RowSurvey>): SliceRule {
  if (by === false) return NO_SLICES;
  if (typeof by === "function") return { by: "function", source: "given", groupOf: groupReader(by) };
  if (by !== undefined) return { by, source: "given", groupOf: readerOf(by, surveys) };
  const auto = AUTO_SLICE_FIELDS.find((field) => sharesTwo(surveys, field));
  return auto === undefined ? NO_SLICES : { by: auto, source: "auto", groupOf: groupReader(auto) };
}

/** The headline metric on the rows of each slice. */
export interface DeltaSlices {
  readonly groups: ReadonlyMap<string, DeltaSlice>;
  readonly down: readonly string[];
  /** Those of them that stay significant once it is allowed for that there are several slices. */
  readonly downAdjusted: readonly string[];
  /** Slices with a p-value. */
  readonly nTested: number;
  readonly weak: readonly string[];
  /** Rows that name no slice. */
  readonly nWithout: number;
}

/** Reads one metric slice by slice. */
function tallySlices(rows: readonly WireRow[], metric: string, groupOf: NonNullable<SliceRule["groupOf"]>) {
  const tallies = new Map<string, MetricTally>();
  let nWithout = 0;
  for (const row of rows) {
    const group = groupOf(row);
    if (group === null) {
      nWithout++;
      continue;
    }
    let tally = tallies.get(group);
    if (tally === undefined) {
      tally = new MetricTally("deltaReport", [metric]);
      tallies.set(group, tally);
    }
    tally.add(row);
  }
  return { tallies, nWithout };
}

function weakReasons(
  slice: Pick<DeltaSlice, "gainVerdict" | "lowN">,
  after: number | null,
  ceiling: number,
): WeakReason[] {
  const reasons: WeakReason[] = [];
  if (after === null) return reasons;
  if (after < WEAK_RATE) reasons.push("low");
  if (slice.gainVerdict !== "b_better" && after < ceiling && !slice.lowN) reasons.push("no_gain");
  return reasons;
}

/** What decides the order of slices, most urgent first. */
interface Ranked {
  readonly name: string;
  readonly slice: DeltaSlice;
  readonly after: number;
  readonly gain: number;
}

function byUrgency(left: Ranked, right: Ranked): number {
  const [measuredLeft, measuredRight] = [left.slice.delta !== null, right.slice.delta !== null];
  if (measuredLeft !== measuredRight) return measuredLeft ? -1 : 1;
  const [weakLeft, weakRight] = [left.slice.weakReasons.length > 0, right.slice.weakReasons.length > 0];
  if (weakLeft !== weakRight) return weakLeft ? -1 : 1;
  return left.after - right.after || left.gain - right.gain || (left.name < right.name ? -1 : 1);
}

/** Compares the headline metric slice by slice, weak slices first. Slices decide nothing. */
export function deltaSlices(
  rows: Sides<readonly WireRow[]>,
  groupOf: NonNullable<SliceRule["groupOf"]>,
  { metric, lowerIsBetter }: DecidedMetric,
  settings: DeltaSettings,
  clusters: TaskClusters | null,
): DeltaSlices {
  const before = tallySlices(rows.before, metric, groupOf);
  const after = tallySlices(rows.after, metric, groupOf);
  const fewest = sliceMinTasks(settings.levelAlpha);
  const names = new Set([...before.tallies.keys(), ...after.tallies.keys()]);
  const empty = () => new MetricTally("deltaReport", [metric]);
  const ranked = [...names].map((name): Ranked => {
    const valuesOf = (side: typeof before) => (side.tallies.get(name) ?? empty()).values().get(metric) as TaskValues;
    const values = { before: valuesOf(before), after: valuesOf(after) };
    const seed = `${settings.seed}:${metric}:${name}`;
    const difference = compareTaskValues(values.before, values.after, { ...settings, seed, clusters });
    const { delta, meanB, paired, meanBSharedTasks, nUsed } = difference;
    const end = paired ? meanBSharedTasks : meanB;
    const goodness = end === null ? null : lowerIsBetter ? 1 - end : end;
    const gainVerdict = gainVerdictOf(difference.verdict, lowerIsBetter);
    const slice = { ...difference, gainVerdict, lowN: nUsed < fewest };
    const reasons = weakReasons(slice, delta !== null && areRates(values) ? goodness : null, settings.ceilingPassRate);
    const gain = (delta ?? 0) * (lowerIsBetter ? -1 : 1);
    const whole = { ...slice, adjustedPValue: null, weakReasons: reasons };
    return { name, slice: whole, after: goodness ?? 0, gain };
  });
  ranked.sort(byUrgency);
  const tested = ranked.filter(({ slice }) => slice.pValue !== null);
  const adjusted = benjaminiHochberg(tested.map(({ slice }) => slice.pValue as number));
  const adjustedOf = new Map(tested.map(({ name }, index) => [name, adjusted[index] as number]));
  const down = ranked.filter(({ slice }) => slice.gainVerdict === "a_better").map(({ name }) => name);
  return {
    groups: new Map(
      ranked.map(({ name, slice }) => [name, { ...slice, adjustedPValue: adjustedOf.get(name) ?? null }]),
    ),
    down,
    downAdjusted: down.filter((name) => reachesAlpha(adjustedOf.get(name) ?? 1, settings.alpha)),
    nTested: tested.length,
    weak: ranked.filter(({ slice }) => slice.weakReasons.length > 0).map(({ name }) => name),
    nWithout: before.nWithout + after.nWithout,
  };
}
