import type { Row, Step } from "@whileai/core";
import type { ReplayedSituation } from "../rollout/replayed-situations.js";

/** Where new rollouts leave an old one: everything before `step` is as it was, that step and what follows is played anew. */
export interface BranchPoint {
  readonly row: Row;
  /** Position among the row's steps, from 0. */
  readonly step: number;
}

/** What a branched rollout begins with. */
export interface Branch {
  readonly rolloutId: string;
  readonly step: number;
  /** The agent's own first words, where it spoke first. */
  readonly opener: string | undefined;
  /** The steps before the branch, as the row has them, without the facts of their sampling. */
  readonly prefix: readonly Step[];
  /** The scenario and seed that the old rollout's world was made from. */
  readonly world: { readonly scenarioId: string; readonly seed: number | undefined };
}

/** A situation that begins in the middle of an old rollout. */
export interface BranchedSituation extends ReplayedSituation {
  readonly branch: Branch;
}

/** The branch of a situation, or undefined for one that begins with its prompt. */
export const branchOf = (situation: object): Branch | undefined => (situation as Partial<BranchedSituation>).branch;
