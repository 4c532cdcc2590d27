import type { Row } from "@whileai/core";
import { plannedRollouts } from "../signal/stopping-plan.js";
import type { RlEntry } from "./rl-entry.js";

/** A group as its rows came in, before any gate. */
export interface ArrivedGroup {
  readonly size: number;
  /** Rows with a usable reward. */
  readonly graded: number;
  /** Sum of those rewards. */
  readonly sum: number;
  /** Rollouts a filled group has, where the run decided by outcomes which to fill; else 0. */
  readonly planned: number;
}

/** The groups by ask: a task with a prompt. */
export function arrivedGroups(entries: readonly RlEntry<Row>[]): Map<string, ArrivedGroup> {
  const groups = new Map<string, { -readonly [Name in keyof ArrivedGroup]: number }>();
  for (const { ask, label, row } of entries) {
    let group = groups.get(ask);
    if (group === undefined) {
      group = { size: 0, graded: 0, sum: 0, planned: 0 };
      groups.set(ask, group);
    }
    group.size++;
    group.planned = Math.max(group.planned, plannedRollouts(row) ?? 0);
    if (label === null) continue;
    group.graded++;
    group.sum += label;
  }
  return groups;
}

/** Whether more could be known: rollouts without a reward, or fewer rollouts than a filled group has. */
export function isUnsettled({ size, graded, planned }: ArrivedGroup): boolean {
  return graded < size || size < planned;
}
