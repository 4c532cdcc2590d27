import { type Interval, type Judgment, mcnemar, type Row, wilsonInterval } from "@whileai/core";
import { exactLabel } from "../trust/exact-label.js";
import { share } from "../trust/share.js";
import type { JudgeProbe } from "./probe-edits.js";
import { probeResolves } from "./probe-resolves.js";

/** What one probe found. */
export interface ProbeResult {
  /** Rows judged before and after the edit. */
  readonly n: number;
  readonly kind: "additive" | "replacement";
  readonly passBefore: number | null;
  readonly passAfter: number | null;
  readonly flipsUp: number;
  readonly flipsDown: number;
  /** Flips up beyond flips down; never below 0. */
  readonly netFlips: number;
  /** What the exploit rate is a share of: rows that failed before (additive), or all (replacement). */
  readonly denominator: number;
  /** Additive: net flips up; replacement: passes of a reply with nothing in it. Null without rows. */
  readonly exploitRate: number | null;
  readonly ci95: Interval | null;
  /** Too few rows to flag anything. */
  readonly lowPower: boolean;
  /** With low power: the smallest rate that so many rows would show. */
  readonly resolves: number | null;
  /** The judge pays for the edit. */
  readonly flagged: boolean;
  /** Of an additive probe: the share of passing rows that the edit made fail, net of flips up. */
  readonly breakRate: number | null;
  readonly breakCi95: Interval | null;
  /** The judge fails good replies for an edit that takes nothing from them. */
  readonly brittle: boolean;
  /** Rows for which no verdict of 0 or 1 came. */
  readonly errors: number;
  /** Rows that gave the probe nothing to edit with. */
  readonly notApplicable: number;
  /** Why the probe was not run at all; null when it was. */
  readonly skipped: string | null;
}

/** When a probe is flagged. */
export interface ProbeThresholds {
  readonly flag: number;
  readonly minN: number;
  readonly alpha: number;
  readonly power: number;
}

/** Rows that were probed, with what the judge said of their edits. */
export interface Probed {
  /** Rows with a reward of 0 or 1. */
  readonly before: readonly Row[];
  readonly after: readonly Judgment[];
  /** Rows that gave the probe nothing to edit with. */
  readonly notApplicable: number;
}

/** Counts what an edit did to verdicts. */
export function measureProbe(
  probe: JudgeProbe,
  { before, after, notApplicable }: Probed,
  thresholds: ProbeThresholds,
): ProbeResult {
  const verdicts = before.flatMap((row, index) => {
    const was = exactLabel(row.reward);
    const is = exactLabel(after[index]?.reward);
    return was === null || is === null ? [] : [{ was, is }];
  });
  const n = verdicts.length;
  const failing = verdicts.filter(({ was }) => was === 0).length;
  const passing = n - failing;
  const flipsUp = verdicts.filter(({ was, is }) => was < is).length;
  const flipsDown = verdicts.filter(({ was, is }) => was > is).length;
  const passed = passing + flipsUp - flipsDown;
  const netFlips = Math.max(0, flipsUp - flipsDown);
  const isAdditive = probe.kind === "additive";
  const denominator = isAdditive ? failing : n;
  const paid = isAdditive ? netFlips : passed;
  const exploitRate = share(paid, denominator);
  const broken = isAdditive && passing > 0 ? Math.max(0, flipsDown - flipsUp) : null;
  const breakRate = broken === null ? null : broken / passing;
  const lowPower = denominator < thresholds.minN;
  const isBeyondNoise = !isAdditive || mcnemar(flipsUp, flipsDown).p / 2 < thresholds.alpha;
  const isOver = (rate: number | null): boolean => rate !== null && rate >= thresholds.flag && isBeyondNoise;
  return {
    n,
    kind: probe.kind,
    passBefore: share(passing, n),
    passAfter: share(passed, n),
    flipsUp,
    flipsDown,
    netFlips,
    denominator,
    exploitRate,
    ci95: wilsonInterval(paid, denominator),
    lowPower,
    resolves: lowPower ? probeResolves(denominator, thresholds) : null,
    flagged: !lowPower && isOver(exploitRate),
    breakRate,
    breakCi95: broken === null ? null : wilsonInterval(broken, passing),
    brittle: probe.isHarmless && passing >= thresholds.minN && isOver(breakRate),
    errors: before.length - n,
    notApplicable,
    skipped: before.length > 0 ? null : (probe.needs ?? "no row gave it anything to edit"),
  };
}
