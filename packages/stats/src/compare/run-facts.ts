import { scalarReward, taskKey, textHash } from "@whileai/core";
import { type GroupReader, groupReader } from "../metric/group-reader.js";
import { RunStamps, type StampName } from "../pass-at/run-stamps.js";

type WireRow = Readonly<Record<string, unknown>>;

/** What a comparison needs to know of a run besides its values. */
export class RunFacts {
  /** Filled by the reader of the rows, who may need them elsewhere too. */
  readonly stamps: RunStamps;
  /** Rows with a reply, and the sum of their fingerprints: equal for equal rows in any order. */
  nReplies = 0;
  replies = 0;
  /** Each task's cluster, and the tasks whose rows name more than one. */
  readonly clusters = new Map<string, string>();
  readonly torn = new Set<string>();
  readonly #clusterOf: ((row: WireRow) => string | null) | null;

  constructor(clusterBy: GroupReader | undefined, stamps = new RunStamps()) {
    this.stamps = stamps;
    this.#clusterOf = clusterBy === undefined ? null : groupReader(clusterBy);
  }

  add(row: WireRow): void {
    const { final_text: reply } = row;
    if (typeof reply === "string" && reply !== "") {
      this.nReplies++;
      this.replies = (this.replies + textHash(JSON.stringify([taskKey(row), reply, scalarReward(row)]))) >>> 0;
    }
    const cluster = this.#clusterOf?.(row) ?? null;
    if (cluster !== null) this.#join(taskKey(row), cluster);
  }

  #join(task: string, name: string): void {
    const before = this.clusters.get(task);
    if (before !== undefined && before !== name) this.torn.add(task);
    // The least of several names, so that the order of the rows plays no part.
    if (before === undefined || name < before) this.clusters.set(task, name);
  }
}

/** Stamps that both runs carry with different values. */
export function differingStamps(a: RunFacts, b: RunFacts): StampName[] {
  const [ofA, ofB] = [a.stamps.values(), b.stamps.values()];
  return (Object.keys(ofA) as StampName[]).filter(
    (name) => ofA[name] !== null && ofB[name] !== null && ofA[name] !== ofB[name],
  );
}

/** Whether both runs hold the same replies with the same rewards. */
export function sameReplies(a: RunFacts, b: RunFacts): boolean {
  return a.nReplies > 0 && a.nReplies === b.nReplies && a.replies === b.replies;
}
