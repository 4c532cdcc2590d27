import { binaryLabel, isRecord, jsonText, type Row, scalarReward, taskKey } from "@whileai/core";
import { probePlan } from "../pass-at/probe-plan.js";
import { evalRun, rolloutIndex } from "../pass-at/rollout-place.js";

/** One rollout that counts. */
export interface Rollout {
  readonly task: string;
  /** Pass, fail, or null when the row says neither. */
  readonly label: 0 | 1 | null;
  readonly isPartial: boolean;
}

interface PlacedRollout<Kept> {
  readonly rollout: Rollout & Kept;
  readonly index: number | null;
  readonly run: string;
  /** Rollouts that every task gets under a plan that stops on outcomes; null under any other. */
  readonly probe: number | null;
}

/** The rollouts of a run that count, and how many rows do not. */
export interface CountedRollouts<Kept> {
  readonly rollouts: readonly (Rollout & Kept)[];
  readonly nDuplicates: number;
  readonly nBeyondProbe: number;
  readonly nNotRows: number;
}

const standing = ({ label, isPartial }: Rollout): number => (label !== null ? label : isPartial ? 2 : 3);

/** Of two rows of one rollout the one that counts, whichever came first: a graded one, a fail before a pass. */
function better<Kept>(left: PlacedRollout<Kept>, right: PlacedRollout<Kept>): PlacedRollout<Kept> {
  const difference = standing(left.rollout) - standing(right.rollout);
  if (difference !== 0) return difference < 0 ? left : right;
  return jsonText(left.rollout) <= jsonText(right.rollout) ? left : right;
}

/** The first rollouts of each run by index, as many as every task got. */
function probesOf<Kept>(rollouts: readonly PlacedRollout<Kept>[]): PlacedRollout<Kept>[] {
  const planned = rollouts.filter(({ probe }) => probe !== null);
  const size = Math.min(...planned.map(({ probe }) => probe as number));
  const runs = new Map<string, PlacedRollout<Kept>[]>();
  for (const rollout of planned) {
    const run = runs.get(rollout.run);
    if (run) run.push(rollout);
    else runs.set(rollout.run, [rollout]);
  }
  return [...runs.values()].flatMap((run) =>
    run
      .map((placed, position) => ({ placed, index: placed.index ?? position }))
      .sort((left, right) => left.index - right.index)
      .slice(0, size)
      .map(({ placed }) => placed),
  );
}

/**
 * Counts the rollouts that `passAt` reads, too: a repeated (task, run, rollout index) counts once, and of tasks that were
 * probed and then filled the probes alone, because only tasks that neither always pass nor always fail were filled. Keeps
 * of each row how it ended and what `keep` takes of it.
 */
export class RolloutTally<Kept extends object> {
  readonly #keep: (row: Row) => Kept;
  readonly #tasks = new Map<
    string,
    { readonly placed: Map<string, PlacedRollout<Kept>>; readonly loose: PlacedRollout<Kept>[] }
  >();
  #nNotRows = 0;
  #nRows = 0;

  constructor(keep: (row: Row) => Kept) {
    this.#keep = keep;
  }

  /** Whether it was a row. */
  add(row: unknown): row is Row {
    if (!isRecord(row)) {
      this.#nNotRows++;
      return false;
    }
    this.#nRows++;
    const placed = this.#placed(row as Row);
    let task = this.#tasks.get(placed.rollout.task);
    if (task === undefined) {
      task = { placed: new Map(), loose: [] };
      this.#tasks.set(placed.rollout.task, task);
    }
    if (placed.index === null) task.loose.push(placed);
    else {
      const place = `${placed.index}/${placed.run}`;
      const known = task.placed.get(place);
      task.placed.set(place, known === undefined ? placed : better(known, placed));
    }
    return true;
  }

  #placed(row: Row): PlacedRollout<Kept> {
    const label = binaryLabel(row);
    const isPartial = label === null && scalarReward(row) !== null;
    return {
      rollout: { task: taskKey(row), label, isPartial, ...this.#keep(row) },
      index: rolloutIndex(row),
      run: evalRun(row),
      probe: probePlan(row)?.probe ?? null,
    };
  }

  counted(): CountedRollouts<Kept> {
    let nDistinct = 0;
    const rollouts: (Rollout & Kept)[] = [];
    for (const { placed, loose } of this.#tasks.values()) {
      const all = [...placed.values(), ...loose];
      nDistinct += all.length;
      const isProbed = all.some(({ probe }) => probe !== null);
      for (const { rollout } of isProbed ? probesOf(all) : all) rollouts.push(rollout);
    }
    return {
      rollouts,
      nDuplicates: this.#nRows - nDistinct,
      nBeyondProbe: nDistinct - rollouts.length,
      nNotRows: this.#nNotRows,
    };
  }
}
