import type { Interval, ReportOf } from "@whileai/core";
import type { RoganGladenResult } from "../inference/rogan-gladen.js";

/** Who may have given a label: the `gold_kind` of a row. */
export type LabelKind = "human" | "program" | "model";

/** Options of `correctedPassRate`. */
export interface CorrectedPassRateOptions {
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** Labels to trust, by `gold_kind`; rows without one count as human. Default: human and program. */
  readonly kinds?: readonly LabelKind[] | undefined;
}

/** The data of a {@link CorrectedPassRate}. */
export interface CorrectedPassRateFields {
  /** The pass rate that the labels would give all rollouts; null where labels are too few. */
  readonly passRate: number | null;
  readonly interval: Interval | null;
  readonly level: number;
  /** How the pass rate was found: labels helped by the judge, or labels alone where all rollouts have one. */
  readonly method: "prediction_powered" | "labels_alone" | null;
  /** The weight of the judge, from 0 (it tells nothing) to 1. */
  readonly lambda: number | null;
  /** The judge's own pass rate over all rollouts with a verdict. */
  readonly judged: number | null;
  /** Share of rollouts labelled pass that the judge passed. */
  readonly sensitivity: number | null;
  /** Share of rollouts labelled fail that the judge failed. */
  readonly specificity: number | null;
  /** The correction by sensitivity and specificity; null where one class has no label. */
  readonly roganGladen: RoganGladenResult | null;
  readonly nTasks: number;
  /** Rollouts with a verdict of 0 or 1. */
  readonly nRows: number;
  /** Of these, with a trusted label. */
  readonly nLabelled: number;
  readonly nLabelledPass: number;
  readonly nLabelledFail: number;
  /** Labelled rollouts on which judge and label agree. */
  readonly nAgreed: number;
  /** Rollouts without a verdict of 0 or 1, and entries that are not rows. */
  readonly nSkipped: number;
  /** Rollouts whose label is of a kind that is not trusted, or is neither 0 nor 1. */
  readonly nLabelsLeftOut: number;
  readonly nDuplicates: number;
  readonly nBeyondProbe: number;
}

/** What `correctedPassRate` gives. */
export type CorrectedPassRate = ReportOf<"corrected_pass_rate", CorrectedPassRateFields>;
