import type { Interval, ReportOf, RowLike } from "@whileai/core";
import type { GroupReader } from "../metric/group-reader.js";
import type { OutcomeFields } from "../outcome/outcome.js";
import type { CompareVerdict, PValueMethod } from "./compare-runs-types.js";
import type { DeclaredChange } from "./declared-change.js";

/** Runs by name. */
export type NamedRuns = Readonly<Record<string, Iterable<RowLike>>> | ReadonlyMap<string, Iterable<RowLike>>;

/**
 * How the chance of a false "better" or "worse" is held over all comparisons. `max-t`: joint sign flips (Westfall and
 * Young 1993). `holm`: Holm 1979, for any dependence. `none`: not at all.
 */
export type ManyCorrection = "max-t" | "holm" | "none";

/** Options of `compareMany`. */
export interface CompareManyOptions {
  /** The run that all others are compared with. Default: the first. */
  readonly baseline?: string | undefined;
  /** Default `["pass_at_1"]`. The best candidate is looked for on the first. */
  readonly metrics?: readonly string[] | undefined;
  /** Metrics of which less is better. */
  readonly lowerIsBetter?: readonly string[] | undefined;
  /** Default "max-t"; where a comparison is unpaired, "holm" takes its place, with a note. */
  readonly correction?: ManyCorrection | undefined;
  /** Level of each interval; 1 - level is the chance of any false "better" or "worse". Default 0.95. */
  readonly level?: number | undefined;
  /** Fewest shared tasks that are compared in pairs. Default 5. */
  readonly minPaired?: number | undefined;
  /** Draws of max-t beyond 16 tasks, and where no exact p-value is in reach. Default 2000. */
  readonly draws?: number | undefined;
  readonly seed?: number | string | undefined;
  /** What makes tasks related: a field of the row, or a function of it. */
  readonly clusterBy?: GroupReader | undefined;
  /** What was changed on purpose between the runs; never a reason for "not comparable". */
  readonly changed?: readonly DeclaredChange[] | undefined;
}

/** One candidate against the baseline, in one metric. */
export interface ManyComparison extends OutcomeFields {
  readonly candidate: string;
  readonly metric: string;
  /** With the adjusted p-value. */
  readonly verdict: CompareVerdict;
  readonly meanBaseline: number | null;
  readonly meanCandidate: number | null;
  /** Candidate minus baseline. */
  readonly delta: number | null;
  /** Of this comparison alone, at `level`. */
  readonly ci95: Interval | null;
  /** Of this comparison alone. */
  readonly pValue: number | null;
  readonly pValueMethod: PValueMethod | null;
  /** Held against all comparisons; equal to `pValue` without correction. */
  readonly adjustedP: number | null;
  readonly paired: boolean;
  readonly nUsed: number;
  readonly nNonTied: number;
}

/** The candidate that looks best on the first metric. */
export interface BestCandidate {
  readonly candidate: string;
  readonly delta: number;
  /** Whether it is shown to be better than the baseline. */
  readonly isShown: boolean;
}

/** The fields of a `compareMany` report. */
export interface CompareManyFields {
  readonly baseline: string;
  readonly metrics: readonly string[];
  /** The correction that was used. */
  readonly correction: ManyCorrection;
  readonly level: number;
  /** By metric, then by candidate, in the orders given. */
  readonly comparisons: readonly ManyComparison[];
  /**
   * Of the candidates with enough data under the same conditions; null when none is ahead of the baseline. Its delta is
   * biased upward: it was picked for being large.
   */
  readonly best: BestCandidate | null;
}

/** What `compareMany` gives. */
export type CompareMany = ReportOf<"compare_many", CompareManyFields>;
