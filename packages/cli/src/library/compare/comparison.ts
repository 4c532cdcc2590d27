import { countText, createReport, fixedText, type Note, type ReportOf } from "@whileai/core";
import type { GradedRow, GradeReport } from "@whileai/judges";
import type { RunEstimate, SimulatedRow, SimulationReport } from "@whileai/simulate";
import type { DeclaredChange, DeltaReport, DeltaReportFields, Sides } from "@whileai/stats";
import type { Rows } from "../rows.js";
import type { PlayedSide } from "./play-side.js";

/** What one side took. */
export interface SideRecord {
  readonly simulation: SimulationReport;
  readonly grading: GradeReport;
  /** US dollars of the models that were played, judges aside; null when a price is not known. */
  readonly usd: number | null;
  /** What was expected before the start, at most; null when no model is called. */
  readonly estimate: RunEstimate | null;
}

/** What was played, and what it took. */
export interface PlayedSides extends Sides<SideRecord> {
  readonly nTasks: number;
  /** Rollouts of each task in each run. */
  readonly repeats: number;
  readonly runs: number;
  /** What differs between the sides on purpose. */
  readonly changed: readonly DeclaredChange[];
  /** US dollars of both sides and of writing the tasks, judges aside; null when a price is not known. */
  readonly totalUsd: number | null;
  /** Whether the signal ended it: the numbers are those of the rows so far, and `ok` is false. */
  readonly aborted: boolean;
}

/** The delta report of two sides that were just played, with what was played and the rows. */
export type Comparison = ReportOf<"delta_report", DeltaReportFields & { readonly played: PlayedSides }> & {
  /** The graded rows of each side; no part of `toJSON()`. */
  readonly rows: Sides<Rows<"graded", GradedRow<SimulatedRow>>>;
};

/** What a comparison is reported from. */
export interface ComparisonFacts extends Pick<PlayedSides, "nTasks" | "repeats" | "runs" | "changed" | "aborted"> {
  readonly delta: DeltaReport;
  readonly sides: Sides<PlayedSide>;
  /** The report of writing the tasks; null when they were given. */
  readonly written: SimulationReport | null;
  readonly notes: readonly Note[];
}

const recordOf = ({ simulation, grading }: PlayedSide): SideRecord => ({
  simulation,
  grading,
  usd: simulation.spend.totalUsd,
  estimate: simulation.estimate,
});

/** A delta report with what it took to make it. */
export function comparisonReport(facts: ComparisonFacts): Comparison {
  const { delta, sides, written, notes, ...own } = facts;
  const { kind, schema: _, notes: found, ...fields } = delta;
  const { before, after } = sides;
  const costs = [before.simulation, after.simulation, ...(written === null ? [] : [written])].map(
    ({ spend }) => spend.totalUsd,
  );
  const played: PlayedSides = {
    ...own,
    before: recordOf(before),
    after: recordOf(after),
    totalUsd: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
  const report = createReport(
    kind,
    { ...(fields as unknown as DeltaReportFields), played, ...(own.aborted ? ABORTED : {}) },
    [...found, ...notes],
    () => [...deltaLines(delta, own.aborted), ...playedLines(played), ...noteLines(notes)].join("\n"),
  );
  return withRows(report, Object.freeze({ before: before.rows, after: after.rows }));
}

/** What a comparison that was ended early says instead of a verdict. */
const ABORTED = {
  ok: false,
  headline: "NOT EVALUATED (aborted)",
  outcome: "not enough data",
  outcomeReason: "The signal ended the comparison before both sides were played and graded.",
  whatWouldChangeIt: "The same call again: what is kept in a folder is not played again.",
} as const;

// The rows are out of sight of JSON, spreading and printing.
function withRows<R extends object, S>(report: R, rows: S): R & { readonly rows: S } {
  const whole = Object.create(Object.getPrototypeOf(report), Object.getOwnPropertyDescriptors(report));
  Object.defineProperty(whole, "rows", { value: rows, enumerable: false });
  return Object.freeze(whole);
}

function deltaLines(delta: DeltaReport, aborted: boolean): string[] {
  if (!aborted) return [`${delta}`];
  const soFar = `${delta}`.split("\n").map((line) => `  ${line}`);
  return [ABORTED.headline, `  ${ABORTED.outcomeReason} ${ABORTED.whatWouldChangeIt}`, "what landed so far:", ...soFar];
}

const dollars = (usd: number | null): string => (usd === null ? "unknown" : `$${fixedText(usd, 2)}`);
function playedLines({ changed, nTasks, repeats, runs, before, after, totalUsd }: PlayedSides): string[] {
  const size = `${countText(nTasks, "task")}, ${countText(repeats, "rollout")} each in ${countText(runs, "run")} a side`;
  const played = `played: ${size}; changed: ${changed.join(", ") || "nothing"}`;
  if (before.estimate === null && after.estimate === null) return [played];
  const cost = ({ usd, estimate }: SideRecord, side: string): string =>
    `${dollars(usd)} ${side}${estimate === null ? "" : ` (expected at most ${dollars(estimate.usd)})`}`;
  const all = `${dollars(totalUsd)} in all, the judge aside`;
  return [played, `cost: ${cost(before, "before")}, ${cost(after, "after")}; ${all}`];
}

const noteLines = (notes: readonly Note[]): string[] =>
  notes.map(({ severity, message, fix }) => `${severity === "info" ? "-" : "!"} ${message}${fix ? ` ${fix}` : ""}`);
