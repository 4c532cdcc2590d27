import type { SamplingPlan } from "@whileai/core";
import type { Situation } from "../plan/situation.js";
import { HazardCounts } from "./hazard-counts.js";

/** One rollout that is to be played: the `index`-th of the `group`-th prompt. */
export interface ScheduledRollout {
  readonly group: number;
  readonly situation: Situation;
  readonly index: number;
}

/** How a prompt's rollouts went. */
export interface GroupSummary {
  readonly situation: Situation;
  /** Rollouts that the schedule gave the prompt. */
  readonly rollouts: number;
  readonly isSplit: boolean;
}

/** An agent counts as dead when so many rollouts from the first on, of so many prompts, were all lost. Convention. */
const DEAD_AGENT_ROLLOUTS = 16;
const DEAD_AGENT_PROMPTS = 4;

interface Group {
  readonly situation: Situation;
  scheduled: number;
  done: number;
  lost: number;
  readonly labels: Map<number, string>;
  isDecided: boolean;
  isSplit: boolean;
}

/** Asked for the situations one after the other; undefined when there are no more. */
export type NextSituation = () => Promise<Situation | undefined>;

/**
 * Hands out rollouts so that the set of rollouts depends on the plan and the labels alone, never on the order in which
 * rollouts finish.
 *
 * A prompt is opened only while a whole group still fits: the earlier prompts count with what they got when that is
 * decided, else with k. `probe` gives every prompt its probe and fills it to k when two labels differ. `hazard` decides
 * prompt after prompt, and gives a unanimous prompt one more as long as that finds a split more often, by the prompts
 * before it, than a fresh prompt would.
 */
export class GroupSchedule {
  readonly #plan: SamplingPlan;
  readonly #budget: number;
  readonly #next: NextSituation;
  readonly #prompts: number;
  readonly #groups: Group[] = [];
  readonly #fills: ScheduledRollout[] = [];
  readonly #fresh: ScheduledRollout[] = [];
  readonly #waiting: (() => void)[] = [];
  #committed = 0;
  #running = 0;
  #opening = false;
  #exhausted = false;
  #closed = false;
  #hasLanded = false;
  #hasLost = false;
  #failure: { readonly error: unknown } | undefined;
  /** Prompts before this one are decided; only `hazard` needs the order. */
  #head = 0;
  readonly #hazard = new HazardCounts();

  /** `prompts` says how many situations there are, where that is known. */
  constructor(plan: SamplingPlan, budget: number, next: NextSituation, prompts = Number.POSITIVE_INFINITY) {
    this.#plan = plan;
    this.#budget = budget;
    this.#next = next;
    this.#prompts = prompts;
  }

  /** Most rollouts there can be, by what is decided so far. */
  get mostRollouts(): number {
    const toCome = this.#exhausted ? 0 : (this.#prompts - this.#groups.length) * this.#plan.k;
    return Math.min(this.#budget, this.#committed + toCome);
  }

  get groups(): readonly GroupSummary[] {
    return this.#groups.map(({ situation, scheduled, isSplit }) => ({ situation, rollouts: scheduled, isSplit }));
  }

  /** How many prompts are open or done. */
  get size(): number {
    return this.#groups.length;
  }

  /**
   * How many rollouts were lost from the first on, once that is enough to call the agent dead; else undefined. It depends on
   * the plan and the agent alone, never on which rollouts were quicker.
   */
  get deadAfter(): number | undefined {
    let rollouts = 0;
    let prompts = 0;
    for (const { isDecided, done, scheduled, lost } of this.#groups) {
      if (!isDecided || done < scheduled || lost < scheduled) break;
      rollouts += lost;
      prompts++;
    }
    return prompts >= DEAD_AGENT_PROMPTS && rollouts >= DEAD_AGENT_ROLLOUTS ? rollouts : undefined;
  }

  /** True when the situations ended before the budget did. */
  get isExhausted(): boolean {
    return this.#exhausted;
  }

  /**
   * The next rollout to play; waits while only the outcome of running ones can tell; undefined at the end. Throws what asking
   * for a situation threw.
   */
  async take(): Promise<ScheduledRollout | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#closed) return undefined;
      const rollout = this.#fills.shift() ?? this.#fresh.shift();
      if (rollout !== undefined) {
        this.#running++;
        return rollout;
      }
      if (this.#canOpen()) void this.#open();
      else if (this.#running === 0 && !this.#opening) return undefined;
      // Also while a prompt is being opened: a closed schedule does not wait for whoever writes the situations.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Says that a rollout landed: its label, or undefined when it has none (cut short, nothing to decide). */
  finish(rollout: ScheduledRollout, label: string | undefined): void {
    this.#hasLanded = true;
    this.#end(rollout, label);
  }

  /** Says that a rollout was given up. */
  lose(rollout: ScheduledRollout): void {
    this.#hasLost = true;
    (this.#groups[rollout.group] as Group).lost++;
    this.#end(rollout, undefined);
  }

  #end(rollout: ScheduledRollout, label: string | undefined): void {
    this.#running--;
    const group = this.#groups[rollout.group] as Group;
    group.done++;
    if (label !== undefined) group.labels.set(rollout.index, label);
    if (this.#plan.policy === "probe" && !group.isDecided && group.done === group.scheduled)
      this.#decideProbe(group, rollout.group);
    if (this.#plan.policy === "hazard") this.#decideHazard();
    this.#wake();
  }

  /** Hands out nothing more. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #canOpen(): boolean {
    if (this.#opening || this.#exhausted || this.#isInDoubt()) return false;
    return this.#committed + this.#plan.k <= this.#budget;
  }

  // Losses and not a row so far: no more is spent than it takes to tell whether the agent is dead.
  #isInDoubt(): boolean {
    if (this.#hasLanded || !this.#hasLost) return false;
    const first = this.#plan.probe ?? this.#plan.k;
    return this.#groups.length >= Math.max(DEAD_AGENT_PROMPTS, Math.ceil(DEAD_AGENT_ROLLOUTS / first));
  }

  async #open(): Promise<void> {
    this.#opening = true;
    try {
      const situation = await this.#next();
      if (this.#closed) return;
      if (situation === undefined) {
        this.#exhausted = true;
        return;
      }
      const first = this.#plan.probe ?? this.#plan.k;
      const isDecided = first === this.#plan.k;
      const group: Group = { situation, scheduled: 0, done: 0, lost: 0, labels: new Map(), isDecided, isSplit: false };
      this.#groups.push(group);
      this.#committed += this.#plan.k;
      this.#schedule(group, this.#groups.length - 1, first, this.#fresh);
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#opening = false;
      this.#wake();
    }
  }

  #schedule(group: Group, index: number, upTo: number, queue: ScheduledRollout[]): void {
    for (; group.scheduled < upTo; group.scheduled++) {
      queue.push({ group: index, situation: group.situation, index: group.scheduled });
    }
  }

  #settle(group: Group): void {
    group.isDecided = true;
    this.#committed -= this.#plan.k - group.scheduled;
  }

  #decideProbe(group: Group, index: number): void {
    group.isSplit = new Set(group.labels.values()).size > 1;
    if (group.isSplit) this.#schedule(group, index, this.#plan.k, this.#fills);
    this.#settle(group);
  }

  #decideHazard(): void {
    const probe = this.#plan.probe ?? this.#plan.k;
    for (; this.#head < this.#groups.length; this.#head++) {
      const group = this.#groups[this.#head] as Group;
      while (!group.isDecided) {
        if (group.done < group.scheduled) return;
        group.isSplit = new Set(group.labels.values()).size > 1;
        this.#hazard.record(group.scheduled, probe, group.isSplit);
        if (group.isSplit) this.#schedule(group, this.#head, this.#plan.k, this.#fills);
        else if (group.scheduled < this.#plan.k && this.#hazard.isWorthOneMore(group.scheduled, probe)) {
          this.#schedule(group, this.#head, group.scheduled + 1, this.#fills);
          continue;
        }
        this.#settle(group);
      }
    }
  }
}
