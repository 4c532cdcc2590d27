import { type Interval, LARGEST_NUMBER, mean, replyLength, scalarReward, taskKey } from "@whileai/core";
import { sampledRow } from "./sampled-row.js";

/** The replies of one eval as numbers. */
export interface EvalScores {
  readonly n: number;
  readonly nGold: number;
  readonly nSkipped: number;
  readonly proxy: number | null;
  readonly gold: number | null;
  readonly proxyRange: Interval | null;
  readonly goldRange: Interval | null;
  readonly length: number | null;
  readonly nTasks: number;
  /** Mean unseen score by task. */
  readonly goldByTask: ReadonlyMap<string, number>;
  /** Mean of training reward minus unseen score by task, over replies that have both. */
  readonly excessByTask: ReadonlyMap<string, number>;
}

/** Reads the rows of an eval. Those without a finite `proxy` are counted and left out; a missing `gold` is not a zero. */
export function evalScores(rows: Iterable<unknown>): EvalScores {
  const [proxies, golds, lengths] = [[] as number[], [] as number[], [] as number[]];
  const tasks = new Set<string>();
  const goldOf = new Map<string, number[]>();
  const excessOf = new Map<string, number[]>();
  let nSkipped = 0;
  for (const given of rows) {
    const row = sampledRow(given);
    const proxy = numberOf(given, "proxy");
    if (row === null || proxy === null) {
      nSkipped++;
      continue;
    }
    const task = taskKey(row);
    tasks.add(task);
    proxies.push(proxy);
    lengths.push(replyLength(row));
    const gold = numberOf(given, "gold");
    if (gold === null) continue;
    golds.push(gold);
    add(goldOf, task, gold);
    add(excessOf, task, proxy - gold);
  }
  return {
    n: proxies.length,
    nGold: golds.length,
    nSkipped,
    proxy: mean(proxies),
    gold: mean(golds),
    proxyRange: rangeOf(proxies),
    goldRange: rangeOf(golds),
    length: mean(lengths),
    nTasks: tasks.size,
    goldByTask: means(goldOf),
    excessByTask: means(excessOf),
  };
}

/** A number, a numeric text or a boolean, as rewards are read. One whose square leaves the doubles is none. */
function numberOf(given: unknown, field: "proxy" | "gold"): number | null {
  const score = scalarReward({ reward: (given as Record<string, unknown> | null)?.[field] });
  return score !== null && Math.abs(score) <= LARGEST_NUMBER ? score : null;
}

function rangeOf(scores: readonly number[]): Interval | null {
  if (scores.length === 0) return null;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const score of scores) [low, high] = [Math.min(low, score), Math.max(high, score)];
  return { low, high };
}

function add(lists: Map<string, number[]>, task: string, value: number): void {
  const list = lists.get(task);
  if (list === undefined) lists.set(task, [value]);
  else list.push(value);
}

function means(lists: ReadonlyMap<string, number[]>): Map<string, number> {
  return new Map([...lists].map(([task, values]) => [task, mean(values) as number]));
}
