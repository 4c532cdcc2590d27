import {
  checkOptions,
  countText,
  createReport,
  groupPassAtK,
  groupPassPowK,
  isRecord,
  type Note,
  percentText,
  type ReportOf,
  type Row,
  type RowLike,
  renderNotes,
} from "@whileai/core";
import { info } from "../notes/note.js";
import { numberText } from "../notes/number-text.js";
import { outOfRangeNote } from "../notes/out-of-range-note.js";
import { skippedNote } from "../notes/row-notes.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { taskOf } from "./ask-key.js";
import { type Band, bandRule, DEFAULT_BAND, inBand, isSpread } from "./band.js";
import { isShare, judgedReward } from "./judged-reward.js";
import { hasStoppingPlan } from "./stopping-plan.js";

/** Smallest group for which pass@k says more than pass@1. Convention. */
export const KWAY_MINIMUM = 4;

/** Options of `groupSignal`. */
export interface GroupSignalOptions {
  /** Pass rates that count as neither too easy nor too hard, edges included. Default [0.2, 0.8]. */
  band?: Band | undefined;
}

/** The fields of a group signal. Rates are over groups; null where there is none to take them over. */
export interface GroupSignalFields {
  readonly nGroups: number;
  /** Groups with one graded rollout. */
  readonly nSingle: number;
  /** Groups whose rollouts did not all get the same: the ones with a gradient. */
  readonly nMixed: number;
  readonly nAllZero: number;
  readonly nAllOne: number;
  /** Groups whose rollouts all got the same fraction. */
  readonly nFlat: number;
  /** Mixed groups inside the band. */
  readonly nInBand: number;
  /** Mixed groups over groups with two or more rollouts. */
  readonly mixedRate: number | null;
  /** The smallest group with two or more rollouts; 1 when there is none. */
  readonly k: number;
  /** Mean over groups of their mean reward, groups with a reward below 0 or above 1 left out. */
  readonly passAt1: number | null;
  /** Mean unbiased chance that all k pass; null below k = 4 or with fractional rewards. */
  readonly passPowK: number | null;
  /** Mean unbiased chance that one of k passes; null below k = 4 or with fractional rewards. */
  readonly passAtK: number | null;
  readonly headroom: number | null;
  /** Rows without a reward, or with one beside a verdict that failed. */
  readonly nUngraded: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  /** Rewards below 0 or above 1; a mean of them is no pass rate, so their groups are in no band and in no `passAt1`. */
  readonly nOutOfRange: number;
  /** Groups in which no rollout has a reward; not among `nGroups`. */
  readonly nGroupsUngraded: number;
  /** Groups whose graded rollouts agree while others have no reward yet. */
  readonly nUnanimousSoFar: number;
}

/** What `groupSignal` gives back. */
export type GroupSignal = ReportOf<"group_signal", GroupSignalFields>;

/**
 * How much there is to learn from graded rollouts: groups whose rollouts disagree carry a gradient, unanimous ones do
 * not. A group is a task; rewards may be fractions.
 *
 * @param rows - Graded rollouts; rows without a reward are counted and left out.
 * @throws OptionError for an unknown option or a bad band.
 *
 * @example
 * groupSignal([{ task_id: "a", reward: 1 }, { task_id: "a", reward: 0 }]).nMixed; // 1
 */
export function groupSignal(rows: Iterable<RowLike>, options: GroupSignalOptions = {}): GroupSignal {
  checkOptions("groupSignal", options, { band: bandRule });
  const band = options.band ?? DEFAULT_BAND;
  return withRowErrors("groupSignal", rows, (given) => signalOf(given, band), { once: true });
}

function signalOf(rows: Iterable<Row>, band: Band): GroupSignal {
  const groups = new Map<string, { rewards: number[]; waiting: number }>();
  let nUngraded = 0;
  let nSkipped = 0;
  let nOutOfRange = 0;
  let stops = false;
  for (const row of rows) {
    if (!isRecord(row)) {
      nSkipped++;
      continue;
    }
    const key = taskOf(row);
    let group = groups.get(key);
    if (group === undefined) {
      group = { rewards: [], waiting: 0 };
      groups.set(key, group);
    }
    const reward = judgedReward(row);
    if (reward === null) {
      group.waiting++;
      nUngraded++;
    } else {
      group.rewards.push(reward);
      if (!isShare(reward)) nOutOfRange++;
    }
    stops ||= hasStoppingPlan(row);
  }
  const all = [...groups.values()];
  const graded = all.filter(({ rewards }) => rewards.length > 0);
  const fields = {
    ...measure(
      graded.map(({ rewards }) => rewards),
      band,
    ),
    nUngraded,
    nSkipped,
    nOutOfRange,
    nGroupsUngraded: all.length - graded.length,
    nUnanimousSoFar: graded.filter(({ rewards, waiting }) => waiting > 0 && !isSpread(rewards)).length,
  };
  return createReport("group_signal", fields, signalNotes(fields, stops), render);
}

type Measured = Omit<
  GroupSignalFields,
  "nUngraded" | "nSkipped" | "nOutOfRange" | "nGroupsUngraded" | "nUnanimousSoFar"
>;

function measure(groups: readonly (readonly number[])[], band: Band): Measured {
  const several = groups.filter((group) => group.length >= 2);
  const mixed = several.filter((group) => isSpread(group));
  const unanimous = several.filter((group) => !isSpread(group));
  const k = several.length === 0 ? 1 : Math.min(...new Set(several.map((group) => group.length)));
  const nAllZero = unanimous.filter(([reward]) => (reward as number) <= 0).length;
  const nAllOne = unanimous.filter(([reward]) => (reward as number) >= 1).length;
  const isBinary = groups.every((group) => group.every((reward) => reward === 0 || reward === 1));
  const kway = k >= KWAY_MINIMUM && isBinary ? several : [];
  const passes = (group: readonly number[]) => group.filter((reward) => reward === 1).length;
  const rated = groups.filter((group) => group.every(isShare));
  const passAt1 = meanOf(rated.map((group) => meanOf(group) as number));
  const passPowK = meanOf(kway.map((group) => groupPassPowK(group.length, passes(group), k) as number));
  const passAtK = meanOf(kway.map((group) => groupPassAtK(group.length, passes(group), k) as number));
  return {
    nGroups: groups.length,
    nSingle: groups.length - several.length,
    nMixed: mixed.length,
    nAllZero,
    nAllOne,
    nFlat: unanimous.length - nAllZero - nAllOne,
    nInBand: mixed.filter((group) => group.every(isShare) && inBand(meanOf(group) as number, band)).length,
    mixedRate: several.length === 0 ? null : mixed.length / several.length,
    k,
    passAt1,
    passPowK,
    passAtK,
    headroom: passAtK === null || passAt1 === null ? null : passAtK - passAt1,
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function signalNotes({ nUngraded, nSkipped, nOutOfRange, nUnanimousSoFar }: GroupSignalFields, stops: boolean): Note[] {
  return [
    nUngraded > 0 &&
      info(
        "ungraded_rows",
        `${countText(nUngraded, "row without a reward was", "rows without a reward were")} left out.`,
      ),
    skippedNote(nSkipped),
    outOfRangeNote(nOutOfRange, "groups that hold one are in no band and in no pass@1"),
    nUnanimousSoFar > 0 &&
      info(
        "unanimous_so_far",
        `${countText(nUnanimousSoFar, "group agrees", "groups agree")} on the rollouts that are graded; the others may still differ.`,
        "Grade them again.",
      ),
    stops &&
      info(
        "stopped_on_outcomes",
        "Groups of this run were filled where their first rollouts disagreed, so pass@1 over all of them is biased.",
        "passAt reads such runs without bias.",
      ),
  ].filter((note) => note !== false);
}

function render(signal: GroupSignal): string {
  const number = (value: number | null) => numberText(value, 2);
  const lines = [
    `groups ${signal.nGroups}  mixed ${signal.nMixed} (in band ${signal.nInBand})  all pass ${signal.nAllOne}  all fail ${signal.nAllZero}  single ${signal.nSingle}`,
    `  mixed share ${signal.mixedRate === null ? "n/a" : percentText(signal.mixedRate)}; pass@1 ${number(signal.passAt1)}`,
  ];
  if (signal.headroom !== null)
    lines.push(
      `  pass^${signal.k} ${number(signal.passPowK)}; pass@${signal.k} ${number(signal.passAtK)}; headroom ${number(signal.headroom)}`,
    );
  return [...lines, ...renderNotes(signal.notes)].join("\n");
}
