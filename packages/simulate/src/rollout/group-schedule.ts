import type { SamplingPlan } from "@whileai/core";
import type { Situation } from "../plan/situation.js";
import type { StopRule } from "../until/stop-rule.js";
import type { TaskGate } from "../until/task-gate.js";
import { Fifo } from "./fifo.js";
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
  /** Its interval was enough before k rollouts were played. */
  readonly isStopped: boolean;
}

/** What a rollout that landed says about its prompt. */
export interface RolloutVerdict {
  /** What tells rollouts apart; undefined when this one has nothing to say (cut short, nothing to decide). */
  readonly label?: string | undefined;
  /** From 0 to 1; absent or null when it was not graded. */
  readonly reward?: number | null | undefined;
}

/** What a schedule works by. */
export interface ScheduleOptions {
  readonly plan: SamplingPlan;
  readonly budget: number;
  readonly next: NextSituation;
  /** How many situations there are, where that is known. */
  readonly prompts?: number | undefined;
  /** Told of each prompt as it is opened. */
  readonly onOpen?: ((situation: Situation) => void) | undefined;
  /** Told how each prompt ended, in no fixed order. */
  readonly onEnd?: ((group: GroupSummary) => void) | undefined;
  /** Stops a prompt whose rewards say enough. */
  readonly stopRule?: StopRule | undefined;
  /** Stops opening prompts when those that were played say enough. */
  readonly gate?: TaskGate | undefined;
}

/** An agent counts as dead when so many rollouts from the first on, of so many prompts, were all lost. Convention. */
const DEAD_AGENT_ROLLOUTS = 16;
const DEAD_AGENT_PROMPTS = 4;

/** Share of a prompt's rollouts that is played between two looks at its interval. Convention. */
const SHARE_BETWEEN_LOOKS = 0.25;

interface Group {
  readonly situation: Situation;
  scheduled: number;
  done: number;
  lost: number;
  readonly labels: Map<number, string>;
  /** By index; kept only where something is decided by them. */
  readonly rewards: Map<number, number>;
  isDecided: boolean;
  isSplit: boolean;
  isStopped: boolean;
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
 * before it, than a fresh prompt would. With a stop rule a prompt gets its rollouts in steps, and none after the step at which
 * its interval is enough.
 *
 * Prompts that are over are forgotten, so a schedule's memory does not grow with the run.
 */
export class GroupSchedule {
  readonly #options: ScheduleOptions;
  readonly #plan: SamplingPlan;
  readonly #budget: number;
  readonly #prompts: number;
  /** Rollouts that every prompt gets. */
  readonly #first: number;
  /** Fewest rollouts after which the stop rule can say enough. */
  readonly #firstLook: number | undefined;
  /** Prompts that are not over, by number. */
  readonly #open = new Map<number, Group>();
  readonly #fills = new Fifo<ScheduledRollout>();
  readonly #fresh = new Fifo<ScheduledRollout>();
  readonly #waiting: (() => void)[] = [];
  #size = 0;
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
  /** Prompts before this one lost every rollout; it did not when `#isAlive`. */
  #dead = 0;
  #deadRollouts = 0;
  #isAlive = false;
  readonly #hazard = new HazardCounts();

  constructor(options: ScheduleOptions) {
    const { plan, stopRule, prompts = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#plan = plan;
    this.#budget = options.budget;
    this.#prompts = prompts;
    this.#firstLook = stopRule?.firstDecision(plan.k);
    this.#first = plan.probe ?? this.#firstLook ?? plan.k;
  }

  /** Most rollouts there can be, by what is decided so far. */
  get mostRollouts(): number {
    const toCome = this.#exhausted || this.isEnough ? 0 : (this.#prompts - this.#size) * this.#plan.k;
    return Math.min(this.#budget, this.#committed + toCome);
  }

  /** Rollouts that the budget and the situations left when the gate closed. */
  get spared(): number {
    if (!this.isEnough) return 0;
    const left = Math.min(this.#budget - this.#committed, (this.#prompts - this.#size) * this.#plan.k);
    return left - (left % this.#plan.k);
  }

  /** True when the prompts that were played say enough about the run. */
  get isEnough(): boolean {
    return this.#options.gate?.isEnough === true;
  }

  /** How many prompts are open or done. */
  get size(): number {
    return this.#size;
  }

  /**
   * How many rollouts were lost from the first on, once that is enough to call the agent dead; else undefined. It depends on
   * the plan and the agent alone, never on which rollouts were quicker.
   */
  get deadAfter(): number | undefined {
    return this.#dead >= DEAD_AGENT_PROMPTS && this.#deadRollouts >= DEAD_AGENT_ROLLOUTS
      ? this.#deadRollouts
      : undefined;
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
      const rollout = this.#fills.take() ?? this.#fresh.take();
      if (rollout !== undefined) {
        this.#running++;
        return rollout;
      }
      if (this.#canOpen()) void this.#openNext();
      else if (this.#running === 0 && !this.#opening) return undefined;
      // Also while a prompt is being opened: a closed schedule does not wait for whoever writes the situations.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Says that a rollout landed, and what it says about its prompt. */
  finish(rollout: ScheduledRollout, verdict: RolloutVerdict): void {
    this.#hasLanded = true;
    this.#end(rollout, verdict);
  }

  /** Says that a rollout was given up. */
  lose(rollout: ScheduledRollout): void {
    this.#hasLost = true;
    (this.#open.get(rollout.group) as Group).lost++;
    this.#end(rollout, {});
  }

  /** Tells of the prompts that were still open when the run was ended. */
  end(): void {
    for (const group of this.#open.values()) this.#options.onEnd?.(summaryOf(group));
    this.#open.clear();
  }

  #end(rollout: ScheduledRollout, { label, reward }: RolloutVerdict): void {
    this.#running--;
    const group = this.#open.get(rollout.group) as Group;
    group.done++;
    if (label !== undefined) group.labels.set(rollout.index, label);
    if (typeof reward === "number") group.rewards.set(rollout.index, reward);
    if (group.done === this.#first && group.scheduled === this.#first) this.#tellGate(group, rollout.group);
    if (this.#plan.policy === "hazard") this.#decideHazard();
    else if (!group.isDecided && group.done === group.scheduled) this.#decide(group, rollout.group);
    this.#forget(rollout.group);
    this.#wake();
  }

  #tellGate(group: Group, index: number): void {
    const rewards = rewardsByIndex(group);
    const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
    this.#options.gate?.record(index, rewards.length === 0 ? null : mean);
  }

  /** Lets a prompt go that is over. Whether the first ones lost every rollout must be told before. */
  #forget(index: number): void {
    if (!this.#isAlive) this.#countDead();
    if (this.#isAlive) this.#drop(index);
  }

  #countDead(): void {
    for (let group = this.#open.get(this.#dead); group !== undefined; group = this.#open.get(this.#dead)) {
      // One that landed is enough to tell, even while others of its prompt are running.
      if (group.done > group.lost) {
        this.#isAlive = true;
        for (const known of [...this.#open.keys()]) this.#drop(known);
        return;
      }
      if (!isOver(group)) return;
      this.#deadRollouts += group.lost;
      this.#drop(this.#dead++);
    }
  }

  #drop(index: number): void {
    const group = this.#open.get(index);
    if (group === undefined || !isOver(group)) return;
    this.#open.delete(index);
    this.#options.onEnd?.(summaryOf(group));
  }

  /** Hands out nothing more. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  /** Lets as many go on as there is something for: all of them when there will be nothing more. */
  #wake(): void {
    if (this.#waiting.length === 0) return;
    const queued = this.#fills.size + this.#fresh.size;
    const opens = this.#canOpen() ? 1 : 0;
    const isOver = queued + opens + this.#running === 0 && !this.#opening;
    const everyone = this.#closed || this.#failure !== undefined || isOver;
    for (const resolve of this.#waiting.splice(0, everyone ? this.#waiting.length : queued + opens)) resolve();
  }

  #canOpen(): boolean {
    if (this.#opening || this.#exhausted || this.#isInDoubt()) return false;
    if (this.#options.gate?.mayOpen(this.#size) === false) return false;
    return this.#committed + this.#plan.k <= this.#budget;
  }

  // Losses and not a row so far: no more is spent than it takes to tell whether the agent is dead.
  #isInDoubt(): boolean {
    if (this.#hasLanded || !this.#hasLost) return false;
    return this.#size >= Math.max(DEAD_AGENT_PROMPTS, Math.ceil(DEAD_AGENT_ROLLOUTS / this.#first));
  }

  async #openNext(): Promise<void> {
    this.#opening = true;
    try {
      const situation = await this.#options.next();
      if (this.#closed) return;
      if (situation === undefined) {
        this.#exhausted = true;
        return;
      }
      const group: Group = {
        situation,
        scheduled: 0,
        done: 0,
        lost: 0,
        labels: new Map(),
        rewards: new Map(),
        isDecided: this.#first === this.#plan.k,
        isSplit: false,
        isStopped: false,
      };
      const index = this.#size++;
      this.#open.set(index, group);
      this.#committed += this.#plan.k;
      this.#options.onOpen?.(situation);
      this.#schedule(group, index, this.#first, this.#fresh);
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#opening = false;
      this.#wake();
    }
  }

  #schedule(group: Group, index: number, upTo: number, queue: Fifo<ScheduledRollout>): void {
    for (; group.scheduled < upTo; group.scheduled++) {
      queue.push({ group: index, situation: group.situation, index: group.scheduled });
    }
  }

  #settle(group: Group): void {
    group.isDecided = true;
    this.#committed -= this.#plan.k - group.scheduled;
  }

  #decide(group: Group, index: number): void {
    const splits = this.#plan.policy === "probe";
    group.isSplit = splits && new Set(group.labels.values()).size > 1;
    if (group.scheduled < this.#plan.k && (group.isSplit || !splits) && !this.#hasEnough(group))
      this.#fill(group, index);
    if (group.done === group.scheduled || group.scheduled === this.#plan.k) this.#settle(group);
  }

  #hasEnough(group: Group): boolean {
    const { stopRule } = this.#options;
    if (stopRule === undefined || this.#firstLook === undefined || group.scheduled < this.#firstLook) return false;
    group.isStopped = stopRule.isEnough(rewardsByIndex(group));
    return group.isStopped;
  }

  /** Gives a prompt the rest of its rollouts, or those up to the next look. */
  #fill(group: Group, index: number): void {
    const { k } = this.#plan;
    const step = Math.max(1, Math.floor(group.scheduled * SHARE_BETWEEN_LOOKS));
    const upTo = this.#firstLook === undefined ? k : Math.max(this.#firstLook, group.scheduled + step);
    this.#schedule(group, index, Math.min(k, upTo), this.#fills);
  }

  #decideHazard(): void {
    const { probe = this.#plan.k, k } = this.#plan;
    for (; this.#head < this.#size; this.#head++) {
      const group = this.#open.get(this.#head);
      // A prompt that is decided and over may be forgotten already.
      while (group !== undefined && !group.isDecided) {
        if (group.done < group.scheduled) return;
        const wasSplit = group.isSplit;
        group.isSplit = new Set(group.labels.values()).size > 1;
        if (!wasSplit) this.#hazard.record(group.scheduled, probe, group.isSplit);
        const isFull = group.scheduled === k || this.#hasEnough(group);
        if (!isFull && group.isSplit) this.#fill(group, this.#head);
        else if (!isFull && this.#hazard.isWorthOneMore(group.scheduled, probe)) {
          this.#schedule(group, this.#head, group.scheduled + 1, this.#fills);
          continue;
        }
        if (group.done === group.scheduled || group.scheduled === k) this.#settle(group);
      }
      this.#forget(this.#head);
    }
  }
}

/** In the order of the plan: a sum of fractions depends on its order, and no result may depend on which rollout was quicker. */
const rewardsByIndex = ({ rewards }: Group): number[] =>
  [...rewards].sort(([left], [right]) => left - right).map(([, reward]) => reward);

const isOver = (group: Group): boolean => group.isDecided && group.done === group.scheduled;

const summaryOf = ({ situation, scheduled, isSplit, isStopped }: Group): GroupSummary => ({
  situation,
  rollouts: scheduled,
  isSplit,
  isStopped,
});
