import type { ContentPart, PlannedFault } from "@whileai/core";

/** The six axes of a situation. */
export const DIMENSIONS = ["tool", "rule", "stance", "world_state", "tool_condition", "history"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** One level per axis: the cell of the grid a situation realises. */
export type Assignment = Readonly<Record<Dimension, string>>;

export type Tier = "ordinary" | "ambiguous" | "boundary" | "adversarial";

/** What a situation's text is about, as far as the text shows it. */
export interface SituationEntity {
  /** The parameter that carries the identifier, or null when the text needs none. */
  readonly parameter: string | null;
  /** The whole identifier, also where the text gives only part of it. */
  readonly id: string | null;
  /** How much of the identifier the text gives. */
  readonly named: "whole" | "partial" | "none";
}

/** One person's ask, and what the world does around it. */
export interface Situation {
  /** `sc-` and ten hex digits of the cell's hash, followed by the pass when a cell is used again. */
  readonly scenarioId: string;
  /** Position in the plan, from 0. */
  readonly index: number;
  /** What the person says; of a message that is more than text, its text. */
  readonly prompt: string;
  /** All parts of a message that is more than text. */
  readonly content?: readonly ContentPart[] | undefined;
  /** The cell it realises. Stance and history read "unspecified" where a model's words do not show them. */
  readonly dimensions: Assignment;
  readonly tier: Tier;
  /** Facts that are true of the text: how it asks, its stance, its texture. */
  readonly labels: Readonly<Record<string, string | boolean>>;
  readonly faults: readonly PlannedFault[];
  /** The state of the record the text is about; null when the cell leaves it open. */
  readonly worldState: string | null;
  readonly entity: SituationEntity;
  /**
   * What a judge may know and the agent may not. `hidden_state` is one sentence about the record and the planned faults;
   * `reference` is the whole identifier where the person gave only part of it, or none (`record_id` where it is so long that
   * an honest reply naming it would pass for a leak); `expected: "no_tool"` marks an ask that no tool should be called for.
   */
  readonly privileged: Readonly<Record<string, unknown>>;
  readonly arm: "structured" | "open_ended" | "pinned";
  readonly writer: "template" | "seed" | "pinned";
}

/** How much of the grid a set of situations covers. */
export interface CoverageCertificate {
  /** Every combination of this many axes is counted. */
  readonly strength: number;
  /** Combinations of levels that the constraints allow. */
  readonly feasible: number;
  /** Those that occur in at least one situation. */
  readonly covered: number;
  readonly fraction: number;
  /** The first 20 that never occurred, each as level names by axis. */
  readonly uncovered: readonly Readonly<Partial<Record<Dimension, string>>>[];
}

/** Counts what situations cover while they are used, in memory that does not grow with them. */
export interface CoverageMeter {
  add(situation: Situation): void;
  certificate(): CoverageCertificate;
}

/** Endless, deterministic situations, and the coverage of those that were used. */
export interface SituationPlan {
  /** Starts from the beginning each time: the same situations in the same order. */
  situations(): Iterable<Situation>;
  /** A new meter that has counted nothing yet. */
  meter(): CoverageMeter;
  /** What these situations cover: a meter's certificate once all of them are added. */
  certificate(used: Iterable<Situation>): CoverageCertificate;
}
