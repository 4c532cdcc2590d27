import { isRecord, type Row, sha256Hex } from "@whileai/core";
import { taskOf } from "../signal/ask-key.js";
import type { Band } from "../signal/band.js";
import { usableLabel } from "./rl-entry.js";

/** Hex digits kept of the hash over the kept prompts. */
const SHA_DIGITS = 16;

/** What an earlier round says about its tasks. */
export interface PriorRound {
  /** Tasks inside the band. */
  readonly kept: number;
  readonly droppedSolved: number;
  readonly droppedUnsolved: number;
  /** Tasks of the earlier round without any pass rate. */
  readonly unknown: number;
  /** Policies that the earlier round ran. */
  readonly fromPolicy: readonly string[];
  /** Fingerprint of the kept task keys. */
  readonly promptSetSha: string;
}

/** A task's verdict by an earlier round. */
export type PriorVerdict = "kept" | "solved" | "unsolved" | "unknown";

/** Reads the pass rates of an earlier round: from graded rollouts, else from a rate that a row carries. */
export function readPrior(
  rows: Iterable<Row>,
  [low, high]: Band,
): { summary: PriorRound; verdictOf: (task: string) => PriorVerdict } {
  const tasks = new Map<string, { sum: number; count: number; carried: number | null }>();
  const policies = new Set<string>();
  for (const row of rows) {
    if (!isRecord(row)) continue;
    const key = taskOf(row);
    const task = tasks.get(key) ?? { sum: 0, count: 0, carried: null };
    tasks.set(key, task);
    const label = usableLabel(row);
    if (label !== null) {
      task.sum += label;
      task.count++;
    }
    task.carried ??= carriedRate(row);
    if (typeof row.policy_version === "string") policies.add(row.policy_version);
  }
  const verdicts = new Map<string, PriorVerdict>();
  for (const [key, { sum, count, carried }] of tasks) {
    const rate = count > 0 ? sum / count : carried;
    verdicts.set(key, rate === null ? "unknown" : rate > high ? "solved" : rate < low ? "unsolved" : "kept");
  }
  const keysOf = (verdict: PriorVerdict) => [...verdicts].filter(([, own]) => own === verdict).map(([key]) => key);
  const kept = [...keysOf("kept"), ...keysOf("unknown")].sort();
  return {
    summary: {
      kept: keysOf("kept").length,
      droppedSolved: keysOf("solved").length,
      droppedUnsolved: keysOf("unsolved").length,
      unknown: keysOf("unknown").length,
      fromPolicy: [...policies].sort(),
      promptSetSha: sha256Hex(kept.join("\n")).slice(0, SHA_DIGITS),
    },
    verdictOf: (task) => verdicts.get(task) ?? "unknown",
  };
}

function carriedRate(row: Readonly<Row>): number | null {
  for (const source of [row, row.calibration] as unknown[]) {
    if (!isRecord(source)) continue;
    const { pass_rate: rate, n } = source;
    if (typeof rate === "number" && rate >= 0 && rate <= 1 && typeof n === "number" && n >= 1) return rate;
  }
  return null;
}
