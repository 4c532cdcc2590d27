import { canonicalJson, isRecord, taskKey } from "@whileai/core";
import type { NamedRun } from "./split-runs.js";

/** Runs that hold the same as others: each entry is a group of at least two names. */
export interface SameRuns {
  /** The same replies and the same verdicts, rollout for rollout. */
  readonly replayed: readonly (readonly string[])[];
  /** The same replies with other verdicts: the runs judge one set of rollouts again. */
  readonly rescored: readonly (readonly string[])[];
  /** The same verdicts on every task, without replies that could tell more. */
  readonly sameOutcomes: readonly (readonly string[])[];
}

/** What one rollout said, as text; null when the row does not hold it. */
function replyText(row: unknown): string | null {
  if (!isRecord(row)) return null;
  const { final_text, messages, steps } = row;
  const hasReply = typeof final_text === "string" || Array.isArray(messages) || Array.isArray(steps);
  return hasReply ? canonicalJson([taskKey(row), final_text ?? null, messages ?? null, steps ?? null]) : null;
}

function outcomeText(row: unknown): string | null {
  if (!isRecord(row)) return null;
  const { reward, markers } = row;
  return canonicalJson([taskKey(row), reward ?? null, isRecord(markers) ? markers : null]);
}

type Reading = (row: unknown) => string | null;

const both: Reading = (row) => {
  const reply = replyText(row);
  return reply === null ? null : `${reply}${outcomeText(row)}`;
};

/** Whether two runs hold the same texts, as often, in any order; false when a row of either has none. */
function holdSame(one: NamedRun, other: NamedRun, read: Reading): boolean {
  if (one.rows.length !== other.rows.length || one.rows.length === 0) return false;
  // The first row of most runs is in no other: the others need not be read.
  const counts = new Map<string, number>();
  for (const row of one.rows) {
    const text = read(row);
    if (text === null) return false;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  for (const row of other.rows) {
    const text = read(row);
    const left = text === null ? 0 : (counts.get(text) ?? 0);
    if (text === null || left === 0) return false;
    counts.set(text, left - 1);
  }
  return true;
}

function groupsOf(runs: readonly NamedRun[], read: Reading): string[][] {
  const groups: { first: NamedRun; names: string[] }[] = [];
  for (const run of runs) {
    const known = groups.find(({ first }) => holdSame(first, run, read));
    if (known === undefined) groups.push({ first: run, names: [run.name] });
    else known.names.push(run.name);
  }
  return groups.map(({ names }) => names).filter(({ length }) => length > 1);
}

const isKnown = (groups: readonly (readonly string[])[], group: readonly string[]): boolean =>
  groups.some((other) => group.every((name) => other.includes(name)));

/** Finds runs that repeat each other. Row order inside a run decides nothing. */
export function sameRuns(runs: readonly NamedRun[]): SameRuns {
  const replayed = groupsOf(runs, both);
  const rescored = groupsOf(runs, replyText).filter((group) => !isKnown(replayed, group));
  const sameOutcomes = groupsOf(runs, outcomeText).filter((group) => !isKnown(replayed, group));
  return { replayed, rescored, sameOutcomes };
}
