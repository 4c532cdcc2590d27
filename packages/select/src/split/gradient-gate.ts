import { createReport, GateError, type Row, type RowLike } from "@whileai/core";
import { activityCorrelations } from "../correlations/reward-correlations.js";
import { hackScan } from "../hack-scan/hack-scan.js";
import type { HackScanReport } from "../hack-scan/hack-scan-report.js";
import { nearDuplicatePrompts } from "../near-duplicates/near-duplicate-prompts.js";
import { findRepeats } from "../optimize/duplicates.js";
import { summarizeLength } from "../optimize/length-summary.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { isSpread } from "../signal/band.js";
import { type GroupSignal, groupSignal } from "../signal/group-signal.js";
import { type StampedRow, stampEntries } from "./calibrate.js";
import { type GateEntry, gateEntries } from "./gate-entries.js";
import { gateNotes, refusalNote } from "./gate-notes.js";
import { type GateSettings, type GradientGateOptions, gateSettings } from "./gate-options.js";
import { type GateRefusal, type GradientGate, type GradientGateFields, renderGate } from "./gate-report.js";

/** A gate's report with the rows stamped. */
export interface GatedRows<R extends Row> {
  readonly rows: readonly StampedRow<R>[];
  readonly report: GradientGate;
}

/**
 * Refuses rows that cannot train anything, before anybody pays for the attempt: groups of rollouts in which nothing is
 * graded, in which no prompt has rollouts with different rewards, or (with `strictHacks`) whose reward pays for what is
 * not endorsed, or that no scan can hold against it. Rows that are no groups (`mode: "sft"`, or no task twice) pass
 * otherwise. What lets the rows pass and still deserves a look is in the notes. Nothing is changed; `calibrate` stamps rows,
 * and `gateSplit` splits before it gates.
 *
 * @throws GateError `ungraded_rl_rows`, `no_mixed_groups`, and with `strictHacks` `reward_hack`, `endorsed_unmatched` or
 * `no_groups`, unless `strict` is false.
 * @throws OptionError for an unknown option, a bad value, or `strictHacks` without `endorsed` or with `mode: "sft"`.
 *
 * @example
 * gradientGate([{ task_id: "a", reward: 1 }, { task_id: "a", reward: 0 }]).ok; // true
 */
export function gradientGate(rows: Iterable<RowLike>, options: GradientGateOptions = {}): GradientGate {
  const settings = gateSettings(options);
  return withRowErrors("gradientGate", rows, (given) => gateRows(given, settings).report);
}

/** Gates rows and stamps them with their tasks' pass rates; a holdout beside them is looked at, and never refused. */
export function gateRows<R extends Row>(
  given: Iterable<R>,
  settings: GateSettings,
  holdout: readonly Row[] | null = null,
): GatedRows<R> {
  const { entries, nSkipped } = gateEntries(given);
  const stamped = stampEntries(entries);
  const rows = entries.map(({ row }) => row);
  const { band } = settings;
  const rlShaped = isRlShaped(entries, settings);
  const nMixedAsks = countMixedAsks(entries);
  const isSilent = entries.every(({ label }) => label === null);
  const scan = rlShaped && nMixedAsks > 0 ? hackScan(rows, { endorsed: settings.endorsed }) : null;
  const refusal = ((): GateRefusal | null => {
    const { strictHacks } = settings;
    if (!rlShaped) return strictHacks ? "no_groups" : null;
    if (isSilent) return "ungraded_rl_rows";
    if (nMixedAsks === 0) return "no_mixed_groups";
    if (!strictHacks) return null;
    if (scan?.endorsedMatched === 0) return "endorsed_unmatched";
    return scan?.regime === "reward_hack" ? "reward_hack" : null;
  })();
  if (refusal !== null && settings.strict) throw gateError(refusal, stamped.fields.nOutOfRange, scan);
  const repeats = findRepeats(entries);
  const fields: GradientGateFields = {
    ok: refusal === null,
    refusal,
    rlShaped,
    nRows: entries.length,
    nSkipped,
    band,
    signal: groupSignal(rows, { band }),
    nMixedAsks,
    calibration: stamped.fields,
    duplicates: { nRepeats: repeats.later.size, prompts: repeats.prompts, conflicts: repeats.conflicts },
    nearDuplicates: rlShaped && refusal === null ? nearDuplicatePrompts(rows) : null,
    length: summarizeLength(entries),
    correlations: activityCorrelations(rows),
    hackScan: scan,
    holdoutSignal: holdout === null ? null : holdoutSignal(holdout, settings),
  };
  return { rows: stamped.rows, report: createReport("gradient_gate", fields, gateNotes(fields), renderGate) };
}

function holdoutSignal(holdout: readonly Row[], { band }: GateSettings): GroupSignal {
  return groupSignal(holdout, { band });
}

function gateError(refusal: GateRefusal, nOutOfRange: number, scan: HackScanReport | null): GateError {
  const { message, fix } = refusalNote(refusal, nOutOfRange, scan);
  return new GateError({ message: `gradientGate: ${message}`, fix }, refusal);
}

function isRlShaped(entries: readonly GateEntry[], { mode }: GateSettings): boolean {
  if (mode !== null) return mode === "rl";
  return new Set(entries.map(({ task }) => task)).size < entries.length;
}

/** Contrast counts within one prompt of one task, which is what trainers take their baseline over. */
function countMixedAsks(entries: readonly GateEntry[]): number {
  const asks = new Map<string, number[]>();
  for (const { ask, label } of entries) {
    if (label === null) continue;
    const labels = asks.get(ask);
    if (labels) labels.push(label);
    else asks.set(ask, [label]);
  }
  return [...asks.values()].filter((labels) => isSpread(labels)).length;
}
