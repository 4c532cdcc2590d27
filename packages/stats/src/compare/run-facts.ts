import { taskKey } from "@whileai/core";
import { RunStamps, type StampName } from "../pass-at/run-stamps.js";
import type { GroupReader } from "./compare-runs-types.js";

type WireRow = Readonly<Record<string, unknown>>;

/** Characters of a reply's start and end that tell it from others. */
const SAMPLED_CHARACTERS = 48;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function mix(hash: number, text: string): number {
  let mixed = hash ^ text.length;
  const last = text.length - SAMPLED_CHARACTERS;
  for (let index = 0; index < text.length; index++) {
    if (index === SAMPLED_CHARACTERS && last > index) index = last;
    mixed = Math.imul(mixed ^ text.charCodeAt(index), FNV_PRIME);
  }
  return mixed;
}

/** What a comparison needs to know of a run besides its values. */
export class RunFacts {
  readonly stamps = new RunStamps();
  /** Rows with a reply, and the sum of their fingerprints: equal for equal rows in any order. */
  nReplies = 0;
  replies = 0;
  readonly #read: ((row: WireRow) => unknown) | null;
  /** Each task's group, and the tasks whose rows name more than one. */
  readonly groups = new Map<string, string>();
  readonly torn = new Set<string>();

  constructor(groupBy: GroupReader | undefined) {
    this.#read = groupBy === undefined ? null : groupReader(groupBy);
  }

  add(row: WireRow): void {
    this.stamps.add(row);
    const { final_text: reply, reward } = row;
    if (typeof reply === "string" && reply !== "") {
      this.nReplies++;
      this.replies = (this.replies + mix(mix(mix(FNV_OFFSET, taskKey(row)), reply), String(reward))) >>> 0;
    }
    if (this.#read !== null) this.#addGroup(taskKey(row), this.#read(row));
  }

  #addGroup(task: string, group: unknown): void {
    if (group === undefined || group === null || group === "" || typeof group === "object") return;
    const name = String(group);
    const before = this.groups.get(task);
    if (before !== undefined && before !== name) this.torn.add(task);
    // The least of several names, so that the order of the rows plays no part.
    if (before === undefined || name < before) this.groups.set(task, name);
  }
}

/** Looks a name up on the row, then in its `scenario_dimensions`, then in its `lineage`. */
function groupReader(groupBy: GroupReader): (row: WireRow) => unknown {
  if (typeof groupBy === "function") return groupBy;
  return (row) => {
    for (const holder of [row, row.scenario_dimensions, row.lineage])
      if (typeof holder === "object" && holder !== null && Object.hasOwn(holder, groupBy))
        return (holder as WireRow)[groupBy];
    return undefined;
  };
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
