import { countText, fixedText, type Interval, type Note } from "@whileai/core";
import { warning } from "../notes/note.js";
import type { MonitorEntry } from "./monitor-entry.js";

/** What is odd about the evals of a run so far, each kind once. */
export function evalNotes(history: readonly MonitorEntry[]): Note[] {
  return [emptyNote(history), skippedNote(history), backNote(history), scaleNote(history)].filter(
    (note) => note !== null,
  );
}

function emptyNote(history: readonly MonitorEntry[]): Note | null {
  const empty = history.filter(({ n }) => n === 0);
  const [first] = empty;
  if (first === undefined) return null;
  const [subject, them] = empty.length === 1 ? ["An eval", "it"] : [`${empty.length} evals`, "them"];
  return warning(
    "empty_evals",
    `${subject} without a scored reply (${empty.length === 1 ? "" : "first "}at step ${first.step}): nothing is compared with ${them}.`,
    "Send rows that carry a `proxy`.",
  );
}

function skippedNote(history: readonly MonitorEntry[]): Note | null {
  const left = history.reduce((sum, entry) => sum + entry.nSkipped, 0);
  if (left === 0) return null;
  const verb = left === 1 ? "was" : "were";
  return warning(
    "skipped_eval_rows",
    `${countText(left, "eval entry", "eval entries")} without a training reward ${verb} not used.`,
  );
}

function backNote(history: readonly MonitorEntry[]): Note | null {
  const at = history.findIndex((entry, index) => index > 0 && entry.step < (history[index - 1] as MonitorEntry).step);
  if (at < 0) return null;
  const [before, after] = [history[at - 1] as MonitorEntry, history[at] as MonitorEntry];
  return warning(
    "steps_back",
    `The eval of step ${after.step} came after that of step ${before.step}: evals are compared in the order in which they come.`,
    "After a restart from a checkpoint that is as it should be; else send evals in the order of their steps.",
  );
}

/** A score that leaves 0 to 1 while the other stays inside has another scale, and gains of its own size. */
function scaleNote(history: readonly MonitorEntry[]): Note | null {
  const proxy = joined(history.map((entry) => entry.proxyRange));
  const gold = joined(history.map((entry) => entry.goldRange));
  if (proxy === null || gold === null || isShare(proxy) === isShare(gold)) return null;
  return warning(
    "other_scale",
    `The training reward goes from ${rangeText(proxy)} and the unseen score from ${rangeText(gold)}: divergence compares their gains.`,
    "Bring both to one scale.",
  );
}

/** A score as it is told: what is told as 0 or 1 has not left them. */
const told = (score: number): number => Number(fixedText(score, 3)) || 0;

const isShare = ({ low, high }: Interval): boolean => told(low) >= 0 && told(high) <= 1;

const rangeText = ({ low, high }: Interval): string => `${told(low)} to ${told(high)}`;

function joined(ranges: readonly (Interval | null)[]): Interval | null {
  let all: Interval | null = null;
  for (const range of ranges)
    if (range !== null)
      all = all === null ? range : { low: Math.min(all.low, range.low), high: Math.max(all.high, range.high) };
  return all;
}
