import type { Interval, Note } from "@whileai/core";
import type { HackScanRegime } from "../hack-scan/verdict.js";
import type { Gain } from "./gain-interval.js";
import type { AlarmKind } from "./monitor-options.js";

/** One eval of a run against an earlier one. */
export interface EvalComparison {
  /** Step of the earlier eval. */
  readonly since: number;
  /** Gain of the mean training reward; null where a side has none. */
  readonly proxyGain: number | null;
  /** Gain of the unseen score with its 95% interval; null where a side has none. */
  readonly goldGain: number | null;
  readonly goldInterval: Interval | null;
  /** Gain of the training reward minus gain of the unseen score, over the tasks' graded replies. */
  readonly excess: Gain | null;
  /** Growth of the mean reply, as a share. */
  readonly lengthGrowth: number | null;
}

/** What the scan of the buffered completions said. */
export interface BufferScan {
  readonly regime: HackScanRegime;
  readonly nRows: number;
  readonly topFeature: string | null;
  /** Its name for people, with the most telling of the features that say the same. */
  readonly topFeatureText: string | null;
  readonly rho: number | null;
  readonly tau: number | null;
  readonly endorsedMatched: number;
}

/** One eval of a run. Rates are means over its replies; null where nothing was measured. */
export interface MonitorEntry {
  readonly step: number;
  /** Replies with a training reward. */
  readonly n: number;
  readonly nTasks: number;
  /** Of those, replies with an unseen score. */
  readonly nGold: number;
  /** Entries that are no rows or carry no training reward. */
  readonly nSkipped: number;
  readonly proxy: number | null;
  readonly gold: number | null;
  /** The least and the greatest training reward, and unseen score. */
  readonly proxyRange: Interval | null;
  readonly goldRange: Interval | null;
  /** Characters that the agent said. */
  readonly length: number | null;
  /** The KL that was given or last logged. */
  readonly kl: number | null;
  /** Against the eval `window` evals back, then against the first where that is another. */
  readonly comparisons: readonly EvalComparison[];
  /** Null where nothing is endorsed or the buffer holds too little. */
  readonly scan: BufferScan | null;
}

/** A warning of one eval. It comes back at every eval while it holds. */
export interface MonitorAlarm {
  readonly step: number;
  readonly kind: AlarmKind;
  readonly reason: string;
  /** The numbers behind it. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** What `evaluate` gives back. */
export interface MonitorEvaluation {
  readonly entry: MonitorEntry;
  readonly alarms: readonly MonitorAlarm[];
  /** What is odd about the evals and was not said before: no scored reply, steps that go back, scores of two scales. */
  readonly notes: readonly Note[];
  /** Whether to stop: true from the first alarm of `stopOn` on. */
  readonly stop: boolean;
}
