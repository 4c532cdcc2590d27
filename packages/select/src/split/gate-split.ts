import type { Row, RowFields } from "@whileai/core";
import { printed } from "../notes/printed.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import type { StampedRow } from "./calibrate.js";
import { type GateSplitOptions, gateSplitSettings } from "./gate-options.js";
import type { GradientGate } from "./gate-report.js";
import { gateRows } from "./gradient-gate.js";
import { splitHoldout } from "./split-holdout.js";
import type { SplitHoldoutReport } from "./split-report.js";

/** Both sides of a gated split. */
export interface GatedSplit<R extends Row = Row> {
  /** Train rows, stamped with their tasks' pass rates. */
  readonly train: readonly StampedRow<R>[];
  readonly holdout: readonly R[];
  readonly split: SplitHoldoutReport;
  /** The gate over the train side. */
  readonly gate: GradientGate;
}

/**
 * Splits rows, then gates the train side: what is left to train on must have contrast of its own, whatever the holdout
 * took away. A holdout without contrast is a warning.
 *
 * @throws GateError what `splitHoldout` and `gradientGate` throw.
 * @throws OptionError for an unknown option or a bad value.
 *
 * @example
 * const { train, holdout, gate } = gateSplit(rows, { mode: "rl", holdout: { fraction: 0.2, exact: true } });
 */
export function gateSplit<R extends Row>(rows: Iterable<R>, options?: GateSplitOptions): GatedSplit<R>;
export function gateSplit<R extends RowFields>(rows: Iterable<R>, options?: GateSplitOptions): GatedSplit<R & Row>;
export function gateSplit<R extends Row>(rows: Iterable<R>, options: GateSplitOptions = {}): GatedSplit<R> {
  const settings = gateSplitSettings(options);
  return withRowErrors<R, GatedSplit<R>>("gateSplit", rows, (given) => {
    const sides = splitHoldout<R>(given, options.holdout);
    const gated = gateRows(sides.train, settings, sides.holdout);
    const result = { train: gated.rows, holdout: sides.holdout, split: sides.report, gate: gated.report };
    return printed(result, "split", "gate");
  });
}
