import { binaryLabel, isRecord, jsonText, type Row, scalarReward, taskKey } from "@whileai/core";
import { probePlan } from "../pass-at/probe-plan.js";
import { evalRun, rolloutIndex } from "../pass-at/rollout-place.js";

/** One rollout that counts. */
export interface Rollout {
  readonly row: Row;
  readonly task: string;
  /** Pass, fail, or null when the row says neither. */
  readonly label: 0 | 1 | null;
  readonly isPartial: boolean;
}

interface PlacedRollout extends Rollout {
  readonly index: number | null;
  readonly run: string;
  /** Rollouts that every task gets under a plan that stops on outcomes; null under any other. */
  readonly probe: number | null;
}

/** The rollouts of a run that count, and how many rows do not. */
export interface CountedRollouts {
  readonly rollouts: readonly Rollout[];
  readonly nDuplicates: number;
  readonly nBeyondProbe: number;
  readonly nNotRows: number;
}

function placedRollout(row: Row): PlacedRollout {
  const label = binaryLabel(row);
  return {
    row,
    task: taskKey(row),
    label,
    isPartial: label === null && scalarReward(row) !== null,
    index: rolloutIndex(row),
    run: evalRun(row),
    probe: probePlan(row)?.probe ?? null,
  };
}

const standing = ({ label, isPartial }: Rollout): number => (label !== null ? label : isPartial ? 2 : 3);

/** Of two rows of one rollout the one that counts, whichever came first: a graded one, a fail before a pass. */
function better(left: PlacedRollout, right: PlacedRollout): PlacedRollout {
  const difference = standing(left) - standing(right);
  if (difference !== 0) return difference < 0 ? left : right;
  return jsonText(left.row) <= jsonText(right.row) ? left : right;
}

/** The first rollouts of each run by index, as many as every task got. */
function probesOf(rollouts: readonly PlacedRollout[]): PlacedRollout[] {
  const planned = rollouts.filter(({ probe }) => probe !== null);
  const size = Math.min(...planned.map(({ probe }) => probe as number));
  const runs = new Map<string, PlacedRollout[]>();
  for (const rollout of planned) {
    const run = runs.get(rollout.run);
    if (run) run.push(rollout);
    else runs.set(rollout.run, [rollout]);
  }
  return [...runs.values()].flatMap((run) =>
    run
      .map((rollout, position) => ({ rollout, index: rollout.index ?? position }))
      .sort((left, right) => left.index - right.index)
      .slice(0, size)
      .map(({ rollout }) => rollout),
  );
}

/**
 * The rollouts that `passAt` reads, too: a repeated (task, run, rollout index) counts once, and of tasks that were probed
 * and then filled the probes alone, because only tasks that neither always pass nor always fail were filled.
 */
export function countedRollouts(rows: Iterable<Row>): CountedRollouts {
  const tasks = new Map<string, { readonly placed: Map<string, PlacedRollout>; readonly loose: PlacedRollout[] }>();
  let [nNotRows, nRows] = [0, 0];
  for (const row of rows) {
    if (!isRecord(row)) {
      nNotRows++;
      continue;
    }
    nRows++;
    const rollout = placedRollout(row);
    let task = tasks.get(rollout.task);
    if (task === undefined) {
      task = { placed: new Map(), loose: [] };
      tasks.set(rollout.task, task);
    }
    if (rollout.index === null) {
      task.loose.push(rollout);
      continue;
    }
    const place = `${rollout.index}/${rollout.run}`;
    const known = task.placed.get(place);
    task.placed.set(place, known === undefined ? rollout : better(known, rollout));
  }
  let nDistinct = 0;
  const rollouts: Rollout[] = [];
  for (const { placed, loose } of tasks.values()) {
    const all = [...placed.values(), ...loose];
    nDistinct += all.length;
    const isProbed = all.some(({ probe }) => probe !== null);
    for (const rollout of isProbed ? probesOf(all) : all) rollouts.push(rollout);
  }
  return { rollouts, nDuplicates: nRows - nDistinct, nBeyondProbe: nDistinct - rollouts.length, nNotRows };
}
