import type { Row, RowFields } from "@whileai/core";
import { withRowErrors } from "../rows/with-row-errors.js";
import { isSft, type RlOptions, rlSettings, type SftOptions, sftSettings } from "./optimize-options.js";
import { optimizeRl } from "./optimize-rl.js";
import { optimizeSft } from "./optimize-sft.js";
import type { RlSelectionReport } from "./rl-report.js";
import type { Selection } from "./selection.js";
import type { SftSelectionReport } from "./sft-report.js";

/** A selection for reinforcement learning. */
export type RlSelection<R extends Row = Row> = Selection<R, RlSelectionReport>;
/** A selection for supervised fine-tuning. */
export type SftSelection<R extends Row = Row> = Selection<R, SftSelectionReport>;

/**
 * Selects the rows worth training on and reports what every gate dropped.
 *
 * `mode: "rl"` (default) keeps whole groups of rollouts (a task with a prompt) that disagree and whose pass rate lies in
 * the band, default 20% to 80%, measured before anything is trimmed; leaks of privileged text, junk replies, cut replies
 * and rows without a reward from 0 to 1 go first. Fractional rewards are banded by their mean. Selected rows carry their
 * task's `calibration`. `mode: "sft"` is rejection sampling: the best passing completion of each prompt, spread over
 * behaviours.
 *
 * The input is not changed; rows that are marked or stamped are copies.
 *
 * @param rows - Graded rollouts; entries that are no rows are counted.
 * @param options - See {@link RlOptions} and {@link SftOptions}.
 * @throws OptionError for an unknown option or a bad value.
 * @throws RowError for a row that is no plain JSON, where it cannot be read.
 *
 * @example
 * const selection = optimize(rows, { mode: "rl", band: [0.2, 0.8] });
 * console.log(`${selection}`); // rl selection: kept 27 of 64 rows …
 */
export function optimize<R extends Row>(rows: Iterable<R>, options?: RlOptions): RlSelection<R>;
export function optimize<R extends Row>(rows: Iterable<R>, options: SftOptions): SftSelection<R>;
export function optimize<R extends RowFields>(rows: Iterable<R>, options?: RlOptions): RlSelection<R & Row>;
export function optimize<R extends RowFields>(rows: Iterable<R>, options: SftOptions): SftSelection<R & Row>;
export function optimize<R extends Row>(
  rows: Iterable<R>,
  options: RlOptions | SftOptions = {},
): RlSelection<R> | SftSelection<R> {
  return withRowErrors<R, RlSelection<R> | SftSelection<R>>("optimize", rows, (given) =>
    isSft(options) ? optimizeSft(given, sftSettings(options)) : optimizeRl(given, rlSettings(options)),
  );
}
