import { canonicalJson, isRecord, taskKey, textHash } from "@whileai/core";
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

/** Whole numbers that keep a step, a character and a pass apart in a sum. */
const STEP_WEIGHT = 1009;
const OUTCOME_WEIGHT = 100_003;

/** What is compared of a row: its text, null when there is none, and a number that is the same for the same text. */
interface Reading {
  readonly text: (row: unknown) => string | null;
  readonly weight: (row: unknown) => number;
}

/** Whether a row holds what was said or done, which tells rollouts apart. */
export const hasReply = ({ final_text, messages, steps }: Readonly<Record<string, unknown>>): boolean =>
  typeof final_text === "string" || Array.isArray(messages) || Array.isArray(steps);

const lengthOf = (value: unknown): number => (typeof value === "string" || Array.isArray(value) ? value.length : 0);

/** What a rollout said and did. */
const reply: Reading = {
  text: (row) => {
    if (!isRecord(row) || !hasReply(row)) return null;
    const { final_text, messages, steps } = row;
    return canonicalJson([taskKey(row), final_text ?? null, messages ?? null, steps ?? null]);
  },
  weight: (row) =>
    isRecord(row) ? lengthOf(row.final_text) + STEP_WEIGHT * (lengthOf(row.steps) + lengthOf(row.messages)) : 0,
};

/** How a rollout was judged. */
const outcome: Reading = {
  text: (row) => {
    if (!isRecord(row)) return null;
    return canonicalJson([taskKey(row), row.reward ?? null, isRecord(row.markers) ? row.markers : null]);
  },
  weight: (row) => (isRecord(row) && row.reward === 1 ? 1 : 0),
};

const both: Reading = {
  text: (row) => {
    const said = reply.text(row);
    return said === null ? null : `${said}${outcome.text(row)}`;
  },
  weight: (row) => reply.weight(row) + OUTCOME_WEIGHT * outcome.weight(row),
};

/** What tells most runs apart without comparing all that they hold: found when it is asked for, once. */
class RunPrint {
  readonly run: NamedRun;
  readonly #read: Reading;
  #weight: number | undefined;
  #hash: number | undefined;

  constructor(run: NamedRun, read: Reading) {
    this.run = run;
    this.#read = read;
  }

  /** A sum of whole numbers, which takes no time. */
  get weight(): number {
    this.#weight ??= this.run.rows.reduce((sum, row) => sum + this.#read.weight(row), 0);
    return this.#weight;
  }

  /** The sum of the texts' hashes, in any order; rows without a text count as none. */
  get hash(): number {
    this.#hash ??= this.run.rows.reduce((sum, row) => sum + textHash(this.#read.text(row) ?? ""), 0);
    return this.#hash;
  }
}

const mayBeSame = (one: RunPrint, other: RunPrint): boolean =>
  one.run.rows.length === other.run.rows.length && one.weight === other.weight && one.hash === other.hash;

/** Whether two runs hold the same texts, as often, in any order; false when a row of either has none. */
function holdSame(one: NamedRun, other: NamedRun, { text }: Reading): boolean {
  if (one.rows.length === 0) return false;
  const counts = new Map<string, number>();
  for (const row of one.rows) {
    const found = text(row);
    if (found === null) return false;
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  for (const row of other.rows) {
    const found = text(row);
    const left = found === null ? 0 : (counts.get(found) ?? 0);
    if (found === null || left === 0) return false;
    counts.set(found, left - 1);
  }
  return true;
}

function groupsOf(runs: readonly NamedRun[], read: Reading): string[][] {
  const groups: { first: RunPrint; names: string[] }[] = [];
  for (const run of runs) {
    const print = new RunPrint(run, read);
    const known = groups.find(({ first }) => mayBeSame(first, print) && holdSame(first.run, run, read));
    if (known === undefined) groups.push({ first: print, names: [run.name] });
    else known.names.push(run.name);
  }
  return groups.map(({ names }) => names).filter(({ length }) => length > 1);
}

const isKnown = (groups: readonly (readonly string[])[], group: readonly string[]): boolean =>
  groups.some((other) => group.every((name) => other.includes(name)));

/** Finds runs that repeat each other. Row order inside a run decides nothing. */
export function sameRuns(runs: readonly NamedRun[]): SameRuns {
  const replayed = groupsOf(runs, both);
  const rescored = groupsOf(runs, reply).filter((group) => !isKnown(replayed, group));
  const sameOutcomes = groupsOf(runs, outcome).filter((group) => !isKnown(replayed, group));
  return { replayed, rescored, sameOutcomes };
}
