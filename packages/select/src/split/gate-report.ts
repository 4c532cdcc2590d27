import { countText, type ReportOf, renderNotes } from "@whileai/core";
import type { RewardCorrelation } from "../correlations/correlations-report.js";
import type { HackScanReport } from "../hack-scan/hack-scan-report.js";
import { regimeText } from "../hack-scan/hack-scan-report.js";
import type { NearDuplicatesReport } from "../near-duplicates/near-duplicates-report.js";
import { numberText } from "../notes/number-text.js";
import type { LengthSummary } from "../optimize/length-summary.js";
import type { Band } from "../signal/band.js";
import type { GroupSignal } from "../signal/group-signal.js";
import type { CalibrationFields } from "./calibrate.js";

/** Why rows are refused for reinforcement learning; the last three only with `strictHacks`. */
export type GateRefusal = "ungraded_rl_rows" | "no_mixed_groups" | "reward_hack" | "endorsed_unmatched" | "no_groups";

/** The fields of a gradient gate. */
export interface GradientGateFields {
  readonly ok: boolean;
  /** Null when the rows may go. */
  readonly refusal: GateRefusal | null;
  /** Whether the rows are groups for reinforcement learning. */
  readonly rlShaped: boolean;
  readonly nRows: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly band: Band;
  readonly signal: GroupSignal;
  /** Prompts of one task whose rollouts disagree: what trainers compare within. */
  readonly nMixedAsks: number;
  readonly calibration: CalibrationFields;
  /** Replies that repeat an earlier one of their prompt, and those of them with another reward. */
  readonly duplicates: { readonly nRepeats: number; readonly prompts: number; readonly conflicts: number };
  /** Prompts with nearly the same words; null where there is nothing to compare within. */
  readonly nearDuplicates: NearDuplicatesReport | null;
  readonly length: LengthSummary;
  readonly correlations: readonly RewardCorrelation[];
  /** Null where there is nothing to scan: rows that are refused before it, or that are no groups. */
  readonly hackScan: HackScanReport | null;
  /** The signal in the holdout; null without one. */
  readonly holdoutSignal: GroupSignal | null;
}

/** What `gradientGate` gives back. */
export type GradientGate = ReportOf<"gradient_gate", GradientGateFields>;

/** The terminal text of a gate. */
export function renderGate(report: GradientGate): string {
  const { signal, calibration } = report;
  return [
    `gradient gate: ${verdictText(report)} (${countText(report.nRows, "row")})`,
    `  groups ${signal.nGroups}  mixed ${signal.nMixed} (in band ${signal.nInBand})  all pass ${signal.nAllOne}  all fail ${signal.nAllZero}  single ${signal.nSingle}; pass@1 ${numberText(signal.passAt1, 2)}`,
    ...(report.holdoutSignal === null
      ? []
      : [`  holdout: groups ${report.holdoutSignal.nGroups}  mixed ${report.holdoutSignal.nMixed}`]),
    `  calibration: rows stamped ${calibration.nStamped}, kept an earlier stamp ${calibration.nCarried}, without a pass rate ${calibration.nUnstamped}`,
    ...(report.hackScan === null ? [] : [`  hack scan: ${regimeText(report.hackScan.regime)}`]),
    ...renderNotes(report.notes),
  ].join("\n");
}

function verdictText({ refusal, nRows, rlShaped }: GradientGate): string {
  if (refusal !== null) return `refused, ${refusal.replaceAll("_", " ")}`;
  if (nRows === 0) return "nothing to look at";
  return rlShaped ? "open" : "open, not for groups";
}
