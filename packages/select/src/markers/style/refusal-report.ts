import {
  checkOptions,
  createReport,
  type Interval,
  mean,
  NO_FAULT,
  type Note,
  optionRule,
  type ReportOf,
  type Row,
  type RowLike,
  scalarReward,
  traceFault,
} from "@whileai/core";
import { withRowErrors } from "../../rows/with-row-errors.js";
import { taskOf } from "../../signal/ask-key.js";
import { rewardUnit } from "../../signal/reward-unit.js";
import { type MarkerRows, markerRows, rowNotes, UNREAD_REPLY } from "../marker-rows.js";
import { type RewardTie, rewardTie } from "../reward-tie.js";
import { taskShare } from "../task-share.js";
import { renderRefusalReport } from "./render-refusal-report.js";
import { markerReader, type StyleReading } from "./style-markers.js";
import { STYLE_PHRASES, type StylePhrases } from "./style-phrases.js";
import { type PhraseCount, topPhrases } from "./top-phrases.js";

/** Rollouts that a task needs before "always" says anything. Convention. */
const SEVERAL = 2;

/** Options of `refusalReport`. */
export interface RefusalOptions {
  /** Phrases that refuse, in place of ours. */
  phrases?: readonly string[] | undefined;
}

/** Refusals among some rows. */
export interface RefusalCount {
  readonly nRows: number;
  readonly nRefused: number;
}

/** The fields of a refusal report. */
export interface RefusalReportFields extends RewardTie {
  readonly nRows: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly nGraded: number;
  /** Rows whose reply could not be read: nothing was said, or in a script or language that our phrases are not in. */
  readonly nUnread: number;
  readonly nRefused: number;
  /** Share of rows that refuse, as the mean over tasks; null when none could be read. */
  readonly rate: number | null;
  /** Bootstrap over tasks, 95%; null below three tasks. */
  readonly interval: Interval | null;
  readonly nTasks: number;
  /** Rows in which a tool let the agent down: to refuse there may be all that is left. */
  readonly afterFault: RefusalCount;
  readonly withoutFault: RefusalCount;
  /** Mean reward of rows that refuse and of those that answer; null where none is graded. */
  readonly rewardRefused: number | null;
  readonly rewardAnswered: number | null;
  /** Tasks with two or more readable rollouts, all of which refuse: they teach nothing but to refuse. */
  readonly alwaysRefused: readonly string[];
  /** The five phrases in most rows. */
  readonly topPhrases: readonly PhraseCount[];
}

/** What `refusalReport` gives back. */
export type RefusalReport = ReportOf<"refusal", RefusalReportFields>;

/**
 * How often the agent refuses by a set phrase, on which tasks always, after faults and without, and whether the reward
 * pays for it. Whether a refusal was right is for a judge to say.
 *
 * @param rows - Rollouts; those without a reward count for everything but the rewards.
 * @throws OptionError for an unknown option or a blank phrase.
 *
 * @example
 * refusalReport([{ final_text: "I’m not able to help with that." }]).nRefused; // 1
 */
export function refusalReport(rows: Iterable<RowLike>, options: RefusalOptions = {}): RefusalReport {
  checkOptions("refusalReport", options, { phrases: optionRule.listOf(optionRule.notBlank, 1) });
  const phrases = { ...STYLE_PHRASES, refusal: options.phrases ?? STYLE_PHRASES.refusal };
  return withRowErrors("refusalReport", rows, (given) => reportOf(markerRows(given), phrases));
}

function reportOf(input: MarkerRows, phrases: StylePhrases): RefusalReport {
  const read = markerReader(phrases);
  const readings = new Map(input.rows.map((row) => [row, read(row)]));
  const refusalOf = (row: Row): number | null => {
    const { answered } = (readings.get(row) as StyleReading).markers;
    return answered === null ? null : 1 - answered;
  };
  const refuses = (row: Row) => refusalOf(row) === 1;
  const readable = input.rows.filter((row) => refusalOf(row) !== null);
  const refused = readable.filter(refuses);
  const faulted = readable.filter((row) => traceFault(row) !== NO_FAULT);
  const { share, interval, nTasks, nRead } = taskShare(input.rows, refusalOf);
  const tie = rewardTie(input.graded, (row) => {
    const refusal = refusalOf(row);
    return refusal === null ? null : refusal === 1;
  });
  const nUnread = input.rows.length - nRead;
  const afterFault = countRefusals(faulted, refuses);
  return createReport(
    "refusal",
    {
      nRows: input.rows.length,
      nSkipped: input.nSkipped,
      nGraded: input.graded.rows.length,
      nUnread,
      nRefused: refused.length,
      rate: share,
      interval,
      nTasks,
      afterFault,
      withoutFault: {
        nRows: nRead - afterFault.nRows,
        nRefused: refused.length - afterFault.nRefused,
      },
      rewardRefused: meanReward(refused),
      rewardAnswered: meanReward(readable.filter((row) => !refuses(row))),
      alwaysRefused: alwaysRefused(readable, refuses),
      topPhrases: topPhrases(refused.map((row) => (readings.get(row) as StyleReading).hits.refusal)),
      ...tie,
    },
    [...(tie.flagged ? [PAID_NOTE] : []), ...rowNotes(input, nUnread, UNREAD_REPLY)],
    renderRefusalReport,
  );
}

function countRefusals(rows: readonly Row[], refuses: (row: Row) => boolean): RefusalCount {
  return { nRows: rows.length, nRefused: rows.filter(refuses).length };
}

function meanReward(rows: readonly Row[]): number | null {
  const rewards = rows.map((row) => scalarReward(row)).filter((reward) => reward !== null);
  const unit = rewardUnit(rewards);
  const found = mean(rewards.map((reward) => reward / unit));
  // A reward of -0 is 0.
  return found === null ? null : found * unit + 0;
}

function alwaysRefused(rows: readonly Row[], refuses: (row: Row) => boolean): string[] {
  const tasks = new Map<string, Row[]>();
  for (const row of rows) {
    const task = taskOf(row);
    const own = tasks.get(task);
    if (own === undefined) tasks.set(task, [row]);
    else own.push(row);
  }
  return [...tasks]
    .filter(([, own]) => own.length >= SEVERAL && own.every(refuses))
    .map(([task]) => task)
    .sort();
}

const PAID_NOTE: Note = {
  code: "reward_pays_for_refusing",
  severity: "warning",
  message: "Rollouts that refuse earn more.",
  fix: "Check that the judge asks whether the agent could have helped, before training on these rewards.",
};
