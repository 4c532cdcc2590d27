import { sha1Hex } from "../hash/hash.js";
import { looseRow } from "./loose-row.js";
import { scalarReward } from "./reward.js";
import type { Row } from "./row.js";
import { taskKey } from "./task-key.js";

/** Hex digits kept of the group's hash. */
const GROUP_ID_DIGITS = 12;
/** Rewards below count as failed, rewards above as passed, exactly this as neither. */
const MIDPOINT = 0.5;

/** What is known about all rollouts of one task in one list of rows. */
export interface GroupStamp {
  /** 12 hex digits of the SHA-1 of the task key. */
  group_id: string;
  /** Rollouts of the task in this list, graded or not. */
  k: number;
  /** Rewards below 0.5. */
  n0: number;
  /** Rewards above 0.5. */
  n1: number;
  reward_mean: number | null;
  /** Standard deviation with denominator n. */
  reward_std: number | null;
  /** Standard deviation with denominator n - 1, which is what TRL's GRPO divides by; null below two rewards. */
  reward_std_sample: number | null;
}

function stampOf(key: string, rows: readonly Readonly<Row>[]): GroupStamp {
  const rewards = rows.map(scalarReward).filter((reward) => reward !== null);
  const mean = rewards.length === 0 ? null : rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  const squares = mean === null ? 0 : rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0);
  return {
    group_id: sha1Hex(key).slice(0, GROUP_ID_DIGITS),
    k: rows.length,
    n0: rewards.filter((reward) => reward < MIDPOINT).length,
    n1: rewards.filter((reward) => reward > MIDPOINT).length,
    reward_mean: mean,
    reward_std: mean === null ? null : Math.sqrt(squares / rewards.length),
    reward_std_sample: rewards.length < 2 ? null : Math.sqrt(squares / (rewards.length - 1)),
  };
}

/**
 * Group statistics for each row, in the rows' order, when any task occurs more than once; otherwise an empty list,
 * because there are no groups. They describe the rows given here (a file), not the run they came from.
 *
 * @example
 * groupStamps([{ scenario_id: "s1", reward: 1 }, { scenario_id: "s1", reward: 0 }])[0]?.reward_mean; // 0.5
 */
export function groupStamps(rows: readonly Readonly<Row>[]): GroupStamp[] {
  const known = rows.map(looseRow);
  const keys = known.map(taskKey);
  const groups = new Map<string, Readonly<Row>[]>();
  for (const [index, row] of known.entries()) {
    const key = keys[index] as string;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  if ([...groups.values()].every((group) => group.length < 2)) return [];
  const stamps = new Map([...groups].map(([key, group]) => [key, stampOf(key, group)]));
  return keys.map((key) => ({ ...(stamps.get(key) as GroupStamp) }));
}
