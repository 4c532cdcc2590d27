import { nearestName, OptionError } from "@whileai/core";
import { MEAN_REWARD, markerMetric, markerOf, PASS_AT_1 } from "../metric/metric-name.js";
import { shortName } from "../table/names.js";
import type { DeltaReportOptions, MetricRole, Sides } from "./delta-report-types.js";
import type { RowSurvey } from "./survey-rows.js";

/** Markers of which less is better, whoever wrote them. Convention of the Python package. */
const LOWER_IS_BETTER: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "boilerplate",
  "self_reference",
  "hedging",
  "refusal",
  "sycophancy",
  "truncated",
]);

/** What is compared, and what for. */
export interface MetricPlan {
  /** All compared metrics: pass@1, mean reward, then markers by name. */
  readonly metrics: readonly string[];
  readonly target: string | null;
  /** The metric of the headline; null when the target is not measured. */
  readonly headline: string | null;
  readonly proxy: string | null;
  readonly guards: readonly string[];
  /** Named metrics that one side's rows do not carry. */
  readonly unmeasured: ReadonlySet<string>;
  /** Metrics of `metrics` of which less is better. */
  readonly lower: ReadonlySet<string>;
  /** Largest acceptable loss of each guard that has one. */
  readonly margins: ReadonlyMap<string, number>;
  /** Given re-run SDs. */
  readonly runStd: ReadonlyMap<string, number | null> | null;
  /** Markers that only one side carries and nobody named. */
  readonly oneSided: readonly string[];
  /** The nearest known metric to a target that no row carries. */
  readonly nearTarget: string | undefined;
}

/** A metric's full name: markers also go by their bare one. */
function fullName(written: string): string {
  if (written === PASS_AT_1 || written === MEAN_REWARD || markerOf(written)) return written;
  return markerMetric(written);
}

/** The roles of a metric, in a fixed order. */
export function rolesOf(metric: string, { target, proxy, guards }: MetricPlan): MetricRole[] {
  const roles: MetricRole[] = [];
  if (metric === target) roles.push("target");
  if (metric === proxy) roles.push("proxy");
  if (guards.includes(metric)) roles.push("guard");
  return roles;
}

/** Resolves names against what the rows hold. */
class NameReader {
  readonly known: readonly string[];
  readonly #isEmpty: boolean;

  constructor({ before, after }: Sides<RowSurvey>) {
    const markers = new Set([...before.markers, ...after.markers]);
    this.known = [PASS_AT_1, MEAN_REWARD, ...[...markers].sort().map(markerMetric)];
    this.#isEmpty = before.rows.length + after.rows.length === 0;
  }

  near(written: string): string | undefined {
    const bare = (name: string) => markerOf(name) ?? name;
    const found = nearestName(bare(written), this.known.map(bare));
    return this.known.find((name) => bare(name) === found);
  }

  /** Throws for a name that neither side's rows carry; without any row, every name may be right. */
  read(option: string, written: string): string {
    const metric = fullName(written);
    if (this.#isEmpty || this.known.includes(metric)) return metric;
    const near = this.near(written);
    throw new OptionError({
      option,
      received: written,
      didYouMean: near,
      message: `deltaReport: \`${option}\` names ${JSON.stringify(written.slice(0, 60))}, which no row measures.`,
      fix: `${near === undefined ? "" : `Did you mean "${near}"? `}Measured: ${this.known.join(", ")}.`,
    });
  }

  readMap<T>(option: string, map: Readonly<Record<string, T>>): Map<string, T> {
    const values = new Map<string, T>();
    for (const [written, value] of Object.entries(map)) {
      const metric = this.read(option, written);
      if (values.has(metric) && values.get(metric) !== value)
        throw new OptionError({
          option,
          received: map,
          message: `deltaReport: \`${option}\` gives two values for ${shortName(metric)}.`,
          fix: "A marker goes by its name with or without `marker:`; write one of the two.",
        });
      values.set(metric, value);
    }
    return values;
  }
}

function readLower({ lowerIsBetter = {} }: DeltaReportOptions, names: NameReader): ReadonlyMap<string, boolean> {
  const isList = (given: typeof lowerIsBetter): given is readonly string[] => Array.isArray(given);
  const map = isList(lowerIsBetter) ? Object.fromEntries(lowerIsBetter.map((name) => [name, true])) : lowerIsBetter;
  return names.readMap("lowerIsBetter", map);
}

function readMargins({ margin }: DeltaReportOptions, guards: readonly string[], names: NameReader) {
  if (margin === undefined) return new Map<string, number>();
  if (typeof margin === "number" && guards.length === 0)
    throw new OptionError({
      option: "margin",
      received: margin,
      message: "deltaReport: `margin` came without `mustNotRegress`.",
      fix: 'Name what may lose no more than that: mustNotRegress: ["pass_at_1"].',
    });
  if (typeof margin === "number") return new Map(guards.map((guard) => [guard, margin]));
  const margins = names.readMap("margin", margin);
  for (const metric of margins.keys())
    if (!guards.includes(metric))
      throw new OptionError({
        option: "margin",
        received: metric,
        message: `deltaReport: \`margin\` names ${metric}, which is no guard.`,
        fix: `Add it to \`mustNotRegress\`${guards.length === 0 ? "" : `; guards are ${guards.join(", ")}`}.`,
      });
  return margins;
}

function readRunStd({ runStd }: DeltaReportOptions, headline: string | null, names: NameReader) {
  if (runStd === undefined) return null;
  // One number is the spread of one metric; lent to others it would be another metric's band.
  if (typeof runStd === "number") return new Map(headline === null ? [] : [[headline, runStd]]);
  return names.readMap("runStd", runStd);
}

/** Metrics in their fixed order: pass@1, mean reward, markers by name. */
function inOrder(metrics: ReadonlySet<string>): string[] {
  const markers = [...metrics].filter((metric) => markerOf(metric) !== null).sort();
  return [PASS_AT_1, MEAN_REWARD].filter((metric) => metrics.has(metric)).concat(markers);
}

/**
 * Decides what is compared. Throws an `OptionError` that names the nearest measured metric for an unknown guard, proxy,
 * marker or `lowerIsBetter` name. An unknown target is no error here: the report fails on it.
 */
export function metricPlan(options: DeltaReportOptions, sides: Sides<RowSurvey>): MetricPlan {
  const { before, after } = sides;
  const names = new NameReader(sides);
  const target = options.target === undefined ? null : fullName(options.target);
  const proxy = options.proxy === undefined ? null : names.read("proxy", options.proxy);
  const guards = [...new Set((options.mustNotRegress ?? []).map((name) => names.read("mustNotRegress", name)))];
  const isMeasured = (metric: string): boolean => {
    const marker = markerOf(metric);
    return marker === null || (before.markers.has(marker) && after.markers.has(marker));
  };
  const named = [...(target === null ? [] : [target]), ...(proxy === null ? [] : [proxy]), ...guards];
  const unmeasured = new Set(named.filter((metric) => !isMeasured(metric)));
  const shared = [...before.markers].filter((marker) => after.markers.has(marker)).map(markerMetric);
  const asked = options.markers?.map((name) => names.read("markers", name)) ?? shared;
  const metrics = new Set([...named, ...asked].filter(isMeasured));
  const hasFractions = before.hasFractions || after.hasFractions;
  const hasLabels = before.hasLabels || after.hasLabels;
  if (hasFractions) metrics.add(MEAN_REWARD);
  // Where every reward is a fraction there is no pass rate to miss.
  if (hasLabels || !hasFractions) metrics.add(PASS_AT_1);
  const byDefault = hasLabels || !hasFractions ? PASS_AT_1 : MEAN_REWARD;
  const headline = target === null ? byDefault : isMeasured(target) ? target : null;
  const lower = readLower(options, names);
  const isLower = (metric: string) => lower.get(metric) ?? LOWER_IS_BETTER.has(markerOf(metric) ?? "");
  const either = new Set([...before.markers, ...after.markers].map(markerMetric));
  return {
    metrics: inOrder(metrics),
    target,
    headline,
    proxy,
    guards,
    unmeasured,
    lower: new Set([...metrics].filter(isLower)),
    margins: readMargins(options, guards, names),
    runStd: readRunStd(options, headline, names),
    oneSided: inOrder(either).filter((metric) => !isMeasured(metric) && !unmeasured.has(metric)),
    nearTarget: target === null || names.known.includes(target) ? undefined : names.near(options.target as string),
  };
}
