import { scalarReward, taskKey, textHash } from "@whileai/core";
import type { TaskClusters } from "../metric/task-clusters.js";
import { RunStamps, type StampName } from "../pass-at/run-stamps.js";

/** What a comparison needs to know of a run besides its values. */
export class RunFacts {
  /** Filled by the reader of the rows, who may need them elsewhere too. */
  readonly stamps: RunStamps;
  /** Rows with a reply, and the sum of their fingerprints: equal for equal rows in any order. */
  nReplies = 0;
  replies = 0;
  /** Shared by all runs of the comparison; null where tasks are independent. */
  readonly clusters: TaskClusters | null;

  constructor(clusters: TaskClusters | null, stamps = new RunStamps()) {
    this.stamps = stamps;
    this.clusters = clusters;
  }

  add(row: Readonly<Record<string, unknown>>): void {
    const { final_text: reply } = row;
    if (typeof reply === "string" && reply !== "") {
      this.nReplies++;
      this.replies = (this.replies + textHash(JSON.stringify([taskKey(row), reply, scalarReward(row)]))) >>> 0;
    }
    this.clusters?.add(row);
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
