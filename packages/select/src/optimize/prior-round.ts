import { isRecord, type Row, sha256Hex } from "@whileai/core";
import { taskOf } from "../signal/ask-key.js";
import { type Band, inBand } from "../signal/band.js";
import { isOutOfRange } from "../signal/judged-reward.js";
import { type CarriedRate, carriedRate } from "./carried-rate.js";
import { usableLabel } from "./unlabelled.js";

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
  /** Of those, tasks with a reward below 0 or above 1: their other rewards alone are no rate. */
  readonly outOfRange: readonly string[];
  /** Rewards below 0 or above 1. */
  readonly nOutOfRange: number;
  /** Entries of the earlier round that are no rows. */
  readonly nSkipped: number;
  /** Policies that the earlier round ran. */
  readonly fromPolicy: readonly string[];
  /** Fingerprint of the kept task keys. */
  readonly promptSetSha: string;
}

/** A task's verdict by an earlier round. */
type PriorVerdict = "kept" | "solved" | "unsolved" | "unknown";

/** An earlier round, task by task. */
export interface PriorTasks {
  readonly summary: PriorRound;
  /** Every task of the round, in the order in which it came; null without any pass rate. */
  readonly rates: ReadonlyMap<string, CarriedRate | null>;
  readonly verdictOf: (task: string) => PriorVerdict;
}

/** Reads the pass rates of an earlier round: from graded rollouts, else from a rate that a row carries. */
export function readPrior(rows: Iterable<Row>, band: Band): PriorTasks {
  const tasks = new Map<string, { sum: number; count: number; outOfRange: number; carried: CarriedRate | null }>();
  const policies = new Set<string>();
  let nSkipped = 0;
  for (const row of rows) {
    if (!isRecord(row)) {
      nSkipped++;
      continue;
    }
    const key = taskOf(row);
    const task = tasks.get(key) ?? { sum: 0, count: 0, outOfRange: 0, carried: null };
    tasks.set(key, task);
    const label = usableLabel(row);
    if (label !== null) {
      task.sum += label;
      task.count++;
    } else if (isOutOfRange(row)) task.outOfRange++;
    task.carried ??= carriedRate(row) ?? carriedRate(row.calibration);
    if (typeof row.policy_version === "string") policies.add(row.policy_version);
  }
  const rates = new Map<string, CarriedRate | null>();
  const verdicts = new Map<string, PriorVerdict>();
  for (const [key, { sum, count, outOfRange, carried }] of tasks) {
    const rate = count > 0 && outOfRange === 0 ? { passRate: sum / count, n: count } : carried;
    rates.set(key, rate);
    verdicts.set(key, rate === null ? "unknown" : verdictAt(rate.passRate, band));
  }
  const keysOf = (verdict: PriorVerdict) => [...verdicts].filter(([, own]) => own === verdict).map(([key]) => key);
  return {
    summary: {
      kept: keysOf("kept").length,
      droppedSolved: keysOf("solved").length,
      droppedUnsolved: keysOf("unsolved").length,
      unknown: keysOf("unknown").length,
      outOfRange: [...tasks]
        .filter(([key, task]) => task.outOfRange > 0 && rates.get(key) === null)
        .map(([key]) => key),
      nOutOfRange: [...tasks.values()].reduce((sum, task) => sum + task.outOfRange, 0),
      nSkipped,
      fromPolicy: [...policies].sort(),
      promptSetSha: promptSetSha([...keysOf("kept"), ...keysOf("unknown")]),
    },
    rates,
    verdictOf: (task) => verdicts.get(task) ?? "unknown",
  };
}

/** Fingerprint of a set of task keys: the same whatever their order. */
export function promptSetSha(keys: readonly string[]): string {
  return sha256Hex([...keys].sort().join("\n")).slice(0, SHA_DIGITS);
}

function verdictAt(rate: number, band: Band): PriorVerdict {
  if (inBand(rate, band)) return "kept";
  return rate > band[1] ? "solved" : "unsolved";
}
