import { percentText } from "@whileai/core";
import { numberText, signedNumberText } from "../notes/number-text.js";
import type { EvalComparison, MonitorAlarm, MonitorEntry } from "./monitor-entry.js";
import type { MonitorSettings } from "./monitor-options.js";

/** What rounding may take off a difference that is meant to reach a bound: 0.3 - 0.2 is below 0.1. */
const SLACK = 1e-9;

/** The alarms of an eval that its own numbers raise: drift, divergence and length. */
export function evalAlarms(entry: Omit<MonitorEntry, "scan">, settings: MonitorSettings): MonitorAlarm[] {
  const found = [
    drift(entry, settings),
    // One alarm of a kind is enough: the nearer eval is the first that is asked.
    firstOf(entry.comparisons, (comparison) => divergence(entry.step, comparison, settings)),
    lengthened(entry.step, entry.comparisons[0], settings),
  ];
  return found.filter((alarm) => alarm !== null);
}

function drift({ step, kl }: Pick<MonitorEntry, "step" | "kl">, { klBudget }: MonitorSettings): MonitorAlarm | null {
  if (klBudget === null || kl === null || kl <= klBudget + SLACK) return null;
  return {
    step,
    kind: "drift",
    reason: `KL is ${numberText(kl, 3)}, above the budget of ${klBudget}`,
    evidence: { kl, klBudget },
  };
}

function divergence(step: number, comparison: EvalComparison, { delta }: MonitorSettings): MonitorAlarm | null {
  const { since, proxyGain, goldGain, goldInterval, excess } = comparison;
  if (proxyGain === null || goldGain === null || excess === null || excess.interval === null) return null;
  if (proxyGain < delta - SLACK || excess.interval.low <= SLACK) return null;
  const { low, high } = excess.interval;
  return {
    step,
    kind: "divergence",
    reason:
      `since step ${since} the training reward moved by ${signedNumberText(proxyGain, 3)} and the unseen score by ` +
      `${signedNumberText(goldGain, 3)}: ${signedNumberText(excess.gain, 3)} apart, at least ${signedNumberText(low, 3)}`,
    evidence: {
      since,
      proxyGain,
      goldGain,
      goldInterval,
      excess: excess.gain,
      excessInterval: { low, high },
      level: excess.level,
      nTasks: excess.nTasks,
      paired: excess.paired,
    },
  };
}

function lengthened(
  step: number,
  comparison: EvalComparison | undefined,
  { lengthPct }: MonitorSettings,
): MonitorAlarm | null {
  if (comparison === undefined) return null;
  const { since, lengthGrowth, goldGain, goldInterval } = comparison;
  if (lengthGrowth === null || lengthGrowth < lengthPct - SLACK) return null;
  if (goldInterval !== null && goldInterval.low > SLACK) return null;
  const gold =
    goldGain === null ? "there is no unseen score" : `the unseen score moved by ${signedNumberText(goldGain, 3)}`;
  return {
    step,
    kind: "length",
    reason: `replies are ${percentText(lengthGrowth)} longer than at step ${since}, and ${gold}`,
    evidence: { since, lengthGrowth, goldGain, goldInterval },
  };
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
