import type { VerdictObject } from "@whileai/core";
import { withCause } from "../judge/reply-problem.js";
import type { PairWinner, ParsedPairReply } from "./parse-pair-reply.js";

/** Which side was shown first, as A. */
export type PairOrder = "chosen_first" | "rejected_first";

/** Which side of a pair a judge prefers. */
export type PairPreference = "chosen" | "rejected" | "tie";

/** What one question about a pair was answered with. */
export interface PairAnswer extends ParsedPairReply {
  readonly order: PairOrder;
}

const REWARDS = { chosen: 1, tie: 0.5, rejected: 0 } as const;

/**
 * What the answers about a pair amount to. Two answers in both orders must agree: where they do not the pair is a tie that
 * the position decided, and where one is missing there is no winner, for it may be the position that spoke.
 */
export function pairDecision(answers: readonly PairAnswer[]): VerdictObject & {
  readonly winner: PairPreference | null;
  readonly position_consistent: boolean | null;
  readonly reasons: readonly string[];
} {
  const sides = answers.map(({ winner, order }) => (winner === null ? null : sideOf(winner, order)));
  const reasons = answers.map(({ reason }) => reason);
  const [first = null] = sides;
  if (first === null || sides.includes(null))
    return {
      reward: null,
      judge_status: "invalid_result",
      reason: withCause(
        "the judge gave no readable answer in every order that was asked",
        answers.find(({ winner }) => winner === null)?.problem,
      ),
      winner: null,
      position_consistent: null,
      reasons,
    };
  const agree = sides.every((side) => side === first);
  const winner = agree ? first : "tie";
  return {
    reward: REWARDS[winner],
    reason: reasons.find((reason) => reason !== "") ?? "",
    winner,
    position_consistent: sides.length > 1 ? agree : null,
    reasons,
  };
}

function sideOf(winner: PairWinner, order: PairOrder): PairPreference {
  if (winner === "tie") return "tie";
  return (winner === "A") === (order === "chosen_first") ? "chosen" : "rejected";
}
