import type { Row } from "@whileai/core";
import { isSpread } from "../signal/band.js";
import { type ArrivedGroup, isUnsettled } from "./arrived-groups.js";
import { type BandVerdict, bandVerdict, chanceInside, type Difficulty } from "./difficulty.js";
import type { RlSettings } from "./optimize-options.js";
import type { AskGroup } from "./pick-groups.js";
import type { RlDropLog, RlEntry, RlGate } from "./rl-entry.js";

/** What is known of the tasks and prompts before anything was taken out. */
export interface GateFacts {
  readonly cameIn: ReadonlyMap<string, ArrivedGroup>;
  readonly difficulty: ReadonlyMap<string, Difficulty>;
  /** Tasks that have no pass rate. */
  readonly unrated: ReadonlySet<string>;
}

/** The groups that survive, and how many went at each gate. */
export interface GatedGroups<R extends Row> {
  readonly groups: readonly AskGroup<R>[];
  readonly unanimous: number;
  readonly collapsed: number;
  /** Those of the unanimous and collapsed ones of which more rollouts could be known. */
  readonly unanimousSoFar: number;
  readonly tooEasy: number;
  readonly tooHard: number;
  readonly singles: number;
  readonly singlesDropped: number;
  readonly expectedMisplaced: number;
  /** Rollouts of the largest task that the band looked at. */
  readonly largestGroup: number;
}

/**
 * Drops groups that teach nothing: no contrast among the rows that vote, or a pass rate outside the band. Whole groups
 * stay or go. Groups that only ever had one rollout stay when there is nothing better.
 */
export function groupGates<R extends Row>(
  entries: readonly RlEntry<R>[],
  { cameIn: arrived, difficulty, unrated }: GateFacts,
  settings: RlSettings,
  log: RlDropLog,
): GatedGroups<R> {
  const counts: Record<"unanimous" | "collapsed" | "too_easy" | "too_hard" | "single", number> = {
    unanimous: 0,
    collapsed: 0,
    too_easy: 0,
    too_hard: 0,
    single: 0,
  };
  let unanimousSoFar = 0;
  const drop = (group: readonly RlEntry<R>[], gate: RlGate & keyof typeof counts) => {
    counts[gate]++;
    const came = arrived.get((group[0] as RlEntry<R>).ask) as ArrivedGroup;
    if ((gate === "unanimous" || gate === "collapsed") && isUnsettled(came)) unanimousSoFar++;
    for (const entry of group) log.add(entry, gate);
  };
  const mixed: AskGroup<R>[] = [];
  const singles: AskGroup<R>[] = [];
  const chances = new Map<string, number>();
  let expectedMisplaced = 0;
  let largestGroup = 0;

  for (const [ask, group] of groupByAsk(entries)) {
    const { task } = group[0] as RlEntry<R>;
    const votes = group.filter((entry) => !entry.rides);
    const own = difficulty.get(task);
    if (own === undefined || votes.length === 0) {
      drop(group, "collapsed");
      continue;
    }
    const made = { task, ask, difficulty: own, entries: [...votes, ...group.filter((entry) => entry.rides)] };
    if (votes.length === 1) {
      if (arrived.get(ask)?.size === 1) singles.push({ ...made, single: true });
      else drop(group, "collapsed");
      continue;
    }
    const labels = votes.map((entry) => entry.label as number);
    if (!isSpread(labels, settings.minSpread)) {
      drop(group, "unanimous");
      continue;
    }
    largestGroup = Math.max(largestGroup, own.n);
    const isRated = settings.enforceBand && !unrated.has(task);
    const verdict: BandVerdict = isRated ? bandVerdict(own, settings) : "inside";
    if (isRated) {
      const chance = remembered(chances, `${own.n} ${own.rate}`, () => chanceInside(own, settings.band));
      expectedMisplaced += verdict === "inside" ? 1 - chance : chance;
    }
    if (verdict === "inside") mixed.push({ ...made, single: false });
    else drop(group, verdict);
  }
  const keepSingles = mixed.length === 0;
  if (!keepSingles) for (const group of singles) drop(group.entries, "single");
  return {
    groups: keepSingles ? singles : mixed,
    unanimous: counts.unanimous + counts.collapsed,
    collapsed: counts.collapsed,
    unanimousSoFar,
    tooEasy: counts.too_easy,
    tooHard: counts.too_hard,
    singles: singles.length,
    singlesDropped: counts.single,
    expectedMisplaced,
    largestGroup,
  };
}

function groupByAsk<R extends Row>(entries: readonly RlEntry<R>[]): Map<string, RlEntry<R>[]> {
  const groups = new Map<string, RlEntry<R>[]>();
  for (const entry of entries) {
    const group = groups.get(entry.ask);
    if (group) group.push(entry);
    else groups.set(entry.ask, [entry]);
  }
  return groups;
}

function remembered(known: Map<string, number>, key: string, compute: () => number): number {
  let value = known.get(key);
  if (value === undefined) {
    value = compute();
    known.set(key, value);
  }
  return value;
}
